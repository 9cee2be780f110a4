/** An adapter's place taken by a server that notes what it is called with. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { parseObject } from "../../../../lib/contract/exact-json.ts";
import { canonicalBody, NO_BODY, signatureFits } from "../../../../lib/contract/signature.ts";

/** A call as it came. */
export interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An adapter that answers look-ups with a record, and webhooks with these statuses in turn; the last one stays. */
export async function adapter(webhookStatuses: readonly number[] = [200], userStatus = 200) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      calls.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
      const posts = calls.filter(({ method }) => method === "POST").length;
      const status =
        request.method === "GET" ? userStatus : (webhookStatuses[posts - 1] ?? webhookStatuses.at(-1) ?? 200);
      response.writeHead(status);
      response.end(request.method === "GET" ? '{"givenName":"Canary Person"}' : '{"success":true}');
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  return { url: `http://127.0.0.1:${address.port}`, calls };
}

/** Whether a call's signature fits, in the usual headers. */
export function isSigned({ method, path, headers, body }: Call, secret: string): boolean {
  const canonical = body === "" ? NO_BODY : canonicalBody(parseObject(body));
  const timestamp = String(headers["x-wavynode-timestamp"]);
  return signatureFits(
    String(headers["x-wavynode-hmac"]),
    { method, path, canonicalBody: canonical, timestamp },
    secret,
  );
}
