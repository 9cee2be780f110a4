/** Reads every notification of a plan back: what is stored, what is missing, what is alerted, and what is there twice. */

import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
} from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { FIRST_VERSION } from "../../../lib/notifications/notification-keys.ts";
import { isIllegal, keyOf, type Plan } from "./plan.ts";

/** Fields of a stored notification. */
const storedPart = z.object({
  key: z.string(),
  receivedAt: z.string(),
  repeats: z._default(z.number(), 0),
  alert: z._default(z.object({ state: z.enum(["none", "pending", "sent"]), at: z.optional(z.string()) }), {
    state: "none",
  }),
});

export interface Found {
  stored: number;
  /** Keys that are not there. */
  missing: string[];
  /** Keys that were counted more often than they were sent. */
  doubled: string[];
  /** Illegal ones, and those of them that were not alerted. */
  illegal: number;
  unalerted: string[];
  /** Milliseconds from the receipt of an illegal one to its alert. */
  toAlert: RecordableHistogram;
}

/** The most items that DynamoDB reads in a call. */
const BATCH = 100;
const CONCURRENT_BATCHES = 4;

const POLL_MS = 2_000;

interface ReadBackOptions {
  database: DynamoDBDocumentClient;
  table: string;
  plan: Plan;
  /** Number of sendings of a notification, by its number, if more than one. */
  resent: ReadonlyMap<number, number>;
  /** Time without a change after which a missing one is given up, in milliseconds. */
  patienceMs: number;
}

/** Looks until everything is there and alerted, or nothing has changed for a while. */
export async function readBack(options: ReadBackOptions): Promise<Found> {
  const { plan, patienceMs } = options;
  const found: Found = {
    stored: 0,
    missing: [],
    doubled: [],
    illegal: 0,
    unalerted: [],
    toAlert: createHistogram(),
  };
  let open = Array.from({ length: plan.count }, (_, index) => index);
  found.illegal = open.filter((index) => isIllegal(index, plan)).length;
  const absent = new Set(open);
  for (let changed = Date.now(); open.length > 0 && Date.now() - changed < patienceMs; ) {
    const before = open.length;
    open = await look(options, open, absent, found);
    if (open.length < before) changed = Date.now();
    else await sleep(Math.min(POLL_MS, patienceMs));
  }
  found.missing = [...absent].map((index) => keyOf(index, plan));
  found.unalerted = open.filter((index) => !absent.has(index)).map((index) => keyOf(index, plan));
  return found;
}

/** @returns those that are still missing or unalerted */
async function look(
  { database, table, plan, resent }: ReadBackOptions,
  open: readonly number[],
  absent: Set<number>,
  found: Found,
): Promise<number[]> {
  const batches = Array.from({ length: Math.ceil(open.length / BATCH) }, (_, n) =>
    open.slice(n * BATCH, (n + 1) * BATCH),
  );
  const left = await pMap(
    batches,
    async (batch) => {
      const items = await read(
        database,
        table,
        batch.map((index) => keyOf(index, plan)),
      );
      return batch.filter((index) => {
        const item = items.get(keyOf(index, plan));
        if (item === undefined) return true;
        if (absent.delete(index)) found.stored++;
        if (item.alert.state === "pending") return true;
        if (item.repeats >= (resent.get(index) ?? 1)) found.doubled.push(item.key);
        if (item.alert.at !== undefined)
          found.toAlert.record(Math.max(1, Date.parse(item.alert.at) - Date.parse(item.receivedAt)));
        return false;
      });
    },
    { concurrency: CONCURRENT_BATCHES },
  );
  return left.flat();
}

type Key = Record<string, unknown>;

async function read(database: DynamoDBDocumentClient, table: string, keys: readonly string[]) {
  const found = new Map<string, z.infer<typeof storedPart>>();
  let wanted: Key[] = keys.map((key) => ({ key, version: FIRST_VERSION }));
  while (wanted.length > 0) {
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await database.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table] ?? []) {
      const part = storedPart.parse(item);
      found.set(part.key, part);
    }
    wanted = UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}
