/** What is wrong with a value that does not fit its schema, in plain words that quote nothing of the value. */

import type * as z from "zod/mini";

/** One thing that is wrong: where, as in `data.inflictedLaws.0.risk`, and what was expected. */
export interface Issue {
  path: string;
  message: string;
}

/** A hostile body could have one issue a byte; the first of them are enough to act on. */
const MAX_ISSUES = 50;

/**
 * The issues of a failed parse; `zod/mini` ships no messages, so the words are ours.
 * @param parsed what was parsed, where it is to be said of a field that it is missing and not what was expected there
 */
export function issuesOf(error: z.core.$ZodError, parsed?: unknown): Issue[] {
  const found = error.issues.flatMap((issue) => flatten(issue, []));
  return found
    .filter((located) => !isOfAnotherType(located, found))
    .slice(0, MAX_ISSUES)
    .map(({ path, issue }) => ({
      path: path.join("."),
      message: isMissing(parsed, path) ? "is missing" : wordsFor(issue),
    }));
}

/** Issues as one line: `data.id: expected a number; data.txHash: expected text`. */
export function issuesLine(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
}

/** Whether an object that is there lacks the last part of a path. */
function isMissing(parsed: unknown, path: readonly string[]): boolean {
  let value = parsed;
  for (const [index, key] of path.entries()) {
    if (typeof value !== "object" || value === null) return false;
    if (!Object.hasOwn(value, key)) return index === path.length - 1;
    value = Reflect.get(value, key);
  }
  return false;
}

type Located = { path: string[]; issue: z.core.$ZodIssue };

/** A key of hostile length would make the reply an echo of the body. */
const MAX_KEY = 60;

function keyName(key: PropertyKey): string {
  const name = String(key);
  return name.length <= MAX_KEY ? name : `(a key of ${name.length} characters)`;
}

function flatten(issue: z.core.$ZodIssue, above: string[]): Located[] {
  const path = [...above, ...issue.path.map(keyName)];
  // A union with one alternative that got further than the others speaks for that one.
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const deepest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(deepest) > 0) return deepest.flatMap((inner) => flatten(inner, path));
  }
  return [{ path, issue }];
}

/** A list has a length too: of a value of the wrong type, no other check says anything that helps. */
function isOfAnotherType({ path, issue }: Located, all: readonly Located[]): boolean {
  if (issue.code !== "too_small" && issue.code !== "too_big") return false;
  return all.some((other) => other.issue.code === "invalid_type" && other.path.join(".") === path.join("."));
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

const TYPE_WORDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
  nonoptional: "a value",
};

function wordsFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `expected ${issue.options.map((option) => JSON.stringify(option)).join(" or ")}`
        : "expected one of the allowed forms";
    case "too_big":
      return `expected at most ${limitWithUnit(Number(issue.maximum), issue.origin)}`;
    case "too_small":
      return `expected at least ${limitWithUnit(Number(issue.minimum), issue.origin)}`;
    case "invalid_key":
      return issue.issues.map(wordsFor).join(", ");
    case "unrecognized_keys":
      return `unknown: ${issue.keys.map(keyName).join(", ")}`;
    default:
      // A format, pattern or rule: the schema gives the words, since the pattern would mean nothing to a reader.
      return issue.message === undefined || issue.message === "Invalid input"
        ? "not in the expected form"
        : issue.message;
  }
}

function limitWithUnit(limit: number, origin: string): string {
  const one = limit === 1;
  if (origin === "string") return `${limit} ${one ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `${limit} ${one ? "entry" : "entries"}`;
  return String(limit);
}
