/** What alerts say in the reader's language of what is recorded or marked in English. */

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { issuesIn } from "../../../lib/alerts/messages/issue-words.ts";
import { idIn, marksIn, slackIdIn } from "../../../lib/alerts/messages/shown-id.ts";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { readWebhook } from "../../../lib/contract/webhook.ts";
import { quoted } from "../../../lib/text/quoting.ts";
import { ENGLISH, SPANISH } from "../../support/speakers.ts";

/** The issues of one value for each kind of schema. */
const OF_SCHEMAS = (
  [
    [z.string(), 1],
    [z.number(), "x"],
    [z.boolean(), "x"],
    [z.array(z.string()), "x"],
    [z.object({}), "x"],
    [z.null(), 1],
    [z.enum(["warn", "illegal"]), "x"],
    [z.literal(3), 4],
    [z.union([z.string(), z.null()]), 1],
    [z.string().check(z.maxLength(1)), "xx"],
    [z.string().check(z.minLength(8)), "x"],
    [z.array(z.string()).check(z.maxLength(20)), Array.from({ length: 21 }, () => "x")],
    [z.array(z.string()).check(z.minLength(1)), []],
    [z.number().check(z.maximum(10)), 11],
    [z.number().check(z.minimum(1_000_000)), 0],
    [z.strictObject({}), { more: 1 }],
    [z.string().check(z.regex(/x/)), "y"],
  ] as const
).flatMap(([schema, value]) => issuesOf(schema.safeParse(value).error ?? expect.fail("it fits")));

const OTHERS = [
  "is missing",
  "expected a whole number",
  "expected a value",
  "expected a number that is not negative",
  "expected at most 78 digits",
  "expected a number of at most 100 characters",
  "expected a time as ISO 8601",
  "expected a JSON object",
  "is not a project that the sender is authenticated for",
].map((message) => ({ path: "data.id", message }));

describe("the issues of a body", () => {
  it("are said in English as they are recorded, and each in other words in Spanish", () => {
    const all = [...OF_SCHEMAS, ...OTHERS];
    expect(all.length).toBeGreaterThanOrEqual(26);
    for (const issue of all) {
      expect(issuesIn(ENGLISH.sayText, [issue])).toBe(issuesLine([issue]));
      expect([issue.message, issuesIn(SPANISH.sayText, [issue])]).toEqual([
        issue.message,
        expect.not.stringMatching(/expected|missing|unknown|form$|project/),
      ]);
    }
  });

  it("are those of a webhook, by the contract's own paths", () => {
    const body = '{"type":"notification","data":{"id":-1,"inflictedLaws":[{"risk":"high"}],"amount":7}}';
    const reading = readWebhook(parseObjectExactly(body), [1]);
    const issues = reading.valid ? [] : reading.issues;
    expect(issuesIn(SPANISH.sayText, issues)).toContain(
      'data.inflictedLaws.0.risk: se esperaba "warn" o "illegal"',
    );
    expect(issues.filter((issue) => /expected|missing/.test(issuesIn(SPANISH.sayText, [issue])))).toEqual([]);
  });

  it("of no known form are shown as they are recorded", () => {
    for (const message of ["expected the unexpected", "Something else", ""])
      expect(issuesIn(SPANISH.sayText, [{ path: "", message }])).toBe(message);
  });
});

describe("marks", () => {
  it("are in the reader's language", () => {
    const text = "ana@example.com GODE561231GR8 GODE561231HDFRRN09";
    expect(quoted(text, 200, marksIn(ENGLISH))).toBe('"[e-mail masked] [RFC masked] [CURP masked]"');
    expect(quoted(text, 200, marksIn(SPANISH))).toBe('"[correo oculto] [RFC oculto] [CURP oculta]"');
    expect([idIn(SPANISH, "ana@example.com"), idIn(ENGLISH, "ana@example.com")]).toEqual([
      "[correo oculto]",
      "[e-mail masked]",
    ]);
    expect(slackIdIn(SPANISH, "a`b")).toBe("`a'b` (con ' en lugar de sus acentos graves)");
    expect(slackIdIn(ENGLISH, "a`b")).toBe("`a'b` (with ' for its backticks)");
  });
});
