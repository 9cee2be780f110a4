/** `vigia secrets` and `vigia sign`. */

import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mockClient } from "../../../support/mock-client.ts";
import { type EmulatedSecrets, startSecrets } from "../support/emulated-secrets.ts";
import { endpointsWith, makePlace, NOW, type Place } from "../support/test-context.ts";

const lambda = mockClient(LambdaClient);
const answer = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const HOOK = "secret-of-a-test";

let place: Place;
let secrets: EmulatedSecrets;

beforeEach(async () => {
  lambda.reset();
  lambda.on(InvokeCommand).callsFake(async () => ({ Payload: answer({ runs: [] }) }));
  secrets = await startSecrets({ "arn:inbound": "{}", "arn:outbound": "{}" });
  place = await makePlace(endpointsWith({ secretsmanager: secrets.url }));
});

afterEach(async () => {
  await secrets.stop();
  await place.remove();
});

test("sets a webhook secret from standard input, without its line end and without printing it", async () => {
  const result = await place.vigia("secrets set --kind webhook --project 1", { stdin: `${HOOK}\n` });
  expect(result).toEqual({
    code: 0,
    out: "The webhook secret of project 1 is set in the local stack.\n",
    err: "",
  });
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: HOOK }] },
  });
});

test.each(["set", "rotate"])(
  "refuses to %s a webhook secret that can be guessed, and keeps the one before",
  async (verb) => {
    const before = JSON.stringify({ "1": { webhookSecrets: [{ value: HOOK }] } });
    secrets.replace("arn:inbound", before);
    expect(await place.vigia(["secrets", verb, "--kind", "webhook"], { stdin: "s3cret-of-15-ch" })).toEqual({
      code: 2,
      out: "",
      err: "This secret has 15 characters, and can be guessed from a single signed call. Have the service make one of 16 or more. Nothing was changed.\n",
    });
    expect(secrets.current("arn:inbound")).toBe(before);
  },
);

test("says of a value that is set already that it is, and of no other that it has ended", async () => {
  const set = (stdin: string) => place.vigia("secrets set --kind webhook", { stdin });
  const value = "0123456789abcdef";
  await set(value);
  expect((await set(value)).out).toBe(
    "The webhook secret of project 1 has this value already in the local stack.\n",
  );
  expect((await set(`${value}0`)).out).toBe(
    "The webhook secret of project 1 is set in the local stack. The functions refuse the previous value within a minute.\n",
  );
});

test("sets an API key from a prompt, for the only project there is", async () => {
  const result = await place.vigia("secrets set --kind api-key", { secret: "k-1" });
  expect(result.code).toBe(0);
  expect(JSON.parse(secrets.current("arn:outbound"))).toEqual({ "1": { apiKeys: [{ value: "k-1" }] } });
  expect(result.out + result.err).not.toContain("k-1");
});

test.each([
  [
    { Payload: answer({ runs: [], chains: 8 }) },
    "The API key of project 1 is set in the local stack.\nThe service named 8 chains: alerts show names and links.\n",
    "",
  ],
  [
    { Payload: answer({ runs: [] }) },
    "The API key of project 1 is set in the local stack.\n",
    "This key is not tried yet, and alerts show ids of chains until the next scan: the service did not name its chains. See the log of StartScan (.local/logs/StartScan.jsonl).\n",
  ],
  [
    { FunctionError: "Unhandled", Payload: answer({ errorMessage: "A scan starts with …" }) },
    "The API key of project 1 is set in the local stack.\n",
    "This key is not tried yet, and alerts show ids of chains until the next scan: The function that starts scans failed in the local stack: A scan starts with …\n",
  ],
])("has the chains fetched with an API key, and says where it could not", async (reply, out, err) => {
  lambda.on(InvokeCommand).callsFake(async () => reply);
  expect(await place.vigia("secrets set --kind api-key", { stdin: "k-1" })).toEqual({
    code: 0,
    out,
    err,
  });
  const [call] = lambda.commandCalls(InvokeCommand);
  expect(call?.args[0].input).toEqual({
    FunctionName: "start-scan",
    Payload: '{"projectIds":[1],"trigger":"chains"}',
  });
});

test.each([
  ["set", "The API key of project 1 is set in the local stack.\n"],
  ["rotate", "The API key of project 1 is new in the local stack. There was no previous value.\n"],
])("fails where the service refuses an API key that %s stored, and says what to do", async (verb, out) => {
  lambda.on(InvokeCommand).callsFake(async () => ({ Payload: answer({ runs: [], isKeyRefused: true }) }));
  expect(await place.vigia(["secrets", verb, "--kind", "api-key"], { stdin: "k-1" })).toEqual({
    code: 1,
    out,
    err: "The service refuses this API key: no wallet of project 1 can be scanned with it. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --kind api-key --project 1\".\n",
  });
});

