/** Everything that a project received within a span, a page at a time, from wherever a page ended. */

import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type ListedCase, listedCase } from "../cases/case.ts";
import { logUnreadable as logUnreadableCase, readableIn as readableCases } from "../cases/case-reading.ts";
import { readListed } from "../notifications/notification-attributes.ts";
import { timeShardsOf } from "../notifications/notification-keys.ts";
import { type ListedNotification, logUnreadable, readableIn } from "../notifications/notification-schema.ts";
import { CASES_BY_TIME, NOTIFICATIONS_BY_TIME } from "../tables/keys.ts";

/** Times are ISO 8601 in UTC; `to` is not within. */
interface ReceiptSpan {
  projectId: number;
  from: string;
  to: string;
}

/** Start of a page: one of the partitions that are read in turn, and the item before it. */
export const contentPlace = z.object({
  partition: z.int(),
  behind: z.optional(z.record(z.string(), z.string())),
});
export type ContentPlace = z.infer<typeof contentPlace>;

export interface ContentPage {
  notifications: ListedNotification[];
  cases: ListedCase[];
  /** Number of notifications that were left out, since they cannot be read. */
  unreadable: number;
  /** Start of the next page; undefined after the last one. */
  next: ContentPlace | undefined;
}

/** Facts of a notification that are counted, and its key. */
const COUNTED = [
  ...["key", "version", "receivedAt", "kind", "said.risk", "said.laws", "said.lawCount", "alert"],
].map((path) => path.split("."));

const position = z.optional(z.record(z.string(), z.string()));

export class DayContents {
  readonly #client: DynamoDBDocumentClient;
  readonly #notifications: string;
  readonly #cases: string | undefined;

  /** @param tables that of cases is undefined where there is no desk: then nothing is received but notifications */
  constructor(client: DynamoDBDocumentClient, tables: { notifications: string; cases: string | undefined }) {
    this.#client = client;
    this.#notifications = tables.notifications;
    this.#cases = tables.cases;
  }

  /** A page: what DynamoDB reads at a time, 1 MB. @param place undefined for the first one */
  async page(span: ReceiptSpan, place: ContentPlace = { partition: 0 }): Promise<ContentPage> {
    const shards = timeShardsOf(span.projectId);
    const isOfCases = place.partition >= shards.length;
    const shard = shards[place.partition % shards.length] ?? "";
    const query = isOfCases ? this.#caseQuery(shard, span) : this.#notificationQuery(shard, span);
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: place.behind }),
    );
    const notifications = isOfCases ? [] : readableIn(readListed, Items, logUnreadable);
    return {
      notifications,
      unreadable: isOfCases ? 0 : Items.length - notifications.length,
      cases: isOfCases ? readableCases(listedCase, Items, logUnreadableCase) : [],
      next: nextPlace(
        place,
        position.parse(LastEvaluatedKey),
        (this.#cases === undefined ? 1 : 2) * shards.length,
      ),
    };
  }

  #notificationQuery(shard: string, { from, to }: ReceiptSpan) {
    const { index, partition, sort } = NOTIFICATIONS_BY_TIME;
    const names = COUNTED.flat().map((name) => [`#${name}`, name] as const);
    return {
      TableName: this.#notifications,
      IndexName: index,
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :last",
      ProjectionExpression: COUNTED.map((path) => `#${path.join(".#")}`).join(", "),
      ExpressionAttributeNames: { "#partition": partition, "#sort": sort, ...Object.fromEntries(names) },
      // Times of receipt have milliseconds.
      ExpressionAttributeValues: {
        ":partition": shard,
        ":from": from,
        ":last": new Date(Date.parse(to) - 1).toISOString(),
      },
    };
  }

  #caseQuery(shard: string, { from, to }: ReceiptSpan) {
    const { index, partition, sort } = CASES_BY_TIME;
    return {
      TableName: this.#cases,
      IndexName: index,
      // An order goes on behind its time, so that one of the moment `to` sorts behind it.
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
      ExpressionAttributeValues: { ":partition": shard, ":from": from, ":to": to },
    };
  }
}

function nextPlace(
  { partition }: ContentPlace,
  behind: ContentPlace["behind"],
  partitions: number,
): ContentPlace | undefined {
  if (behind !== undefined) return { partition, behind };
  return partition + 1 < partitions ? { partition: partition + 1 } : undefined;
}
