/** Problems of a value, in words. */

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseObjectExactly } from "../../../lib/contract/exact-json.ts";
import { type IssueName, issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { digits } from "../../../lib/contract/numbers.ts";
import { readWebhook } from "../../../lib/contract/webhook.ts";

function issues(schema: z.ZodMiniType, value: unknown): string {
  const reading = schema.safeParse(value);
  if (reading.success) throw new Error("expected issues");
  return issuesLine(issuesOf(reading.error));
}

describe("the issues of a value", () => {
  it.each([
    ["a text", z.string(), 1, "expected text"],
    ["a whole number", z.int(), 1.5, "expected a whole number"],
    ["a flag", z.boolean(), "true", "expected true or false"],
    ["a list", z.array(z.string()), {}, "expected a list"],
    ["an object", z.object({}), [], "expected an object"],
    ["a map", z.record(z.string(), z.string()), 1, "expected an object"],
    ["nothing", z.null(), 0, "expected null"],
    ["something", z.nonoptional(z.optional(z.string())), undefined, "expected a value"],
    ["a date", z.date(), 1, "expected date"],
    ["one of several words", z.enum(["a", "b"]), "c", 'expected "a" or "b"'],
    ["a short text", z.string().check(z.maxLength(1)), "ab", "expected at most 1 character"],
    ["a long text", z.string().check(z.minLength(2)), "", "expected at least 2 characters"],
    ["a short list", z.array(z.string()).check(z.maxLength(1)), ["", ""], "expected at most 1 entry"],
    ["a small set", z.set(z.string()).check(z.maxSize(1)), new Set(["", "a"]), "expected at most 1 entry"],
    ["a small number", z.number().check(z.maximum(1)), 2, "expected at most 1"],
    ["a form", z.string().check(z.regex(/a/)), "b", "not in the expected form"],
    ["a form in words", z.string().check(z.regex(/a/, { error: "expected an a" })), "b", "expected an a"],
    ["a rule", z.string().check(z.refine(() => false)), "b", "not in the expected form"],
    [
      "a key of a form",
      z.record(z.string().check(z.minLength(2)), z.number()),
      { b: 1 },
      "b: expected at least 2 characters",
    ],
    ["a list of some length", z.array(z.string()).check(z.minLength(1)), "", "expected a list"],
    ["a list of no more", z.array(z.string()).check(z.maxLength(1)), "ab", "expected a list"],
    ["no other key", z.strictObject({}), { b: 1, c: 2 }, "unknown: b, c"],
  ])("where %s is expected are said in plain words", (_, schema, value, words) => {
    expect(issues(schema, value)).toBe(words);
  });

  it("each say where, one after the other", () => {
    const schema = z.object({ a: z.string(), b: z.array(z.object({ c: z.number() })) });
    expect(issues(schema, { a: 1, b: [{ c: 1 }, { c: "" }] })).toBe(
      "a: expected text; b.1.c: expected a number",
    );
  });

  it("are those of the alternative that got furthest", () => {
    const schema = z.object({ a: z.union([z.string(), z.object({ b: z.object({ c: z.number() }) })]) });
    expect(issues(schema, { a: { b: { c: "" } } })).toBe("a.b.c: expected a number");
    expect(issues(schema, { a: 1 })).toBe("a: expected one of the allowed forms");
  });

  it("quote nothing of a key of hostile length", () => {
    const long = "k".repeat(1_000);
    expect(issues(z.record(z.string(), z.number()), { [long]: "" })).toBe(
      "(a key of 1000 characters): expected a number",
    );
    expect(issues(z.strictObject({}), { [long]: 1 })).toBe("unknown: (a key of 1000 characters)");
    const longest = "k".repeat(60);
    expect(issues(z.strictObject({}), { [longest]: 1 })).toBe(`unknown: ${longest}`);
  });

  it("are at most fifty", () => {
    const reading = z.array(z.string()).safeParse(Array(100).fill(1));
    expect(reading.success ? [] : issuesOf(reading.error)).toHaveLength(50);
  });

  it("are stored by name and values, and said in either language", () => {
    const schema = z.strictObject({
      risk: z.enum(["warn", "illegal"]),
      name: z.string().check(z.minLength(1)),
      laws: z.array(z.string()).check(z.maxLength(2)),
      amount: digits,
      at: z.string().check(z.regex(/^T/, { error: "expected a T" })),
    });
    const value = { risk: "high", name: "", laws: ["", "", ""], amount: -1, at: "x", more: 1 };
    const issues = issuesOf(schema.safeParse(value).error ?? expect.fail("it fits"), value);
    expect(issues).toEqual([
      { path: "risk", is: "oneOf", values: ['"warn"', '"illegal"'] },
      { path: "name", is: "charactersAtLeast", values: ["1"] },
      { path: "laws", is: "entriesAtMost", values: ["2"] },
      { path: "amount", is: "notNegative" },
      { path: "at", is: "freeText", values: ["expected a T"] },
      { path: "", is: "unknown", values: ["more"] },
    ]);
    expect(issuesLine(issues, "es")).toBe(
      'risk: se esperaba "warn" o "illegal"; name: se esperaba como mínimo 1 carácter; ' +
        "laws: se esperaba como máximo 2 elementos; amount: se esperaba un número que no fuera negativo; " +
        "at: expected a T; desconocido: more",
    );
  });

  it("of an empty webhook are in the reader's language alone", () => {
    const body = '{"type":"notification","data":{"id":-1,"inflictedLaws":[{"risk":"high"}],"amount":7}}';
    const reading = readWebhook(parseObjectExactly(body), [1]);
    const issues = reading.valid ? [] : reading.issues;
    expect(issues.length).toBeGreaterThan(5);
    expect(issuesLine(issues, "es")).not.toMatch(/expected|missing/);
  });
});

it.each<[IssueName, string[], string, string]>([
  ["missing", [], "is missing", "falta"],
  ["text", [], "expected text", "se esperaba texto"],
  ["number", [], "expected a number", "se esperaba un número"],
  ["wholeNumber", [], "expected a whole number", "se esperaba un número entero"],
  [
    "notNegative",
    [],
    "expected a number that is not negative",
    "se esperaba un número que no fuera negativo",
  ],
  ["boolean", [], "expected true or false", "se esperaba true o false"],
  ["list", [], "expected a list", "se esperaba una lista"],
  ["object", [], "expected an object", "se esperaba un objeto"],
  ["jsonObject", [], "expected a JSON object", "se esperaba un objeto JSON"],
  ["value", [], "expected a value", "se esperaba un valor"],
  ["null", [], "expected null", "se esperaba null"],
  ["time", [], "expected a time as ISO 8601", "se esperaba una fecha y hora en ISO 8601"],
  ["allowedForms", [], "expected one of the allowed forms", "se esperaba una de las formas permitidas"],
  ["form", [], "not in the expected form", "no tiene la forma esperada"],
  [
    "otherProject",
    [],
    "is not a project that the sender is authenticated for",
    "no es un proyecto para el que se haya autenticado el remitente",
  ],
  ["oneOf", ["1", "2", "3"], "expected 1 or 2 or 3", "se esperaba 1 o 2 o 3"],
  [
    "numberOfAtMost",
    ["100"],
    "expected a number of at most 100 characters",
    "se esperaba un número de máximo 100 caracteres",
  ],
  ["digitsAtMost", ["78"], "expected at most 78 digits", "se esperaba como máximo 78 dígitos"],
  ["digitsAtMost", ["1"], "expected at most 1 digit", "se esperaba como máximo 1 dígito"],
  ["charactersAtMost", ["2"], "expected at most 2 characters", "se esperaba como máximo 2 caracteres"],
  ["charactersAtLeast", ["1"], "expected at least 1 character", "se esperaba como mínimo 1 carácter"],
  ["entriesAtMost", ["1"], "expected at most 1 entry", "se esperaba como máximo 1 elemento"],
  ["entriesAtLeast", ["2"], "expected at least 2 entries", "se esperaba como mínimo 2 elementos"],
  ["atMost", ["5"], "expected at most 5", "se esperaba como máximo 5"],
  ["atLeast", ["5"], "expected at least 5", "se esperaba como mínimo 5"],
  ["unknown", ["a", "b"], "unknown: a, b", "desconocido: a, b"],
  ["freeText", ["expected an a"], "expected an a", "expected an a"],
])("%s with %j is said in both languages", (expectedType, values, en, es) => {
  const issue = { path: "", is: expectedType, values };
  expect([issuesLine([issue]), issuesLine([issue], "es")]).toEqual([en, es]);
});