test("keeps the old secret for the overlap when a new one is rotated in, and ends it when the new one is set", async () => {
  await place.vigia("secrets set --kind webhook", { stdin: "old-secret-of-a-test" });
  const rotated = await place.vigia("secrets rotate --kind webhook --overlap 1h", {
    stdin: "new-secret-of-a-test",
  });
  expect(rotated.out).toBe(
    'The webhook secret of project 1 is new in the local stack. The previous value is accepted until 2026-03-01T13:00:00.000Z; "vigia secrets set" with the new value ends it sooner.\n',
  );
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": {
      webhookSecrets: [
        { value: "new-secret-of-a-test" },
        { value: "old-secret-of-a-test", until: "2026-03-01T13:00:00.000Z" },
      ],
    },
  });
  expect((await place.vigia("secrets set --kind webhook", { stdin: "new-secret-of-a-test" })).out).toBe(
    "The webhook secret of project 1 has this value already in the local stack. The functions refuse the previous value within a minute.\n",
  );
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: "new-secret-of-a-test" }] },
  });
});

test("says until when each older value is accepted after a second rotation", async () => {
  const rotateTo = (stdin: string, overlap: string) =>
    place.vigia(["secrets", "rotate", "--kind", "webhook", "--overlap", overlap], { stdin });
  await place.vigia("secrets set --kind webhook", { stdin: "first-secret-of-a-test" });
  await rotateTo("second-secret-of-a-test", "48h");
  expect((await rotateTo("third-secret-of-a-test", "1h")).out).toBe(
    'The webhook secret of project 1 is new in the local stack. The previous value is accepted until 2026-03-01T13:00:00.000Z, and an older one until 2026-03-03T12:00:00.000Z, as promised when it was replaced; "vigia secrets set" with the new value ends them sooner.\n',
  );
  expect((await rotateTo("third-secret-of-a-test", "24h")).out).toMatch(
    /^The webhook secret of project 1 has this value already in the local stack\. The previous value is accepted until 2026-03-01T13:/,
  );
  expect((await rotateTo("fourth-secret-of-a-test", "24h")).out).toContain(
    "accepted until 2026-03-02T12:00:00.000Z, and 2 older ones until 2026-03-01T13:00:00.000Z, 2026-03-03T12:00:00.000Z, as promised when they were replaced;",
  );
});

test("makes up the test project's webhook secret, and never shows it", async () => {
  const set = await place.vigia("secrets set --kind webhook --project 0");
  expect(set.out).toBe("The webhook secret of project 0 is set in the local stack.\n");
  const first = JSON.parse(secrets.current("arn:inbound"))[0].webhookSecrets[0].value;
  expect(first).toMatch(/^[\w-]{43}$/);
  const rotated = await place.vigia("secrets rotate --kind webhook --project 0 --overlap 1h");
  expect(rotated.out).toContain("The previous value is accepted until");
  const [second] = JSON.parse(secrets.current("arn:inbound"))[0].webhookSecrets;
  expect(second.value).not.toBe(first);
  const key = await place.vigia(["secrets", "set", "--kind", "api-key", "--project", "0"], { stdin: "x" });
  expect([key.code, key.err]).toEqual([2, "The test project has no API key: nothing of it is scanned.\n"]);
});

test.each(["set", "rotate"])("refuses to %s a webhook secret that another holder has", async (verb) => {
  const document = {
    1: { webhookSecrets: [{ value: "own" }] },
    0: {
      webhookSecrets: [
        { value: "theirs-secret-of-a-test" },
        { value: "ended-secret-of-a-test", until: "2026-01-01T00:00:00Z" },
      ],
    },
  };
  secrets.replace("arn:inbound", JSON.stringify(document));
  const { code, err } = await place.vigia(["secrets", verb, "--kind", "webhook"], {
    stdin: "theirs-secret-of-a-test",
  });
  expect(code).toBe(1);
  expect(err).toBe(
    "This is the secret that project 0 has already: each needs its own, or Vigía cannot tell who sends a call. Nothing was changed.\n",
  );
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual(document);
  const ended = await place.vigia(["secrets", verb, "--kind", "webhook"], {
    stdin: "ended-secret-of-a-test",
  });
  expect(ended.code).toBe(0);
});

