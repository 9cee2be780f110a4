/** What no text of an alert may hold, whoever wrote what it speaks of. */

import { holdsRfc } from "../inputs/shown-text.ts";
import { FuzzError } from "./reply-checks.ts";

/**
 * What a person would not see, or would see otherwise than it is: control characters but the line's end, halves of
 * characters, what turns text round, and what is drawn as nothing. Isolates are judged by their pairs.
 */
const TRICKS =
  /[^\P{Cc}\n]|[\ud800-\udfff\uffff\u2028\u2029\u202a-\u202e\u2800]|(?![\u2066-\u2069])\p{Default_Ignorable_Code_Point}/u;

/** Slack's form breaks formatting with zero-width spaces. */
const OWN_SPACE = /\u200b(?=[*_~`])/g;

/** @throws {FuzzError} where a form of an alert shows something else than it says */
export function checkTexts(texts: Record<string, string>): void {
  for (const [form, shown] of Object.entries(texts)) {
    const plain = form === "https" ? textsIn(JSON.parse(shown)).join("\n") : shown;
    const trick = TRICKS.exec(plain.replace(OWN_SPACE, ""));
    if (trick !== null) throw new FuzzError(`an alert with ${JSON.stringify(trick[0])} in its ${form} form`);
    if (holdsRfc(plain)) throw new FuzzError(`a tax identifier in an alert's ${form} form`);
    for (const line of plain.split("\n")) checkIsolates(line);
  }
}

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whatever turns text round ends on its own line, and nothing ends more than was begun. */
function checkIsolates(line: string): void {
  let depth = 0;
  for (const [mark] of line.matchAll(/[\u2066-\u2069]/g)) {
    depth += mark === "\u2069" ? -1 : 1;
    if (depth < 0) break;
  }
  if (depth !== 0) throw new FuzzError(`an isolate that is not closed in ${JSON.stringify(line)}`);
}
