/**
 * The chain of a case's steps. The digest of a step is the SHA-256, in hexadecimal, of its JSON in the canonical form of
 * RFC 8785 (names sorted, no white space) in UTF-8. Each step holds the digest of the one before it, the first one that of
 * `{"opened":…,"subject":…}`, which names the case; the case holds the digest of its last step as `head`. So a step that
 * was changed, removed, added or moved, or that is another case's, does not fit.
 */

import { createHash } from "node:crypto";
import { isObject } from "../contract/exact-json.ts";

/** JSON as RFC 8785 has it; of what DynamoDB holds as text, numbers, lists and maps. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The digest of a step as it is stored. */
export function digestOf(step: object): string {
  return createHash("sha256").update(canonicalJson(step)).digest("hex");
}

/** What the first step of a case holds as the digest before it. */
export function beginningOf({ subject, opened }: { subject: string; opened: string }): string {
  return digestOf({ subject, opened });
}

/** Where a chain does not hold; `at` is the place in the list, from 1. */
export type ChainProblem =
  | { kind: "number"; at: number; found: unknown }
  | { kind: "previous"; at: number }
  | { kind: "head" };

/** A case as it is stored: the steps with everything that stands in them. */
export interface ChainedCase {
  subject: string;
  opened: string;
  steps?: readonly Record<string, unknown>[] | undefined;
  head?: string | undefined;
}

/** Everything that does not hold; nothing for a chain that does. */
export function problemsOfChain(found: ChainedCase): ChainProblem[] {
  const { steps = [], head } = found;
  const problems: ChainProblem[] = [];
  let previous = beginningOf(found);
  for (const [index, step] of steps.entries()) {
    const at = index + 1;
    if (step["number"] !== at) problems.push({ kind: "number", at, found: step["number"] });
    if (step["previous"] !== previous) problems.push({ kind: "previous", at });
    previous = digestOf(step);
  }
  if (head !== (steps.length === 0 ? undefined : previous)) problems.push({ kind: "head" });
  return problems;
}
