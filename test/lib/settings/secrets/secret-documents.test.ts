/** Secret documents after setting and rotating. */

import { expect, test } from "vitest";
import {
  apiKeysOf,
  inboundDocument,
  liveValues,
  outboundDocument,
  rotateValues,
  setValue,
  summaries,
  webhookSecretsOf,
  withApiKeys,
  withWebhookSecrets,
} from "../../../../lib/settings/secrets/secret-documents.ts";

const NOON = Date.parse("2026-03-01T12:00:00.000Z");
const HOUR = 3_600_000;

test("reads the document of a new stack as no secret for any project", () => {
  expect(webhookSecretsOf(inboundDocument.parse({}), 1)).toEqual([]);
  expect(apiKeysOf(outboundDocument.parse({}), 1)).toEqual([]);
});

test("refuses a key that is not a project's id, and an until that is not a time", () => {
  expect(inboundDocument.safeParse({ one: { webhookSecrets: [] } }).success).toBe(false);
  expect(
    inboundDocument.safeParse({ "1": { webhookSecrets: [{ value: "a", until: "soon" }] } }).success,
  ).toBe(false);
});

test("accepts old and new after a rotation, until the overlap ends", () => {
  const values = rotateValues(setValue("old"), { value: "new", until: NOON + HOUR, now: NOON });
  expect(values).toEqual([{ value: "new" }, { value: "old", until: "2026-03-01T13:00:00.000Z" }]);
  expect(liveValues(values, NOON)).toEqual(["new", "old"]);
  expect(liveValues(values, NOON + HOUR)).toEqual(["new"]);
});

test("does not lengthen the life of a secret that is already on its way out", () => {
  const first = rotateValues(setValue("a"), { value: "b", until: NOON + HOUR, now: NOON });
  expect(rotateValues(first, { value: "c", until: NOON + 24 * HOUR, now: NOON })).toEqual([
    { value: "c" },
    { value: "b", until: "2026-03-02T12:00:00.000Z" },
    { value: "a", until: "2026-03-01T13:00:00.000Z" },
  ]);
});

test("does not shorten the overlap that an earlier rotation promised", () => {
  const first = rotateValues(setValue("a"), { value: "b", until: NOON + 48 * HOUR, now: NOON });
  const older = { value: "a", until: "2026-03-03T12:00:00.000Z" };
  expect(rotateValues(first, { value: "c", until: NOON + HOUR, now: NOON })).toEqual([
    { value: "c" },
    { value: "b", until: "2026-03-01T13:00:00.000Z" },
    older,
  ]);
  // The same value again ends no other one sooner.
  expect(rotateValues(first, { value: "b", until: NOON + HOUR, now: NOON })).toEqual([{ value: "b" }, older]);
});

test("keeps a value that is given again once, and drops what has expired", () => {
  const first = rotateValues(setValue("a"), { value: "b", until: NOON + HOUR, now: NOON });
  expect(rotateValues(first, { value: "b", until: NOON + 3 * HOUR, now: NOON + 2 * HOUR })).toEqual([
    { value: "b" },
  ]);
});

test("changes one project and keeps the others", () => {
  const document = { "1": { webhookSecrets: [{ value: "a" }] }, "2": { webhookSecrets: [{ value: "b" }] } };
  expect(withWebhookSecrets(document, 1, setValue("c"))).toEqual({
    "1": { webhookSecrets: [{ value: "c" }] },
    "2": { webhookSecrets: [{ value: "b" }] },
  });
  expect(withApiKeys({}, 3, setValue("k"))).toEqual({ "3": { apiKeys: [{ value: "k" }] } });
});

test("summarises without a value", () => {
  const values = [
    { value: "secret-c" },
    { value: "secret-b", until: "2026-03-01T13:00:00.000Z" },
    { value: "secret-a", until: "2026-03-01T11:00:00.000Z" },
  ];
  expect(summaries(values, NOON)).toEqual([
    { state: "current" },
    { state: "expiring", until: "2026-03-01T13:00:00.000Z" },
    { state: "expired", until: "2026-03-01T11:00:00.000Z" },
  ]);
  expect(JSON.stringify(summaries(values, NOON))).not.toContain("secret-");
});