test("takes one API key for two projects, which proves nothing here", async () => {
  secrets.replace("arn:outbound", JSON.stringify({ 2: { apiKeys: [{ value: "same" }] } }));
  expect((await place.vigia("secrets set --kind api-key", { stdin: "same" })).code).toBe(0);
});

test("lists what is set and until when, never a value", async () => {
  await place.vigia("secrets set --kind webhook", { stdin: "hidden-a-secret-of-a-test" });
  await place.vigia("secrets rotate --kind webhook", { stdin: "hidden-b-secret-of-a-test" });
  const { out } = await place.vigia("secrets list");
  expect(out).toBe(
    [
      "project  kind     state     accepted until",
      "1        webhook  current",
      "1        webhook  expiring  2026-03-02T12:00:00.000Z",
      "1        api-key  not set",
      "0        webhook  not set",
      "",
    ].join("\n"),
  );
});

test.each([
  [["secrets", "set"], "", 2, "required option '--kind <kind>' not specified"],
  [["secrets", "set", "--kind", "password"], "x", 2, "Allowed choices are webhook, api-key."],
  [["secrets", "set", "--kind", "webhook"], "", 2, "The value is empty"],
  [["secrets", "set", "--kind", "webhook"], "two\nlines", 2, "contains a line break"],
  [["secrets", "set", "--kind", "webhook", "--project", "9"], "x", 1, "Project 9 is not served"],
  [["secrets", "rotate", "--kind", "webhook", "--overlap", "soon"], "x", 2, "Expected a length of time"],
  [["secrets", "rotate", "--kind", "webhook", "--overlap", "31d"], "x", 2, "Expected at most 30d."],
])("refuses %j with %j", async (args, stdin, code, message) => {
  const result = await place.vigia(args, { stdin });
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(secrets.current("arn:inbound")).toBe("{}");
});

test("says what to do when a secret holds something else, without quoting it", async () => {
  secrets.replace("arn:inbound", "plain-text-secret");
  const result = await place.vigia("secrets list");
  expect(result.code).toBe(1);
  expect(result.err).toContain("The secret arn:inbound has invalid content (not JSON)");
  expect(result.err).not.toContain("plain-text-secret");
});

test("signs a request without a body with the newest webhook secret", async () => {
  const webhookSecrets = [{ value: "test-secret" }, { value: "old", until: "2026-03-02T12:00:00.000Z" }];
  secrets.replace("arn:inbound", JSON.stringify({ 1: { webhookSecrets } }));
  const result = await place.vigia("sign get /users/u-1");
  // HMAC-SHA256 of "GET::/users/u-1::{}::1772366400000" under "test-secret", from openssl.
  expect(result.out).toBe(
    `x-wavynode-hmac: bPXW/odxJNnu2wykCp7UoLex9GAMAmrg4hec7WinA8Q=\nx-wavynode-timestamp: ${NOW}\n`,
  );
});

test("signs a body with sorted keys, and a path in lower case without its query", async () => {
  secrets.replace("arn:inbound", '{"1":{"webhookSecrets":[{"value":"test-secret"}]}}');
  await place.file("body.json", '{"type": "error", "data": "x"}');
  const fromFile = await place.vigia("sign POST /Webhook?x=1 body.json --timestamp 1700000000000");
  // HMAC-SHA256 of 'POST::/webhook::{"data":"x","type":"error"}::1700000000000' under "test-secret", from openssl.
  expect(fromFile.out).toBe(
    "x-wavynode-hmac: gCpC9YlGeL4h4iHZBVdgVSnE/nIi59UgnHOK14DL/4Y=\nx-wavynode-timestamp: 1700000000000\n",
  );
  const piped = await place.vigia("sign POST /webhook - --timestamp 1700000000000", {
    stdin: '{"data":"x","type":"error"}',
  });
  expect(piped.out).toBe(fromFile.out);
});

test.each([
  [["sign", "POST", "/webhook", "none.json"], 1, "none.json cannot be read: there is no such file"],
  [["sign", "POST", "webhook"], 2, "Expected a path that begins with /"],
  [["sign", "POST", "/webhook", "broken.json"], 1, "The request cannot be signed: the body is not JSON"],
  [["sign", "GET", "/users/u-1"], 1, 'run "vigia secrets set --kind webhook --project 1"'],
])("refuses %j", async (args, code, message) => {
  await place.file("broken.json", "{");
  const result = await place.vigia(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(result.out).toBe("");
});

test("prints no value that was typed as an argument", async () => {
  const { code, out, err } = await place.vigia("secrets set --kind api-key invented-api-key");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("too many arguments");
  expect(err).not.toContain("invented-api-key");
});
