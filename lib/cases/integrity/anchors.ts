/** The anchors of days, in the table Cases beside the cases: each made once, and never written again. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { CASES_KEY } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";
import { isObject } from "../../contract/exact-json.ts";
import { type RawCase, rawCase } from "../case.ts";
import { ANCHORS } from "../case-keys.ts";
import { itemNow } from "../case-reading.ts";
import type { ChainedCase } from "../chain.ts";
import { type Anchor, anchorOf, digestOfAnchor, spanAfter, stepsWithin } from "./anchor.ts";
import { steppedKeys } from "./verifiable-keys.ts";

/** Reports whether a key of the table is an anchor's. */
export function isAnchor({ subject }: Pick<RawCase, "subject">): boolean {
  return subject === ANCHORS;
}

const READ_CONCURRENTLY = 10;

/** Anchors to read at a time for the last valid one. */
const LAST_ONES = 10;

const text = z.string();
const time = z.iso.datetime({ precision: 3 });

const ANCHOR_SHAPE = {
  opened: z.iso.date(),
  from: time,
  to: time,
  previous: text,
  digest: text,
  steps: z.int(),
  stepsDigest: text,
  retentionYears: z.int().check(z.positive()),
  /** Projects whose steps it covers. */
  projectIds: z.array(z.int()),
};
const storedAnchor = z.object(ANCHOR_SHAPE);

/** An anchor as it is kept: for ever, since those after it rest on it. */
export type StoredAnchor = Anchor;

export interface KeptAnchors {
  /** The first day first. */
  kept: StoredAnchor[];
  /** Days of the corrupt or invalid ones, or their sort keys. */
  corrupt: string[];
}

export interface AnchorOrder {
  /** `YYYY-MM-DD`, and when it ended, ISO 8601 in UTC. */
  day: string;
  to: string;
  projectIds: readonly number[];
  retentionYears: number;
  now: Date;
}

/** `later`: a later day's anchor is there already, which covers the day's steps; `corrupt`: something else is in its place. */
export type AnchorOutcome = { kind: "kept"; anchor: StoredAnchor } | { kind: "later" } | { kind: "corrupt" };

export class AnchorStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** All items in the place of anchors. */
  async all(): Promise<KeptAnchors> {
    const kept: StoredAnchor[] = [];
    const corrupt: string[] = [];
    for await (const item of this.#query(true)) {
      const anchor = anchorIn(item);
      // An attribute beside those of the digest does not change the anchor, and is named.
      if (anchor === undefined || !isWhole(item)) corrupt.push(String(item[CASES_KEY.sort]));
      if (anchor !== undefined) kept.push(anchor);
    }
    return { kept, corrupt };
  }

  /** The anchor of a day: as it was made before, or made now over all steps since the last one that can be read. */
  async make({ day, to, projectIds, retentionYears, now }: AnchorOrder): Promise<AnchorOutcome> {
    const last = await this.#last(now);
    if (last !== undefined && last.day >= day) {
      const found = await this.#ofDay(day);
      return found.kind === "none" ? { kind: "later" } : found;
    }
    const span = spanAfter(last, day, to);
    const covered = [...new Set([...projectIds, ...(last?.projectIds ?? [])])].sort((a, b) => a - b);
    // An item opened in the span, or with a step in it, has its last step there or later.
    const chains = await Promise.all(covered.map((id) => this.#stepped(id, span.from)));
    const steps = chains.flat().flatMap((one) => stepsWithin(one, span));
    const made: StoredAnchor = anchorOf({ ...span, retentionYears, projectIds: covered }, steps);
    if (await this.#add(made)) return { kind: "kept", anchor: made };
    const found = await this.#ofDay(day);
    return found.kind === "none" ? { kind: "corrupt" } : found;
  }

  /** Each case and month of a project that was opened, or whose last step was made, at or after a time, as the table holds it. */
  async #stepped(projectId: number, since: string): Promise<ChainedCase[]> {
    const table = { client: this.#client, table: this.#table };
    const found = await Array.fromAsync(steppedKeys(table, projectId, since));
    const items = await pMap(found, (key) => itemNow(this.#client, this.#table, key), {
      concurrency: READ_CONCURRENTLY,
    });
    return items.flatMap((item) => (item === undefined ? [] : chainIn(rawCase.parse(item))));
  }

  /** The last one that can be read, of a day that has ended. */
  async #last(now: Date): Promise<StoredAnchor | undefined> {
    for await (const item of this.#query(false, LAST_ONES)) {
      const anchor = anchorIn(item);
      if (anchor !== undefined && anchor.to <= now.toISOString()) return anchor;
      logCorrupt(String(item[CASES_KEY.sort]));
    }
    return undefined;
  }

  async #ofDay(day: string): Promise<AnchorOutcome | { kind: "none" }> {
    const item = await itemNow(this.#client, this.#table, { subject: ANCHORS, opened: day });
    if (item === undefined) return { kind: "none" };
    const anchor = anchorIn(item);
    if (anchor !== undefined) return { kind: "kept", anchor };
    logCorrupt(day);
    return { kind: "corrupt" };
  }

  #query(oldestFirst: boolean, limit?: number): AsyncGenerator<Record<string, unknown>> {
    return queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#subject = :anchors",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
      ExpressionAttributeValues: { ":anchors": ANCHORS },
      ScanIndexForward: oldestFirst,
      ConsistentRead: true,
      Limit: limit,
    });
  }

  #add({ day, ...anchor }: StoredAnchor): Promise<boolean> {
    const { partition, sort } = CASES_KEY;
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { [partition]: ANCHORS, [sort]: day, ...anchor },
          ConditionExpression: "attribute_not_exists(#subject)",
          ExpressionAttributeNames: { "#subject": partition },
        }),
      ),
    );
  }
}

/** A corrupt step must not end the brief: it counts as missing, and its day does not hold. */
export function chainIn({ subject, opened, beginning, steps }: RawCase): ChainedCase {
  const found: unknown[] = Array.isArray(steps) ? steps : [];
  const begun = isObject(beginning) ? beginning : undefined;
  return { subject, opened, beginning: begun, steps: found.map((step) => (isObject(step) ? step : {})) };
}

/** Undefined of what is no anchor, or not the one that its digest is of. */
function anchorIn(item: Record<string, unknown>): StoredAnchor | undefined {
  const reading = storedAnchor.safeParse(item);
  if (!reading.success) return undefined;
  const { opened: day, ...anchor } = reading.data;
  const found = { day, ...anchor };
  return digestOfAnchor(found) === found.digest ? found : undefined;
}

/** Reports whether an item has only attributes of an anchor. */
function isWhole(item: Record<string, unknown>): boolean {
  return Object.keys(item).every((name) => name === CASES_KEY.partition || name in ANCHOR_SHAPE);
}

function logCorrupt(day: string): void {
  logger.error("an anchor cannot be read, or is of no day that has ended: vigia cases verify shows how", {
    day,
  });
}
