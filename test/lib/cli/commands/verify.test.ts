/** `vigia verify`: what it says of requests that were signed in each wrong way. */

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalBody, sign } from "../../../../lib/contract/signature.ts";
import { type EmulatedSecrets, startSecrets } from "../support/emulated-secrets.ts";
import { endpointsWith, makePlace, NOW, type Place } from "../support/test-context.ts";

let place: Place;
let secrets: EmulatedSecrets;

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
  secrets = await startSecrets({ "arn:inbound": JSON.stringify(document), "arn:outbound": "{}" });
  place = await makePlace(endpointsWith({ secretsmanager: secrets.url }));
});

afterAll(async () => {
  await secrets.stop();
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

function rawHttp(signature: string, timestamp: string, line = "POST /webhook?x=1", body = BODY): string {
  return `${line} HTTP/1.1\r\nHost: example.com\r\nX-WavyNode-Hmac: ${signature}\r\nx-wavynode-timestamp: ${timestamp}\r\n\r\n${body}`;
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
  ["path", { path: "/v1/webhook" }, "path    signed as /v1/webhook"],
  ["path", { path: "/webhook?x=1" }, "path    signed with its query"],
  ["path", { path: "/webhook/" }, "path    signed with a slash at its end"],
  ["body", { body: BODY }, "body    signed without its keys sorted"],
  ["body", { body: "{}" }, "body    signed as {}, without the body"],
  [
    "body",
    { body: '{"data":{"a":[{"c":3,"d":2}],"b":1},"type":"error"}' },
    "body    signed with the keys sorted inside arrays too",
  ],
  ["method", { method: "post" }, "method  signed in lower case"],
  ["clock", { timestamp: String(NOW - 1_000).slice(0, -3) }, "clock   signed in seconds"],
  ["secret", { secret: "ended" }, "one of project 1 that ended at 2026-03-01T11:00:00.000Z"],
  ["secret", { secret: "current\n" }, "secret  used with a line end behind it"],
  ["secret", { secret: "of another" }, "no secret of project 1 gives this signature"],
  ["path, body", { path: "/v1/webhook", body: BODY }, "body    signed without its keys sorted"],
])("finds %s at fault when it was signed with %j", async (parts, changes, text) => {
  const { out, code } = await verify(capture(changes));
  expect(code).toBe(1);
  expect(out).toContain(`The signature fails: ${parts}.\n`);
  expect(out).toContain(text);
});

test.each([
  ["with the right secret", "current"],
  ["with another secret", "another"],
])("finds the path at fault where no such address is answered, signed %s", async (_, secret) => {
  const timestamp = String(NOW);
  const signature = sign({ method: "POST", path: "/hooks", canonicalBody: "{}", timestamp }, secret);
  const { out, code } = await verify(rawHttp(signature, timestamp, "POST /hooks", ""));
  expect(code).toBe(1);
  expect(out).toContain("The signature fails: path.\n");
  expect(out).toContain("POST /hooks is answered with 404");
});

test("finds the signature at fault where the header holds none, or one in hexadecimal", async () => {
  const none = await verify(rawHttp("AAAA", String(NOW)));
  expect(none.out).toContain("The signature fails: signature.\n");
  const right = sign(
    {
      method: "POST",
      path: "/webhook",
      canonicalBody: canonicalBody(JSON.parse(BODY)),
      timestamp: String(NOW),
    },
    "current",
  );
  const hexadecimal = await verify(rawHttp(Buffer.from(right, "base64").toString("hex"), String(NOW)));
  expect(hexadecimal.out).toContain("The signature fails: signature.\n");
  expect(hexadecimal.out).toContain("secret     ok: the current one of project 1");
});

test("finds the clock at fault, and asks when the request was received", async () => {
  const late = await verify(capture({}, String(NOW - 3_600_000)));
  expect(late.code).toBe(1);
  expect(late.out).toContain("The signature fails: clock.\n");
  expect(late.out).toContain("signed 3,600 s before it was received: a clock is wrong");
  expect(late.out).toContain("give the time with --at");
  const then = await verify(capture({}, String(NOW - 3_600_000)), "--at", "2026-03-01T11:00:30Z");
  expect(then.code).toBe(0);
  const seconds = await verify(capture({}, String(Math.floor(NOW / 1_000))));
  expect(seconds.out).toContain("the timestamp is in seconds; it must be in milliseconds");
});

test("finds missing headers, and a body that is no JSON object", async () => {
  const bare = await verify("POST /webhook HTTP/1.1\nHost: example.com\n\n{}");
  expect(bare.out).toContain("headers  it has no x-wavynode-hmac and no x-wavynode-timestamp");
  const list = await verify(rawHttp("AAAA", String(NOW), "POST /webhook", "[1]"));
  expect(list.out).toContain("The signature fails: body, signature.\n");
});

test("accepts the encodings of a user's id that the look-up accepts, in what curl says that it sent", async () => {
  const timestamp = String(NOW);
  const parts = { method: "GET", path: "/users/jos%C3%A9%20luis", canonicalBody: "{}", timestamp };
  const http = rawHttp(sign(parts, "current"), timestamp, "GET /users/josé luis", "");
  expect((await verify(http.replaceAll(/^(?=.)/gm, "> "))).out).toContain("The signature is valid.");
});

test.each([
  ["none.txt", "none.txt cannot be read"],
  ["broken.txt", "This is not a captured request"],
])("refuses %s with one sentence", async (file, message) => {
  await place.file("broken.txt", "\u0000\u0001");
  const { code, err } = await place.vigia(["verify", file]);
  expect(code).toBe(1);
  expect(err).toContain(message);
});
