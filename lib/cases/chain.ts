/**
 * The chain of a case's steps. The digest of a step is the SHA-256, in hexadecimal, of its JSON in the canonical form of
 * RFC 8785 (names sorted, no white space) in UTF-8. Each step holds the digest of the one before it, the first one that of
 * `{"beginning":…,"opened":…,"subject":…}`: the case's name and everything that it was opened with. The case holds the digest
 * of its last step as `head`, and before the first step that of its beginning. So a step that was changed, removed, added or
 * moved, or that is another case's, does not fit, nor does a beginning. A month has no beginning: it is there with its first step.
 */

import { createHash } from "node:crypto";
import { isObject } from "../contract/exact-json.ts";

/** JSON in the canonical form of RFC 8785, for the text, numbers, lists and maps that DynamoDB holds. */
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

/** An item with a chain of steps: a case, or a month, which has no beginning. */
interface Begun {
  subject: string;
  opened: string;
  beginning?: object | undefined;
}

/** Digest before the first step of a case or month. */
export function beginningOf({ subject, opened, beginning }: Begun): string {
  return digestOf({ subject, opened, beginning });
}

/** Break of a chain; `at` is the place in the list, from 1. */
export type ChainProblem =
  | { kind: "number"; at: number; found: unknown }
  | { kind: "previous"; at: number }
  | { kind: "head" };

/** A stored case: the steps with all of their content. */
export interface ChainedCase extends Begun {
  beginning?: Readonly<Record<string, unknown>> | undefined;
  steps?: readonly Record<string, unknown>[] | undefined;
  head?: string | undefined;
}

/** Every break of a chain; empty for an intact one. */
export function problemsOfChain(found: ChainedCase): ChainProblem[] {
  const { steps = [], head, beginning } = found;
  const problems: ChainProblem[] = [];
  let previous = beginningOf(found);
  for (const [index, step] of steps.entries()) {
    const at = index + 1;
    if (step["number"] !== at) problems.push({ kind: "number", at, found: step["number"] });
    if (step["previous"] !== previous) problems.push({ kind: "previous", at });
    previous = digestOf(step);
  }
  const isBegun = beginning !== undefined || steps.length > 0;
  if (head !== (isBegun ? previous : undefined)) problems.push({ kind: "head" });
  return problems;
}
