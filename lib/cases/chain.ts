/**
 * The digests that chain the events of a case, which `case-events.ts` puts behind each other. The digest of an event is the SHA-256, in
 * hexadecimal, of its JSON in the canonical form of RFC 8785 (names sorted, no white space) in UTF-8. Each event holds the digest of the
 * one before it, and the first one that of `{"opened":…,"subject":…}`, the key of its case or month, whose item for lists holds the
 * digest of the last one. So an event that was changed, removed, added or moved, or that is another case's, does not fit.
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

/** The digest of an event as it is stored. */
export function digestOf(event: object): string {
  return createHash("sha256").update(canonicalJson(event)).digest("hex");
}

/** SHA-256 of bytes in hexadecimal, as events and manifests name a body or a file. */
export function digestOfBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Digest before the first event of a case or month. */
export function digestOfKey({ subject, opened }: { subject: string; opened: string }): string {
  return digestOf({ subject, opened });
}

/** Digest of the cases that a notice covers, over their sorted keys. */
export function digestOfCases(keys: readonly { subject: string; opened: string }[]): string {
  const names = keys.map(({ subject, opened }) => `${subject} ${opened}`).sort();
  return createHash("sha256").update(names.join("\n")).digest("hex");
}

/** Break of a chain; `at` is the place in the list, from 1. */
export type ChainProblem =
  | { kind: "number"; at: number; actual: unknown }
  | { kind: "previous"; at: number }
  | { kind: "head" };

/** The events of a case or month with all of their content, and the digest that its item for lists has of the last one. */
export interface Chain {
  subject: string;
  opened: string;
  events: readonly Readonly<Record<string, unknown>>[];
  last: unknown;
}

/** Every break of a chain; empty for an intact one. */
export function problemsOfChain({ events, last, ...key }: Chain): ChainProblem[] {
  const problems: ChainProblem[] = [];
  let previous = digestOfKey(key);
  for (const [index, event] of events.entries()) {
    const at = index + 1;
    if (event["number"] !== at) problems.push({ kind: "number", at, actual: event["number"] });
    if (event["previous"] !== previous) problems.push({ kind: "previous", at });
    previous = digestOf(event);
  }
  if (events.length === 0 || last !== previous) problems.push({ kind: "head" });
  return problems;
}
