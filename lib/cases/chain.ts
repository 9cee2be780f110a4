/**
 * The digests that chain the events of a case, which `case-events.ts` puts behind each other. The digest of an event is the SHA-256, in
 * hexadecimal, of its JSON in the canonical form of RFC 8785 (names sorted, no white space) in UTF-8.
 *
 * Each event holds the digest of the event before it. The first event holds the digest of the key of its case or month,
 * `{"opened":…,"subject":…}`. The item for lists of the case or month holds the digest of its last event.
 *
 * So an event that was changed, removed, added or moved, or that is another case's, does not fit.
 */

import { createHash } from "node:crypto";
import { isObject } from "../contract/exact-json.ts";
import type { CaseKey } from "./case-keys.ts";

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
export function digestOfKey({ subject, opened }: CaseKey): string {
  return digestOf({ subject, opened });
}

/** Digest of the cases that a notice covers, over their sorted keys. */
export function digestOfCases(keys: readonly CaseKey[]): string {
  const names = keys.map(({ subject, opened }) => `${subject} ${opened}`).sort();
  return createHash("sha256").update(names.join("\n")).digest("hex");
}

/** A break of a chain: by its number or by the digest before it, an event at a place in the list, from 1; or the last event. */
export type ChainProblem =
  | { kind: "number"; at: number; actual: unknown }
  | { kind: "previous"; at: number }
  | { kind: "last" };

/** The events of a case or month with all of their content, and the digest that its item for lists has of the last one. */
export interface Chain extends CaseKey {
  events: readonly Readonly<Record<string, unknown>>[];
  /** As it is stored, which may be anything. */
  lastDigest: unknown;
}

/** Every break of a chain; empty for an intact one. */
export function problemsOfChain({ events, lastDigest, ...key }: Chain): ChainProblem[] {
  const problems: ChainProblem[] = [];
  let previous = digestOfKey(key);
  for (const [index, event] of events.entries()) {
    const at = index + 1;
    if (event["number"] !== at) problems.push({ kind: "number", at, actual: event["number"] });
    if (event["previous"] !== previous) problems.push({ kind: "previous", at });
    previous = digestOf(event);
  }
  // Every case and month has an opening, so one without events lost them, even where the digest of its key was put in their place.
  if (events.length === 0) problems.push({ kind: "last" });
  else if (lastDigest !== previous) problems.push({ kind: "last" });
  return problems;
}
