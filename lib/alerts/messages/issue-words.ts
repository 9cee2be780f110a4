/** The issues of a body that does not fit the contract, in the reader's language: they are recorded in English. */

import type { Issue } from "../../contract/issues.ts";
import { ISSUES } from "../../i18n/catalogue/issues.ts";
import type { SayText } from "../../i18n/formatting.ts";
import type { Placeholders } from "../../i18n/texts.ts";

/** Issues in one line, each by its path, which is the contract's. */
export function issuesIn(say: SayText, issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => {
      const words = messageIn(say, message);
      return path === "" ? words : `${path}: ${words}`;
    })
    .join("; ");
}

type Issues = typeof ISSUES;

/** The texts that need no values. */
type Plain = {
  [Name in keyof Issues]: Placeholders<Issues[Name]["en"]> extends never ? Issues[Name] : never;
}[keyof Issues];

function isPlain(text: Issues[keyof Issues]): text is Plain {
  return !text.en.includes("$");
}

/** Messages without values, by what is recorded. */
const PLAIN = new Map(
  Object.values(ISSUES)
    .filter(isPlain)
    .map((text): [string, Plain] => [text.en, text]),
);

/** One message; as it is recorded where it is none of ours. */
function messageIn(say: SayText, message: string): string {
  const plain = PLAIN.get(message);
  if (plain !== undefined) return say(plain);
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
