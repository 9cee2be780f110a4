/** The issues of a body that does not fit the contract, in the reader's language: they are recorded in English. */

import type { Issue } from "../contract/issues.ts";
import { ISSUES } from "../language/catalogue/issues.ts";
import type { SayText } from "../language/formatting.ts";

/** Issues in one line, each by its path, which is the contract's. */
export function issuesIn(say: SayText, issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => {
      const words = messageIn(say, message);
      return path === "" ? words : `${path}: ${words}`;
    })
    .join("; ");
}

type Plain = Exclude<keyof typeof ISSUES, WithValues>;
type WithValues =
  | "oneOf"
  | "numberOfAtMost"
  | "atMost"
  | "atLeast"
  | "characters"
  | "entries"
  | "digits"
  | "unknown";

/** Messages without values, by what is recorded. */
const PLAIN = new Map<string, Plain>(
  (
    [
      ...(["missing", "text", "number", "wholeNumber", "notNegative", "boolean", "list", "object"] as const),
      ...(["jsonObject", "value", "null", "time", "allowedForms", "form", "otherProject"] as const),
    ] satisfies Plain[]
  ).map((name) => [ISSUES[name].en, name]),
);

/** One message; as it is recorded where it is none of ours. */
function messageIn(say: SayText, message: string): string {
  const plain = PLAIN.get(message);
  if (plain !== undefined) return say(ISSUES[plain]);
  const [, kind, value = ""] =
    /^(expected a number of at most|expected at most|expected at least|expected|unknown:) (.+)$/s.exec(
      message,
    ) ?? [];
  switch (kind) {
    case "expected a number of at most":
      return say(ISSUES.numberOfAtMost, { limit: value.replace(/ characters$/, "") });
    case "expected at most":
      return say(ISSUES.atMost, { limit: limitIn(say, value) });
    case "expected at least":
      return say(ISSUES.atLeast, { limit: limitIn(say, value) });
    case "unknown:":
      return say(ISSUES.unknown, { keys: value });
    case "expected":
      return isJsonValues(value) ? say(ISSUES.oneOf, { values: valuesIn(say, value) }) : message;
    default:
      return message;
  }
}

/** `8 characters`, `1 entry`, `78 digits`, or a number alone. */
function limitIn(say: SayText, limit: string): string {
  const [, digits = "", unit] = /^(\d+) (characters?|entry|entries|digits)$/.exec(limit) ?? [];
  const count = Number(digits);
  if (unit === undefined) return limit;
  if (unit === "digits") return say(ISSUES.digits, { count });
  return unit.startsWith("char") ? say(ISSUES.characters, { count }) : say(ISSUES.entries, { count });
}

/** `"warn" or "illegal"`: what the contract allows, as JSON. */
function isJsonValues(text: string): boolean {
  return text.split(" or ").every((value) => /^(?:"[^"]*"|-?[\d.]+|true|false|null)$/.test(value));
}

function valuesIn(say: SayText, text: string): string {
  return text.split(" or ").join(say(ISSUES.or));
}
