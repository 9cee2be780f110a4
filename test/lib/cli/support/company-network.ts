/** The network of a company: a proxy as the only way out, and an AWS and a risk service behind it, certified by an issuer of the company. */

import { createServer as createProxy, type IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import { closeServer, listen } from "../../../../infra/local/http/loopback.ts";

/** For `*.aws.example` and `service.example`. It certifies itself, and ends in a hundred years. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB0jCCAXigAwIBAgIUVUjfxNdV2GswKqq1XusXvfatQoEwCgYIKoZIzj0EAwIw
KDEmMCQGA1UEAwwdQSBjb21wYW55J3MgaXNzdWVyLCBmb3IgdGVzdHMwIBcNMjYx
MTI5MDQ1MjUxWhgPMjEyNjExMDUwNDUyNTFaMCgxJjAkBgNVBAMMHUEgY29tcGFu
eSdzIGlzc3VlciwgZm9yIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
L7r3ZeW0cqBi+KnI5CTIpwQjHf6DQvcn6DxjmEkoaTaP52BOsrs8UIPjkYxxJNFp
FSm4abK0hnvo0wirLYlkfqN+MHwwHQYDVR0OBBYEFAd4uzqCBvf5UNaGLYYwwc1X
wA+dMB8GA1UdIwQYMBaAFAd4uzqCBvf5UNaGLYYwwc1XwA+dMA8GA1UdEwEB/wQF
MAMBAf8wKQYDVR0RBCIwIIINKi5hd3MuZXhhbXBsZYIPc2VydmljZS5leGFtcGxl
MAoGCCqGSM49BAMCA0gAMEUCIQD1JZj9ZmxV/YtwtBO2ie3zydUpywS6zFSf1Vfy
qhusNgIgAJP/3KTuOnpbi5V8KdtlUywhF3I+IsxBLTYqqgO5NhE=
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgswHTYdU2PavfKUOD
WKn88DzEV0opNnCZVPGyGx+Wd7WhRANCAAQvuvdl5bRyoGL4qcjkJMinBCMd/oNC
9yfoPGOYSShpNo/nYE6yuzxQg+ORjHEk0WkVKbhpsrSGe+jTCKstiWR+
-----END PRIVATE KEY-----
`;

/** User and password of the proxy. */
const SIGN_IN = "engineer:hunter2";

export interface CompanyNetwork {
  /** URL of the proxy, with user and password. */
  proxy: string;
  /** The same without them. */
  shownProxy: string;
  /** Port of the hosts behind it. */
  port: number;
  /** What was asked of the proxy: hosts of tunnels, and URLs of plain calls. */
  ways: string[];
  stop(): Promise<void>;
}

/** @param hosts bases of the servers that answer, by the first part of their names */
export async function startCompanyNetwork(hosts: Readonly<Record<string, string>>): Promise<CompanyNetwork> {
  const outside = createServer({ cert: CERTIFICATE, key: KEY }, async (request, response) => {
    const [name = ""] = (request.headers.host ?? "").split(".");
    const base = hosts[name];
    const answer = base === undefined ? ANSWERS[name] : await passedOn(base, request);
    response.writeHead(answer === undefined ? 400 : 200);
    response.end(answer);
  });
  const port = await listen(outside, 0);
  const ways: string[] = [];
  const open = new Set<Duplex>();
  const proxy = createProxy((request, response) => {
    ways.push(request.url ?? "");
    response.end("{}");
  });
  proxy.on("connect", (request, socket) => {
    ways.push((request.url ?? "").replace(/:\d+$/, ""));
    if (request.headers["proxy-authorization"] !== `Basic ${btoa(SIGN_IN)}`) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const tunnel = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [socket, tunnel]) {
      open.add(end);
      end.on("error", () => tunnel.destroy());
    }
  });
  const proxyPort = await listen(proxy, 0);
  return {
    proxy: `http://${SIGN_IN}@127.0.0.1:${proxyPort}`,
    shownProxy: `http://127.0.0.1:${proxyPort}`,
    port,
    ways,
    async stop() {
      for (const end of open) end.destroy();
      await closeServer(proxy);
      outside.closeAllConnections();
      await new Promise((done) => outside.close(done));
    },
  };
}

/** Hands a request on to an emulator, which has no certificate. */
async function passedOn(base: string, request: IncomingMessage): Promise<Uint8Array> {
  const { host: _, connection: __, "content-length": ___, expect: ____, ...headers } = request.headers;
  const answer = await fetch(`${base}${request.url}`, {
    method: request.method ?? "GET",
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: await buffer(request),
  });
  return answer.bytes();
}

const ARN = "arn:aws:secretsmanager:us-east-1:000000000000:secret:s";

const SECRETS = [{ value: "0123456789abcdef0123" }];
const SECRET = Object.fromEntries([0, 1].map((id) => [id, { webhookSecrets: SECRETS, apiKeys: SECRETS }]));

/** Enough of what AWS answers. */
const ANSWERS: Readonly<Record<string, string>> = {
  secretsmanager: JSON.stringify({ ARN, Name: "s", VersionId: "v", SecretString: JSON.stringify(SECRET) }),
  sns: "<ConfirmSubscriptionResponse><ConfirmSubscriptionResult><SubscriptionArn>arn:1</SubscriptionArn></ConfirmSubscriptionResult></ConfirmSubscriptionResponse>",
};
