/** A call of Lambda that nobody waits for, as it goes over the wire. */

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { close, listen } from "../../../infra/local/http/loopback.ts";
import { callLater } from "../../../lib/aws/later-call.ts";

const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
let status = 202;
let server: Server;
let endpoint: string;

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    received.push({ url: request.url, headers: request.headers, body: await text(request) });
    reply.writeHead(status).end();
  });
  endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
});
afterAll(() => close(server));

const caller = () => ({
  region: async () => "eu-west-1",
  credentials: async () => ({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: "x", sessionToken: "token" }),
  endpoint,
});

it("is signed for Lambda in its region, with the session, and asks for no answer", async () => {
  await callLater("Vigia-StartScan", { projectIds: [1] }, caller());
  const [call] = received;
  expect(call).toMatchObject({
    url: "/2015-03-31/functions/Vigia-StartScan/invocations",
    body: '{"projectIds":[1]}',
    headers: { "x-amz-invocation-type": "Event", "x-amz-security-token": "token" },
  });
  expect(call?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/lambda\/aws4_request, SignedHeaders=[^,]*host[^,]*x-amz-invocation-type[^,]*, Signature=[0-9a-f]{64}$/,
  );
});

it("fails where Lambda does not take it, and names the function alone", async () => {
  status = 403;
  await expect(callLater("Vigia-StartScan", { secret: "s" }, caller())).rejects.toThrow(
    "Lambda answered 403 to the call of Vigia-StartScan.",
  );
});
