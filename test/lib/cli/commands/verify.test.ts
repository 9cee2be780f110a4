/** `vigia verify`: what it says of requests that were signed in each wrong way. */

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalBody, sign } from "../../../../lib/contract/signature.ts";
import { type FakeSecrets, fakeSecrets } from "../support/secrets-manager.ts";
import { endpointsWith, makePlace, NOW, type Place } from "../support/test-context.ts";

let place: Place;
let secrets: FakeSecrets;

beforeAll(async () => {
  const document = {
    "1": {
      webhookSecrets: [
        { value: "current" },
        { value: "older", until: "2026-03-01T13:00:00.000Z" },
        { value: "ended", until: "2026-03-01T11:00:00.000Z" },
      ],
    },
  };
  secrets = fakeSecrets({ "arn:inbound": JSON.stringify(document), "arn:outbound": "{}" });
  place = await makePlace(endpointsWith({}));
});

afterAll(async () => {
  secrets.restore();
  await place.remove();
});

const BODY = '{"type":"error","data":{"b":1,"a":[{"d":2,"c":3}]}}';

interface Changes {
  method?: string;
  path?: string;
  body?: string;
  timestamp?: string;
  secret?: string;
}

/** A capture of POST /webhook whose signature was made with `changes`. */
function capture(changes: Changes = {}, timestamp = String(NOW - 1_000)): string {
  const message = [
    changes.method ?? "POST",
    changes.path ?? "/webhook",
    changes.body ?? canonicalBody(JSON.parse(BODY)),
    changes.timestamp ?? timestamp,
  ].join("::");
  const signature = createHmac("sha256", changes.secret ?? "current")
    .update(message)
    .digest("base64");
  return rawHttp(signature, timestamp);
}

function rawHttp(signature: string, timestamp: string): string {
  return `POST /webhook?x=1 HTTP/1.1\r\nHost: example.com\r\nX-WavyNode-Hmac: ${signature}\r\nx-wavynode-timestamp: ${timestamp}\r\n\r\n${BODY}`;
}

const verify = async (request: string, ...args: string[]) => {
  await place.file("request.txt", request);
  return place.vigia(["verify", "request.txt", ...args]);
};

test("says that a signature is right, and which secret made it", async () => {
  expect(await verify(capture())).toEqual({
    code: 0,
    out: [
      "The signature is valid.",
      "clock   ok: signed 1 s before it was received",
      "secret  ok: the current one of project 1",
      "",
    ].join("\n"),
    err: "",
  });
  expect((await verify(capture({ secret: "older" }))).out).toContain(
    "secret  ok: an older one of project 1, accepted until 2026-03-01T13:00:00.000Z",
  );
});

test.each<[string, Changes, string]>([
  ["path", { path: "/v1/webhook" }, "the path was signed as /v1/webhook"],
  ["path", { path: "/webhook?x=1" }, "the path was signed with its query"],
  ["path", { path: "/webhook/" }, "the path was signed with a slash at its end"],
  ["body", { body: BODY }, "the body was signed without its keys sorted"],
  ["body", { body: "{}" }, "the body was signed as {}: it was signed without the body"],
  [
    "body",
    { body: '{"data":{"a":[{"c":3,"d":2}],"b":1},"type":"error"}' },
    "the body was signed with the keys sorted inside arrays too",
  ],
  ["method", { method: "post" }, "the method was signed in lower case"],
  ["clock", { timestamp: String(Math.floor((NOW - 1_000) / 1_000)) }, "the timestamp was signed in seconds"],
  ["secret", { secret: "ended" }, "one of project 1 that ended at 2026-03-01T11:00:00.000Z"],
  ["secret", { secret: "current\n" }, "the secret was used with a line end behind it"],
  ["secret", { secret: "somebody else's" }, "no secret of project 1 gives this signature"],
])("finds the %s at fault when it was signed with %j", async (part, changes, text) => {
  const { out, code } = await verify(capture(changes));
  expect(code).toBe(1);
  expect(out).toContain(`The signature fails: ${part}.\n`);
  expect(out.replace(/\s+/g, " ")).toContain(text);
});

test.each([
  ["with the right secret", "current"],
  ["with another secret", "another"],
])("finds the path at fault where no such address is answered, signed %s", async (_, secret) => {
  const timestamp = String(NOW);
  const signature = sign({ method: "POST", path: "/hooks", canonicalBody: "{}", timestamp }, secret);
  const given = ["--signature", signature, "--timestamp", timestamp];
  const { out, code } = await place.vigia(["verify", "POST", "/hooks", ...given]);
  expect(code).toBe(1);
  expect(out).toContain("The signature fails: path.\n");
  expect(out.replace(/\s+/g, " ")).toContain(
    "POST /hooks is answered with 404: the service calls POST /webhook and GET /users/{userId}.",
  );
});

test("finds the signature at fault where the header holds none", async () => {
  const { out } = await verify(rawHttp("AAAA", String(NOW)));
  expect(out).toContain("The signature fails: signature.\n");
});

test("finds two faults of one request", async () => {
  const { out } = await verify(capture({ path: "/v1/webhook", body: BODY }));
  expect(out).toContain("The signature fails: path, body.\n");
});

test("finds the clock at fault, and asks when the request was received", async () => {
  const late = await verify(capture({}, String(NOW - 3_600_000)));
  expect(late.code).toBe(1);
  expect(late.out).toContain("The signature fails: clock.\n");
  expect(late.out).toContain("signed 60 min before it was received, more than five minutes");
  expect(late.out).toContain("give the time with --at");
  const then = await verify(capture({}, String(NOW - 3_600_000)), "--at", "2026-03-01T11:00:30Z");
  expect(then.code).toBe(0);
  const seconds = await verify(capture({}, String(Math.floor(NOW / 1_000))));
  expect(seconds.out).toContain("the timestamp is in seconds; it must be in milliseconds");
});

test("finds a signature in hexadecimal, and missing headers", async () => {
  const timestamp = String(NOW);
  const right = sign(
    { method: "POST", path: "/webhook", canonicalBody: canonicalBody(JSON.parse(BODY)), timestamp },
    "current",
  );
  const hexadecimal = await verify(rawHttp(Buffer.from(right, "base64").toString("hex"), timestamp));
  expect(hexadecimal.out).toContain("signature  it is hexadecimal; it must be base64");
  const bare = await verify("POST /webhook HTTP/1.1\nHost: example.com\n\n{}");
  expect(bare.out).toContain("headers  it has no x-wavynode-hmac and no x-wavynode-timestamp");
});

test("reads the parts from the command line, and an API Gateway event", async () => {
  const timestamp = String(NOW);
  const signature = sign(
    { method: "GET", path: "/users/jos%C3%A9%20luis", canonicalBody: "{}", timestamp },
    "current",
  );
  const options = ["--signature", signature, "--timestamp", timestamp];
  expect((await place.vigia(["verify", "GET", "/users/jos%c3%a9%20luis", ...options])).code).toBe(0);
  const event = {
    rawPath: "/users/josé luis",
    headers: { "x-wavynode-hmac": signature, "x-wavynode-timestamp": timestamp },
    requestContext: { http: { method: "GET" } },
  };
  expect((await verify(JSON.stringify(event))).code).toBe(0);
});

test.each([
  [["verify", "none.txt"], 1, "none.txt cannot be read"],
  [["verify", "POST", "/webhook"], 2, "give --signature and --timestamp too"],
  [["verify", "broken.txt"], 1, "broken.txt is not a captured request"],
])("refuses %j with one sentence", async (args, code, message) => {
  await place.file("broken.txt", "\u0000\u0001");
  const result = await place.vigia(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
});
