/** The seals, in the table Cases beside the cases: each made once, and never written again. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { CASES_KEY } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";
import { isObject } from "../../contract/exact-json.ts";
import { TEST_PROJECT } from "../../contract/test-project.ts";
import { earliest } from "../../i18n/time/earliest.ts";
import { expiryOfEvents } from "../case-events.ts";
import { type CasesTable, eventItemsWithin } from "../case-index.ts";
import { type CaseKey, caseOfEvent, SEALS } from "../case-keys.ts";
import { itemNow, keyIn } from "../case-reading.ts";
import { digestOf } from "../chain.ts";
import {
  BEFORE_ALL,
  digestOfSeal,
  lastSettledDay,
  type Seal,
  sealAfter,
  sinceAfter,
  type TimedEvent,
} from "./seal.ts";

/** Reports whether a key of the table is a seal's. */
export function isSeal({ subject }: Pick<CaseKey, "subject">): boolean {
  return subject === SEALS;
}

/** Seals to read at a time for the last valid one. */
const LAST_ONES = 10;

const text = z.string();

const SEAL_SHAPE = {
  opened: z.iso.date(),
  since: z.iso.date(),
  projectIds: z.array(z.int()),
  events: z.int(),
  eventsDigest: text,
  keptUntil: z.iso.date(),
  previous: text,
  digest: text,
};
const storedSeal = z.object(SEAL_SHAPE);

interface KeptSeals {
  /** The first day first. */
  seals: Seal[];
  /** Days of the corrupt or invalid ones, or their sort keys. */
  corrupt: string[];
}

/** `corrupt`: something else is in the place of the next seal. */
export type SealOutcome = { kind: "kept"; seal: Seal } | { kind: "corrupt"; day: string };

export class SealStore {
  readonly #table: CasesTable;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#table = { client, table };
  }

  /** All items in the place of seals. */
  async all(): Promise<KeptSeals> {
    const seals: Seal[] = [];
    const corrupt: string[] = [];
    for await (const item of this.#query(true)) {
      const seal = sealIn(item);
      // An attribute beside those of the digest does not change the seal, and is named.
      if (seal === undefined || !isWhole(item)) corrupt.push(keyIn(item).opened);
      if (seal !== undefined) seals.push(seal);
    }
    return { seals, corrupt };
  }

  /**
   * The seal over every day that is over and has none yet, which is made now, or else the last one.
   * @param projectIds those of the settings; the test project and those of the last seal are covered too
   */
  async make(projectIds: readonly number[], now: Date): Promise<SealOutcome> {
    const day = lastSettledDay(now.getTime());
    const last = await this.last(now);
    if (last !== undefined && last.day >= day) return { kind: "kept", seal: last };
    const covered = [...new Set([TEST_PROJECT, ...projectIds, ...(last?.projectIds ?? [])])].sort(
      (a, b) => a - b,
    );
    const span = { since: sinceAfter(last), until: `${day}T23:59:59.999Z` };
    const read = covered.map((id) => Array.fromAsync(eventItemsWithin(this.#table, id, span)));
    const records = (await Promise.all(read)).flat();
    const events = records.flatMap((item) => timedEvent(item) ?? []);
    const keptUntil = earliest(records.map(keptUntilOf)) ?? day;
    const seal = sealAfter(last, { day, projectIds: covered, keptUntil }, events);
    if (await this.#add(seal)) return { kind: "kept", seal };
    const item = await itemNow(this.#table, { subject: SEALS, opened: day });
    const other = item && sealIn(item);
    if (other !== undefined) return { kind: "kept", seal: other };
    logCorrupt(day);
    return { kind: "corrupt", day };
  }

  /** The last one that can be read, of a day that has ended. */
  async last(now: Date): Promise<Seal | undefined> {
    for await (const item of this.#query(false, LAST_ONES)) {
      const seal = sealIn(item);
      if (seal !== undefined && seal.day < now.toISOString().slice(0, seal.day.length)) return seal;
      logCorrupt(keyIn(item).opened);
    }
    return undefined;
  }

  #query(oldestFirst: boolean, limit?: number): AsyncGenerator<Record<string, unknown>> {
    const { client, table } = this.#table;
    return queryItems(client, {
      TableName: table,
      KeyConditionExpression: "#subject = :seals",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
      ExpressionAttributeValues: { ":seals": SEALS },
      ScanIndexForward: oldestFirst,
      ConsistentRead: true,
      Limit: limit,
    });
  }

  #add({ day, ...seal }: Seal): Promise<boolean> {
    const { client, table } = this.#table;
    const { partition, sort } = CASES_KEY;
    return succeedsConditionally(
      client.send(
        new PutCommand({
          TableName: table,
          Item: { [partition]: SEALS, [sort]: day, ...seal },
          ConditionExpression: "attribute_not_exists(#subject)",
          ExpressionAttributeNames: { "#subject": partition },
        }),
      ),
    );
  }
}

/** An event by its item in the table or in the index; undefined of another item. A corrupt one has a digest too, which fits nothing. */
export function timedEvent(item: Record<string, unknown>): TimedEvent | undefined {
  const key = keyIn(item);
  const ofCase = caseOfEvent(key);
  const { event } = item;
  const stored = isObject(event) ? event : {};
  return (
    ofCase && {
      ...ofCase,
      number: Number(key.opened.slice(key.opened.lastIndexOf("#") + 1)),
      digest: digestOf(stored),
      at: String(stored["at"]),
    }
  );
}

const datedEvent = z.object({ at: text, retentionYears: z.number() });

/** The day until which an event is kept at least, by what it says. */
function keptUntilOf({ event }: Record<string, unknown>): string {
  const { data } = datedEvent.safeParse(event);
  return data === undefined ? BEFORE_ALL : dayOf(expiryOfEvents([data]));
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, BEFORE_ALL.length);
}

/** The seal in an item; undefined of what is no seal, or not the one that its digest is of. */
function sealIn(item: Record<string, unknown>): Seal | undefined {
  const reading = storedSeal.safeParse(item);
  if (!reading.success) return undefined;
  const { opened: day, ...seal } = reading.data;
  const sealItem = { day, ...seal };
  return digestOfSeal(sealItem) === sealItem.digest ? sealItem : undefined;
}

/** Reports whether an item has only attributes of a seal. */
function isWhole(item: Record<string, unknown>): boolean {
  return Object.keys(item).every((name) => name === CASES_KEY.partition || name in SEAL_SHAPE);
}

function logCorrupt(day: string): void {
  logger.error("a seal cannot be read, or is of a day that has not ended: vigia cases verify shows how", {
    day,
  });
}
