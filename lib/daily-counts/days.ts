/**
 * The days of projects as numbers. They are in the table Cases, since they tell how cases ended: a role that may read no case may
 * read none of them.
 */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { CaseKey } from "../cases/case-keys.ts";
import { readableIn } from "../cases/case-reading.ts";
import { logger } from "../platform/observe.ts";
import { succeedsConditionally } from "../tables/conditional-write.ts";
import { expiryOf } from "../tables/expiry.ts";
import { CASES_KEY, EXPIRES_AT } from "../tables/keys.ts";
import { queryItems } from "../tables/query.ts";
import type { OpenDay } from "./day-count.ts";
import { dayCount } from "./day-count.ts";

const storedDay = z.object({
  projectId: z.number(),
  /** `YYYY-MM-DD`, where the officers are. */
  opened: z.string(),
  /** The time zone in which it is a day. */
  timeZone: z.string(),
  /** Beginning of its counting, ISO 8601 in UTC: the count has all records received before. */
  countedAt: z.string(),
  count: dayCount,
});
/** A day as it was counted last. */
export type StoredDay = Omit<z.infer<typeof storedDay>, "opened"> & { day: string };

const countedDay = z.object({ opened: z.string(), countedAt: z.string() });

const openDay = z.object({
  opened: z.string(),
  count: z.object({ open: z.number(), openDue: z.record(z.string(), z.number()) }),
});

/** Days of a project from one to another, `YYYY-MM-DD`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** Before and behind every day. */
export const ALL_DAYS: DayRange = { from: "0", to: "9" };

export class DayStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Keeps a day for as long as its notifications; the count that was begun later wins.
   * @param begins when the day begins
   */
  async put({ day, ...counted }: StoredDay, begins: Date, retentionYears: number): Promise<void> {
    const { partition, sort } = CASES_KEY;
    await succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: {
            [partition]: partitionOf(counted.projectId),
            [sort]: day,
            ...counted,
            [EXPIRES_AT]: expiryOf(begins, retentionYears),
          },
          // One that is not there, or that is corrupt, has none.
          ConditionExpression: "NOT attribute_type(countedAt, :text) OR countedAt <= :countedAt",
          ExpressionAttributeValues: { ":countedAt": counted.countedAt, ":text": "S" },
        }),
      ),
    );
  }

  /** Counted days, the first day first. */
  async *of(projectId: number, range: DayRange): AsyncGenerator<StoredDay> {
    for await (const item of queryItems(this.#client, this.#query(projectId, range)))
      for (const { opened: day, ...counted } of readableIn(storedDay, [item], logUnreadableDay))
        yield { day, ...counted };
  }

  /** Open cases of every day that has some. */
  async *open(projectId: number): AsyncGenerator<OpenDay> {
    const query = this.#query(projectId, ALL_DAYS);
    for await (const item of queryItems(this.#client, {
      ...query,
      FilterExpression: "#count.#open > :none",
      ProjectionExpression: "#opened, #count.#open, #count.#openDue",
      ExpressionAttributeNames: {
        ...query.ExpressionAttributeNames,
        ...{ "#count": "count", "#open": "open", "#openDue": "openDue" },
      },
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ":none": 0 },
    }))
      for (const { opened: day, count } of readableIn(openDay, [item], logUnreadableDay))
        yield { day, count };
  }

  /** Time of each day's count, by the day; read consistently. A corrupt day counts as not counted. */
  async countedAt(projectId: number, range: DayRange): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const query = { ...this.#query(projectId, range), ConsistentRead: true };
    for await (const item of queryItems(this.#client, {
      ...query,
      ProjectionExpression: "#opened, countedAt",
    }))
      for (const { opened, countedAt } of readableIn(countedDay, [item], logUnreadableDay))
        found.set(opened, countedAt);
    return found;
  }

  #query(projectId: number, { from, to }: DayRange) {
    return {
      TableName: this.#table,
      KeyConditionExpression: "#subject = :days AND #opened BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition, "#opened": CASES_KEY.sort },
      ExpressionAttributeValues: { ":days": partitionOf(projectId), ":from": from, ":to": to },
    };
  }
}

/** Says in the log that a day, or a mark of one, cannot be read: it is left out until it is counted again. */
export function logUnreadableDay({ opened }: Pick<CaseKey, "opened">): void {
  logger.error("a day cannot be read, and is left out until it is counted again", { day: opened });
}

const DAYS = "days#";

/** The partition of all days of a project. */
function partitionOf(projectId: number): string {
  return `${DAYS}${projectId}`;
}

/** Reports whether a key of the table is a day's. */
export function isDay({ subject }: { subject: string }): boolean {
  return subject.startsWith(DAYS);
}
