/** Everything that a run leaves, with times and random names replaced, and how two of them differ. */

import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { type Hit, repeatsAllowed } from "./arming.ts";
import type { FaultStack } from "./fault-stack.ts";

export type Item = Record<string, unknown>;

export interface Snapshot {
  /** Items as they are stored, by the table's short name. */
  tables: Record<string, Item[]>;
  alerts: LocalAlert[];
  /** Number of messages in each queue, and in its dead-letter queue. */
  queues: Record<string, number>;
  /** Answers to callers, and functions that failed for good. */
  replies: string[];
  /** Bodies that the endpoint has answered for, or that were put into the queue. */
  acknowledged: string[];
  /** Number of times that they were sent. */
  deliveries: number;
  /** Output of `vigia cases verify`; its first line says what it looked at. */
  verified: { code: number; out: string };
}

/** Attributes that differ between two runs without a fault: random, or made of a time. */
const PLACEHOLDERS = /^(?:delivery|alertDelivery|order|last|previous)$/;

/** Attributes of which another invariant judges: a delivery that comes again may count as a repeat, which is a write. */
const JUDGED_ELSEWHERE = /^(?:repeats|v)$/;

/** Times from this year on are of the run itself: those in bodies are older. */
const RECENT_YEAR = 2026;
const RECENT_MS = Date.UTC(RECENT_YEAR, 0);

export async function takeSnapshot(stack: FaultStack): Promise<Snapshot> {
  const tables: Record<string, Item[]> = {};
  for (const [name, TableName] of Object.entries<string | undefined>(stack.endpoints.tables)) {
    tables[name] = [];
    for await (const { Items = [] } of paginateScan({ client: stack.database }, { TableName }))
      tables[name].push(...Items);
  }
  return {
    tables,
    alerts: stack.alerts(),
    queues: await stack.waiting(),
    replies: [...stack.replies],
    acknowledged: [...stack.acknowledged],
    deliveries: stack.deliveries,
    verified: await stack.vigia("cases verify"),
  };
}

/** Differences of a run from one without a fault, a line each. */
export function differences(expected: Snapshot, snapshot: Snapshot, hits: readonly Hit[]): string[] {
  const tables = Object.keys(expected.tables).filter((name) => name !== "alerts" || !isRecordHit(hits));
  return [
    ...tables.flatMap((name) => {
      const [before, after] = [expected.tables[name] ?? [], snapshot.tables[name] ?? []];
      const isGrouped = name === "alerts" && before.some((item) => subjectsIn(item).length > 1);
      return isGrouped
        ? differencesOf(name, before.flatMap(subjectsIn), after.flatMap(subjectsIn))
        : differencesOf(name, before, after);
    }),
    ...differencesOf("replies", expected.replies, snapshot.replies),
    ...differencesOf("queues", [expected.queues], [snapshot.queues]),
  ];
}

/** What a message's record says of each of its subjects: those of a group may be told in several messages where one of them failed. */
function subjectsIn({ projectId, kind, state, subjects }: Item): Item[] {
  return Array.isArray(subjects) ? subjects.map((subject) => ({ projectId, kind, state, subject })) : [];
}

/** Whether a message may have a record of each of its tries. */
function isRecordHit(hits: readonly Hit[]): boolean {
  return repeatsAllowed(hits) > 0 || hits.some(({ point }) => / (?:alerts|operations)\b/.test(point));
}

function differencesOf(where: string, expected: readonly unknown[], actual: readonly unknown[]): string[] {
  const unmatched = expected.map(leavesOf);
  const missing: Leaves[] = [];
  const extra = actual.map(leavesOf);
  for (const leaves of unmatched) {
    const at = extra.findIndex((other) => other.text === leaves.text);
    if (at === -1) missing.push(leaves);
    else extra.splice(at, 1);
  }
  const changed = missing.map((leaves) => {
    const nearest = extra.toSorted((a, b) => likeness(leaves, b) - likeness(leaves, a))[0];
    if (nearest === undefined || likeness(leaves, nearest) < MOSTLY)
      return `${where}: ${leaves.name} is missing`;
    extra.splice(extra.indexOf(nearest), 1);
    return `${where}: ${leaves.name}: ${changesOf(leaves, nearest)}`;
  });
  return [...changed, ...extra.map(({ name }) => `${where}: ${name} is there, and is not without the fault`)];
}

/** An item as its single values, by their places in it. */
interface Leaves {
  values: Map<string, string>;
  text: string;
  /** Its first values, which name it. */
  name: string;
}

/** Items that share this part of their values are the same one, changed. */
const MOSTLY = 0.5;

const NAMED_BY = 2;
const SHOWN_CHANGES = 4;

function leavesOf(item: unknown): Leaves {
  const values = new Map(leaves(item, ""));
  const text = JSON.stringify([...values].sort());
  const name = [...values.values()].slice(0, NAMED_BY).join(" ").slice(0, 120);
  return { values, text, name };
}

function leaves(value: unknown, path: string): [string, string][] {
  const name = path.split(".").at(-1) ?? "";
  if (PLACEHOLDERS.test(name)) return [[path, "<varies>"]];
  if (JUDGED_ELSEWHERE.test(name)) return [];
  if (value instanceof Uint8Array) return [[path, Buffer.from(value).toString("base64")]];
  if (value instanceof Set) return leaves([...value].map(String).sort(), path);
  if (typeof value !== "object" || value === null) return [[path, withPlaceholders(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}

function likeness(leaves: Leaves, other: Leaves): number {
  const equalCount = [...leaves.values].filter(([path, value]) => other.values.get(path) === value).length;
  return equalCount / Math.max(1, leaves.values.size, other.values.size);
}

function changesOf(expected: Leaves, actual: Leaves): string {
  const paths = [...new Set([...expected.values.keys(), ...actual.values.keys()])];
  const changed = paths.filter((path) => expected.values.get(path) !== actual.values.get(path));
  const lines = changed.slice(0, SHOWN_CHANGES).map((path) => {
    const shown = (value: string | undefined) => (value === undefined ? "absent" : value.slice(0, 60));
    return `${path} is ${shown(actual.values.get(path))}, and ${shown(expected.values.get(path))} without the fault`;
  });
  return lines.join("; ");
}

/** An error of the service is named by its words and by when they were signed, also in the path of a link. */
const ERROR_ID = /(?<![a-z])(error(?:#|\.|~23))[\w-]{22}(?![\w-])/g;

/** A value as text, with what no two runs have in common replaced. */
export function withPlaceholders(value: unknown): string {
  if (typeof value === "number" && (value * 1_000 > RECENT_MS || value > RECENT_MS) && value > 1e9)
    return "<time>";
  return String(value)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z(?:-[0-9a-f]{6}\b|-\d+-[0-9a-f]{8}\b)?/g, (text) =>
      Number(text.slice(0, 4)) >= RECENT_YEAR ? "<time>" : text,
    )
    .replace(/\b(?:202[6-9]|20[3-9]\d)-\d\d(?:-\d\d)?(?: \d\d:\d\d(?::\d\d)?)?\b/g, "<day>")
    .replace(/(?:\b|(?<=%23))[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>")
    .replace(ERROR_ID, "$1<id>");
}
