/**
 * Progress of counting a day that does not fit into one call, so that the next call goes on there. Counts tell how cases
 * ended: where there are cases they are kept beside them, under a key that is a day's for all that read the table.
 */

import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { contentPlace } from "../daily-counts/day-contents.ts";
import { dayCount } from "../daily-counts/day-count.ts";
import { logUnreadableDay } from "../daily-counts/days.ts";
import { EXPIRES_AT } from "../tables/keys.ts";

const begunCount = z.object({
  /** ISO 8601 in UTC: of another time zone it is another day. */
  from: z.string(),
  to: z.string(),
  /** The projects that are counted whole. */
  done: z.array(z.number()),
  /** The one that is being counted, and where it goes on. */
  projectId: z.number(),
  place: contentPlace,
  /** Of those that are done. */
  count: dayCount,
  /** Of what stands before `place`. */
  part: dayCount,
});
type BegunCount = z.infer<typeof begunCount>;

const PARTITION = "days#brief";

/** Days that are not caught up any more need none. */
const KEPT_MS = 14 * 86_400_000;

export class BegunCounts {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #key: { partition: string; sort: string };

  /** @param key the names of the table's key */
  constructor(client: DynamoDBDocumentClient, table: string, key: { partition: string; sort: string }) {
    this.#client = client;
    this.#table = table;
    this.#key = key;
  }

  /** @param day `YYYY-MM-DD`. @returns undefined where it was not begun, or where what is there cannot be read */
  async find(day: string): Promise<BegunCount | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: this.#keyOf(day), ConsistentRead: true }),
    );
    if (Item === undefined) return undefined;
    const { success, data } = z.safeParse(begunCount, Item["begun"]);
    if (!success) logUnreadableDay({ opened: day });
    return data;
  }

  async put(day: string, begun: BegunCount): Promise<void> {
    const expires = Math.floor((Date.parse(begun.to) + KEPT_MS) / 1_000);
    await this.#client.send(
      new PutCommand({
        TableName: this.#table,
        Item: { ...this.#keyOf(day), begun, [EXPIRES_AT]: expires },
      }),
    );
  }

  #keyOf(day: string): Record<string, string> {
    return { [this.#key.partition]: PARTITION, [this.#key.sort]: day };
  }
}
