/** `vigia trigger`, against an endpoint that checks what it is sent as receive-webhook does. */

import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "../../../../infra/local/http/loopback.ts";
import { parseObject, parseObjectExactly } from "../../../../lib/contract/exact-json.ts";
import { canonicalBody, signatureFits, signedMessage } from "../../../../lib/contract/signature.ts";
import { readWebhook } from "../../../../lib/contract/webhook.ts";
import { type EmulatedSecrets, startSecrets } from "../support/emulated-secrets.ts";
import { endpointsWith, makePlace, type Place } from "../support/test-context.ts";

let place: Place;
let secrets: EmulatedSecrets;
let server: Server;
let status: number | undefined;
let received: { text: string; signed: boolean; isTest: boolean }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const timestamp = String(request.headers["x-wavynode-timestamp"]);
    const message = signedMessage({
      method: request.method ?? "",
      path: request.url ?? "",
      canonicalBody: canonicalBody(parseObject(text || "{}")),
      timestamp,
    });
    const fits = (secret: string) =>
      signatureFits(String(request.headers["x-wavynode-hmac"]), message, secret);
    const isTest = fits("test");
    received.push({ text, signed: isTest || fits("hook"), isTest });
    response.statusCode =
      status ?? (readWebhook(parseObjectExactly(text), [isTest ? 0 : 1]).valid ? 200 : 400);
    response.end('{"success":false,"message":"The signature does not fit."}');
  });
  const port = await listen(server, 0);
  secrets = await startSecrets({
    "arn:inbound": '{"1":{"webhookSecrets":[{"value":"hook"}]},"0":{"webhookSecrets":[{"value":"test"}]}}',
    "arn:outbound": "{}",
  });
  place = await makePlace(
    endpointsWith({ adapter: `http://127.0.0.1:${port}`, secretsmanager: secrets.url }),
  );
});

beforeEach(() => {
  status = undefined;
  received = [];
});

afterAll(async () => {
  await secrets.stop();
  server.close();
  await place.remove();
});

test("sends a signed notification of what its options name, digit for digit", async () => {
  const amount = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
  const { out, code } = await place.vigia([
    "trigger",
    "illegal",
    "--user",
    "u-7",
    "--wallet",
    "0x77",
    "--chain",
    "137",
    "--amount",
    amount,
    "--law",
    "Ley X",
  ]);
  expect(code).toBe(0);
  const [request] = received;
  expect(request?.signed).toBe(true);
  const reading = readWebhook(parseObjectExactly(request?.text ?? ""), [1]);
  if (!reading.valid || reading.body.type !== "notification") throw new Error("not a notification");
  const { data } = reading.body;
  expect(data).toMatchObject({
    projectId: "1",
    chainId: "137",
    address: { userId: "u-7", address: "0x77" },
    amount: { value: amount },
    inflictedLaws: [{ name: "Ley X", risk: "illegal" }],
  });
  expect(out).toContain(`In a few seconds, run: vigia notifications show 1#${data.id}\n`);
});

test("sends a warning, an error and an invalid body, each answered as it should be", async () => {
  expect((await place.vigia("trigger warn")).code).toBe(0);
  expect((await place.vigia("trigger error --project 0")).code).toBe(0);
  const invalid = await place.vigia("trigger invalid");
  expect(invalid.code).toBe(0);
  expect(invalid.out).toContain("1 request answered with 400: as expected\n");
  expect(received.map(({ signed }) => signed)).toEqual([true, true, true]);
  expect(received[0]?.text).toContain('"risk":"warn"');
  expect(received.map(({ isTest }) => isTest)).toEqual([false, true, false]);
  expect(JSON.parse(received[1]?.text ?? "")).toEqual({ type: "error", data: "Invented by vigia trigger." });
});

test("says what to run where there is no secret to sign a test with, and sends none", async () => {
  const before = secrets.current("arn:inbound");
  secrets.replace("arn:inbound", '{"1":{"webhookSecrets":[{"value":"hook"}]}}');
  const { code, err } = await place.vigia("trigger illegal --project 0");
  secrets.replace("arn:inbound", before);
  expect(code).toBe(1);
  expect(err).toBe(
    'No webhook secret is set for project 0 in the local stack: run "vigia secrets set --kind webhook --project 0", which generates one.\n',
  );
  expect(received).toEqual([]);
});

test("sends no test where calls are not authenticated", async () => {
  const open = await makePlace({
    ...endpointsWith({ secretsmanager: secrets.url }),
    inbound: { authentication: "none" },
  });
  expect(await open.vigia("trigger illegal --project 0")).toMatchObject({
    code: 1,
    err: 'There is no test project in the local stack: with inbound.authentication "none" anyone could send for it.\n',
  });
  await open.remove();
});

test("floods with different ids, and counts the answers", async () => {
  const { out, code } = await place.vigia("trigger flood --count 60 --rate 1000");
  expect(code).toBe(0);
  expect(out).toContain("60 requests answered with 200: as expected\n");
  const ids = received.map(({ text }) => JSON.parse(text).data.id);
  expect(new Set(ids).size).toBe(60);
});

test("fails when the endpoint refuses, and says what it answered", async () => {
  status = 401;
  const { out, code } = await place.vigia("trigger warn");
  expect(code).toBe(1);
  expect(out).toContain(
    '1 request answered with 401: {"success":false,"message":"The signature does not fit."}\n',
  );
  expect(out).not.toContain("In a few seconds");
});

test.each([
  [["trigger", "nothing"], 2, "Allowed choices are illegal, warn, error, invalid, flood."],
  [["trigger", "warn", "--amount", "1.5"], 2, "Expected up to 78 digits"],
  [["trigger", "flood", "--count", "1000000"], 2, "Expected at most 100000."],
  [["trigger", "warn", "--project", "9"], 1, "Project 9 is not served"],
])("refuses %j with one sentence", async (args, code, message) => {
  const result = await place.vigia(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(received).toEqual([]);
});

test("says that nothing answers", async () => {
  const nowhere = await makePlace(endpointsWith({ secretsmanager: secrets.url }));
  const { err, code } = await nowhere.vigia("trigger warn");
  expect(code).toBe(4);
  expect(err).toContain("does not answer at all: start the local stack with `npm start`.");
  await nowhere.remove();
});

test("warns of a wallet that begins with 0x and is not an EVM address, and sends it", async () => {
  const { code, err } = await place.vigia("trigger illegal --wallet 0x11");
  expect(code).toBe(0);
  expect(err).toContain("Warning: --wallet begins with 0x but does not have the 40 hexadecimal digits");
  expect(received).toHaveLength(1);
  const onKnown = await place.vigia("trigger illegal --wallet xyz --chain 137");
  expect(onKnown.err).toContain("Warning: --wallet is not an address of chain 137; sent anyway.");
  const onOther = await place.vigia("trigger illegal --wallet xyz --chain 777777");
  expect(onOther.err).not.toContain("Warning");
});

test("doctor --send points to the log of a function that fails", async () => {
  status = 502;
  const { out, code } = await place.vigia("doctor --send", { terminal: true, columns: 1_000 });
  expect(code).toBe(1);
  expect(out).toMatch(
    /test, unsigned webhook +answered with 502, not 401\. To do: see the log of ReceiveWebhook \(\.local\/logs\/ReceiveWebhook\.jsonl\)/,
  );
});
