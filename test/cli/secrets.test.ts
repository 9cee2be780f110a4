/** `vigia secrets` and `vigia sign`. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeSecrets, fakeSecrets } from "./secrets-manager.ts";
import { endpointsWith, makePlace, NOW, type Place } from "./world.ts";

let place: Place;
let secrets: FakeSecrets;

beforeEach(async () => {
  secrets = fakeSecrets({ "arn:inbound": "{}", "arn:outbound": "{}" });
  place = await makePlace(endpointsWith({}));
});

afterEach(async () => {
  secrets.restore();
  await place.remove();
});

test("sets a webhook secret from standard input, without its line end and without printing it", async () => {
  const result = await place.vigia(["secrets", "set", "--kind", "webhook", "--project", "1"], {
    stdin: "s3cret\n",
  });
  expect(result).toEqual({
    code: 0,
    out: "The webhook secret of project 1 is set in the local stack.\n",
    err: "",
  });
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: "s3cret" }] },
  });
});

test("sets an API key from a prompt, for the only project there is", async () => {
  const result = await place.vigia(["secrets", "set", "--kind", "api-key"], { secret: "k-1" });
  expect(result.code).toBe(0);
  expect(JSON.parse(secrets.current("arn:outbound"))).toEqual({ "1": { apiKeys: [{ value: "k-1" }] } });
  expect(result.out + result.err).not.toContain("k-1");
});

test("keeps the old secret for the overlap when a new one is rotated in, and ends it when retired", async () => {
  await place.vigia(["secrets", "set", "--kind", "webhook"], { stdin: "old" });
  const rotated = await place.vigia(["secrets", "rotate", "--kind", "webhook", "--overlap", "1h"], {
    stdin: "new",
  });
  expect(rotated.out).toBe(
    'The webhook secret of project 1 is new in the local stack. The one before is accepted until 2026-03-01T13:00:00.000Z; end it sooner with "vigia secrets retire --kind webhook --project 1".\n',
  );
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: "new" }, { value: "old", until: "2026-03-01T13:00:00.000Z" }] },
  });
  expect((await place.vigia(["secrets", "retire", "--kind", "webhook"])).code).toBe(0);
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: "new" }] },
  });
});

test("does not undo what somebody else wrote at the same time", async () => {
  secrets.beforeWrite = () => {
    secrets.beforeWrite = undefined;
    secrets.replace("arn:inbound", JSON.stringify({ "2": { webhookSecrets: [{ value: "theirs" }] } }));
  };
  await place.vigia(["secrets", "set", "--kind", "webhook"], { stdin: "ours" });
  expect(JSON.parse(secrets.current("arn:inbound"))).toEqual({
    "1": { webhookSecrets: [{ value: "ours" }] },
    "2": { webhookSecrets: [{ value: "theirs" }] },
  });
});

test("lists what is set and until when, never a value", async () => {
  await place.vigia(["secrets", "set", "--kind", "webhook"], { stdin: "hidden-a" });
  await place.vigia(["secrets", "rotate", "--kind", "webhook"], { stdin: "hidden-b" });
  const { out } = await place.vigia(["secrets", "list"]);
  expect(out).toBe(
    [
      "project  kind     state     accepted until",
      "1        webhook  current",
      "1        webhook  expiring  2026-03-02T12:00:00.000Z",
      "1        api-key  not set",
      "",
    ].join("\n"),
  );
});

test.each([
  [["secrets", "set"], "", 2, "required option '--kind <kind>' not specified"],
  [["secrets", "set", "--kind", "password"], "x", 2, '--kind: expected "webhook" or "api-key".'],
  [["secrets", "set", "--kind", "webhook"], "", 2, "The value is empty"],
  [["secrets", "set", "--kind", "webhook"], "two\nlines", 2, "holds a line end"],
  [["secrets", "set", "--kind", "webhook", "--project", "9"], "x", 1, "Project 9 is none of those"],
  [["secrets", "rotate", "--kind", "webhook", "--overlap", "soon"], "x", 2, "--overlap: expected a length"],
])("refuses %j with %j", async (args, stdin, code, message) => {
  const result = await place.vigia(args, { stdin });
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(secrets.current("arn:inbound")).toBe("{}");
});

test("says what to do when a secret holds something else, without quoting it", async () => {
  secrets.replace("arn:inbound", "plain-text-secret");
  const result = await place.vigia(["secrets", "list"]);
  expect(result.code).toBe(1);
  expect(result.err).toContain("The secret arn:inbound holds something else than it should (not JSON)");
  expect(result.err).not.toContain("plain-text-secret");
});

test("signs a request without a body with the newest webhook secret", async () => {
  await place.vigia(["secrets", "set", "--kind", "webhook"], { stdin: "old" });
  await place.vigia(["secrets", "rotate", "--kind", "webhook"], { stdin: "test-secret" });
  const result = await place.vigia(["sign", "get", "/users/u-1"]);
  // HMAC-SHA256 of "GET::/users/u-1::{}::1772366400000" under "test-secret", from openssl.
  expect(result.out).toBe(
    `x-wavynode-hmac: bPXW/odxJNnu2wykCp7UoLex9GAMAmrg4hec7WinA8Q=\nx-wavynode-timestamp: ${NOW}\n`,
  );
});

test("signs a body with sorted keys, and a URL by its path", async () => {
  await place.vigia(["secrets", "set", "--kind", "webhook"], { stdin: "test-secret" });
  await place.file("body.json", '{"type": "error", "data": "x"}');
  const url = "http://127.0.0.1:3002/Webhook?x=1";
  const fromFile = await place.vigia(["sign", "POST", url, "body.json", "--timestamp", "1700000000000"]);
  // HMAC-SHA256 of 'POST::/webhook::{"data":"x","type":"error"}::1700000000000' under "test-secret", from openssl.
  expect(fromFile.out).toBe(
    "x-wavynode-hmac: gCpC9YlGeL4h4iHZBVdgVSnE/nIi59UgnHOK14DL/4Y=\nx-wavynode-timestamp: 1700000000000\n",
  );
  const piped = await place.vigia(["sign", "POST", "/webhook", "-", "--timestamp", "1700000000000"], {
    stdin: '{"data":"x","type":"error"}',
  });
  expect(piped.out).toBe(fromFile.out);
});

test.each([
  [["sign", "POST", "/webhook", "none.json"], 1, "none.json cannot be read (there is no such file"],
  [["sign", "POST", "webhook"], 2, "<path>: expected a path that begins with /"],
  [["sign", "P0ST", "/webhook"], 2, "<method>: expected an HTTP method"],
  [["sign", "POST", "/webhook", "broken.json"], 1, "broken.json cannot be signed: the body is not JSON"],
  [["sign", "GET", "/users/u-1"], 1, 'run "vigia secrets set --kind webhook --project 1"'],
])("refuses %j", async (args, code, message) => {
  await place.file("broken.json", "{");
  const result = await place.vigia(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(result.out).toBe("");
});
