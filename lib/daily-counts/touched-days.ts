/** Days of long ago that differ from their count: a record came late, or an officer took a step in a case. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { steppedItems } from "../cases/case-index.ts";
import { logUnreadable, readableIn } from "../cases/case-reading.ts";
import { CASES_KEY, EXPIRES_AT } from "../tables/keys.ts";
import { queryItems } from "../tables/query.ts";
import { logUnreadableDay } from "./days.ts";

const DAY_MS = 86_400_000;

/** Age from which a day needs a mark: each night recounts the last fifteen days, and some nights may fail. */
const LATE_MS = 10 * DAY_MS;

/** Reports whether the day of receipt has to be marked, for a record that is stored or opened only now. */
export function isLate(receivedAt: string, now: Date): boolean {
  return Date.parse(receivedAt) < now.getTime() - LATE_MS;
}

/** Seconds for which a mark is kept: the next night counts the days that it names. */
const MARK_KEPT_S = 30 * 86_400;

/** Something that changes the count of a day. Times are ISO 8601, UTC. */
interface Touch {
  /** Receipt of the counted record. */
  receivedAt: string;
  /** Time of its last change. */
  at: string;
}

const MARKS = "late#";

const text = z.string();
const time = z.iso.datetime();
const mark = z.object({ opened: z.iso.date(), at: time });
/** A case or a month with a step: a month has no time of receipt. */
const stepped = z.object({ receivedAt: z.optional(text), lastStepAt: time });

export class TouchedDays {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Notes that something was stored or opened that was received long ago. Doing it again changes nothing but the time.
   * @param receivedAt ISO 8601 in UTC; one mark covers its whole day
   */
  async mark(projectId: number, receivedAt: string, now: Date): Promise<void> {
    const { partition, sort } = CASES_KEY;
    await this.#client.send(
      new PutCommand({
        TableName: this.#table,
        Item: {
          [partition]: marksOf(projectId),
          [sort]: receivedAt.slice(0, "YYYY-MM-DD".length),
          at: now.toISOString(),
          [EXPIRES_AT]: Math.floor(now.getTime() / 1_000) + MARK_KEPT_S,
        },
      }),
    );
  }

  /** Changes since then: each mark, for both ends of its day, and each case with a step. */
  async *since(projectId: number, since: string): AsyncGenerator<Touch> {
    for await (const item of queryItems(this.#client, this.#marks(projectId)))
      for (const { opened, at } of readableIn(mark, [item], logUnreadableDay)) {
        if (at < since) continue;
        yield { receivedAt: `${opened}T00:00:00.000Z`, at };
        yield { receivedAt: `${opened}T23:59:59.999Z`, at };
      }
    for await (const item of steppedItems({ client: this.#client, table: this.#table }, projectId, since))
      for (const { receivedAt, lastStepAt } of readableIn(stepped, [item], logUnreadable))
        if (receivedAt !== undefined) yield { receivedAt, at: lastStepAt };
  }

  #marks(projectId: number) {
    return {
      TableName: this.#table,
      KeyConditionExpression: "#subject = :marks",
      ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
      ExpressionAttributeValues: { ":marks": marksOf(projectId) },
      ConsistentRead: true,
    };
  }
}

/** The partition of a project's marks. */
function marksOf(projectId: number): string {
  return `${MARKS}${projectId}`;
}

/** Reports whether a key of the table is a mark's. */
export function isLateMark({ subject }: { subject: string }): boolean {
  return subject.startsWith(MARKS);
}
