/** The Notifications table, as store-notifications writes it: every content once, every repeat counted. */

import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { changeItem, succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { queryPages } from "../../aws/tables/query.ts";
import { type Course, courseTold } from "./course.ts";
import { attributesOf, type NewItem, REPLAYED, readStored } from "./notification-attributes.ts";
import type { NotificationKey } from "./notification-keys.ts";
import { logUnreadable, readableIn, type StoredNotification } from "./notification-schema.ts";
import { countRepeats, isReceivedBefore, lastReceiptOf, type RepeatDelivery } from "./repeats.ts";

const { partition, sort } = NOTIFICATIONS_KEY;
/** DynamoDB ends a page after a megabyte. A sender may put ten thousand contents of 60 KB under one id. */
const MOST_PAGES = 16;

const EXISTS = {
  ConditionExpression: "attribute_exists(#key)",
  ExpressionAttributeNames: { "#key": partition },
};

export class NotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Writes an item unless its key is taken. @returns the item under the key; undefined for a new one */
  async add(item: NewItem): Promise<StoredNotification | undefined> {
    const written = await succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: attributesOf(item),
          ConditionExpression: "attribute_not_exists(#key)",
          ExpressionAttributeNames: { "#key": partition },
        }),
      ),
    );
    // The item under the key may have expired before it could be read: then there is room again.
    return written ? undefined : ((await this.get(item)) ?? this.add(item));
  }

  /** The item under a key, with everything that is kept of it; read consistently. */
  async get(key: NotificationKey): Promise<StoredNotification | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(key), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : readStored(Item);
  }

  /**
   * Counts deliveries as repeats of an item, all in one write; those that made it or were counted before are not.
   * @returns how many were counted, and the item as it was in that moment
   */
  async countRepeats(
    item: StoredNotification,
    deliveries: readonly RepeatDelivery[],
  ): Promise<{ counted: number; item: StoredNotification }> {
    let current = item;
    for (;;) {
      const next = countRepeats(current, deliveries);
      if (next === undefined) return { counted: 0, item: current };
      const { repeats } = current;
      const changed = await changeItem(
        this.#client,
        {
          TableName: this.#table,
          Key: keyOf(item),
          UpdateExpression: `SET repeats = :next, repeatedBy = :repeatedBy${
            next.repeatsAtLeast === true ? ", repeatsAtLeast = :true" : ""
          }`,
          ...countedUntil(repeats),
          ExpressionAttributeValues: {
            ...(repeats === 0 ? {} : { ":read": repeats }),
            ":next": next.repeats,
            ":repeatedBy": next.repeatedBy,
            ...(next.repeatsAtLeast === true ? { ":true": true } : {}),
          },
        },
        () => false,
      );
      if (changed !== undefined) return { counted: next.repeats - repeats, item: readStored(changed) };
      // Another delivery was counted in between: look again.
      const found = await this.get(item);
      if (found === undefined) return { counted: 0, item: current };
      current = found;
    }
  }

  /**
   * Contents of an id received after `at` (ISO 8601), with its first one, read consistently; unsorted, and of an id that was
   * flooded with contents only of the first 16 MB.
   */
  async *receivedSince(key: string, at: string): AsyncGenerator<StoredNotification> {
    for await (const one of this.#received(key, ">", at)) if (lastReceiptOf(one) > at) yield one;
  }

  /** Contents of an id received before `at`, read like those of `receivedSince`. */
  async *receivedBefore(key: string, at: string): AsyncGenerator<StoredNotification> {
    for await (const one of this.#received(key, "<", at)) if (isReceivedBefore(one, at)) yield one;
  }

  async *#received(key: string, compared: "<" | ">", at: string): AsyncGenerator<StoredNotification> {
    const pages = queryPages(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#key = :key",
      FilterExpression: `receivedAt ${compared} :at OR attribute_exists(repeatedBy)`,
      ExpressionAttributeNames: { "#key": partition },
      ExpressionAttributeValues: { ":key": key, ":at": at },
      ConsistentRead: true,
    });
    let read = 0;
    for await (const items of pages) {
      yield* readableIn(readStored, items, logUnreadable);
      if (++read === MOST_PAGES) return;
    }
  }

  /**
   * Notes at the first item of an id that another content took claims.
   * @param first the item as it was read
   * @returns whether it was noted; false where any other content has taken claims since then
   */
  async takeClaims(
    first: StoredNotification,
    content: string,
    claims: ReadonlySet<string>,
  ): Promise<boolean> {
    const update = { TableName: this.#table, Key: keyOf(first) };
    const { claims: taken } = first;
    // Each content takes claims once, so that the number of those that did is the map's version.
    return succeedsConditionally(
      this.#client.send(
        taken === undefined
          ? new UpdateCommand({
              ...update,
              UpdateExpression: "SET claims = :claims",
              ConditionExpression: "attribute_exists(#key) AND attribute_not_exists(claims)",
              ExpressionAttributeNames: { "#key": partition },
              ExpressionAttributeValues: { ":claims": { [content]: claims } },
            })
          : new UpdateCommand({
              ...update,
              UpdateExpression: "SET claims.#content = :claims",
              ConditionExpression: "size(claims) = :read",
              ExpressionAttributeNames: { "#content": content },
              ExpressionAttributeValues: { ":claims": claims, ":read": Object.keys(taken).length },
            }),
      ),
    );
  }

  /**
   * Notes what became of a transaction at the first item of its id.
   * @param first the item as it was read
   * @returns whether it was noted; false where another course was noted since then
   */
  async setCourse(first: StoredNotification, transaction: string, course: Course): Promise<boolean> {
    const { courses = {}, coursesWritten } = first;
    return succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(first),
          UpdateExpression: "SET courses = :courses, coursesWritten = :next",
          ConditionExpression: `${EXISTS.ConditionExpression} AND ${
            coursesWritten === undefined ? "attribute_not_exists(coursesWritten)" : "coursesWritten = :read"
          }`,
          ExpressionAttributeNames: EXISTS.ExpressionAttributeNames,
          ExpressionAttributeValues: {
            ":courses": { ...courses, [transaction]: course },
            ":next": (coursesWritten ?? 0) + 1,
            ...(coursesWritten === undefined ? {} : { ":read": coursesWritten }),
          },
        }),
      ),
    );
  }

  /**
   * Notes at the first item of an id that the alert of a return was published.
   * @param id the alert, where the content that returned does not carry it itself
   */
  async markReturnAlerted({ first, transaction, by, at, said }: ToldReturn, id?: string): Promise<void> {
    let isNoted = false;
    while (!isNoted) {
      const current = await this.get(first);
      const known = current?.courses?.[transaction];
      if (current === undefined || known?.returned?.by !== by) break;
      isNoted = await this.setCourse(current, transaction, courseTold(known, known.returned, id));
    }
    await this.clearReturnPending(said, at);
  }

  /** Notes at a content that the alert of its return is pending, so that lists say it. @param at its receipt, ISO 8601 */
  async markReturnPending(key: NotificationKey, at: string): Promise<void> {
    const item = { TableName: this.#table, Key: keyOf(key) };
    const isNoted = await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          ...item,
          UpdateExpression: "SET alert.returnPending = :at",
          ConditionExpression: "attribute_exists(alert)",
          ExpressionAttributeValues: { ":at": at },
        }),
      ),
    );
    if (isNoted) return;
    await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          ...item,
          UpdateExpression: "SET alert = :alert",
          ConditionExpression: `${EXISTS.ConditionExpression} AND attribute_not_exists(alert)`,
          ExpressionAttributeNames: EXISTS.ExpressionAttributeNames,
          ExpressionAttributeValues: { ":alert": { state: "none", returnPending: at } },
        }),
      ),
    );
  }

  /** Notes that no alert of this return is pending any more. */
  async clearReturnPending(key: NotificationKey, at: string): Promise<void> {
    await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(key),
          UpdateExpression: "REMOVE alert.returnPending",
          ConditionExpression: "alert.returnPending = :at",
          ExpressionAttributeValues: { ":at": at },
        }),
      ),
    );
  }

  /** Notes that a quarantined body became a notification. Without an item under the key, nothing happens. */
  async markReplayed(key: NotificationKey): Promise<void> {
    await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(key),
          UpdateExpression: "SET #kind = :replayed",
          ConditionExpression: "#kind = :quarantined",
          ExpressionAttributeNames: { "#kind": "kind" },
          ExpressionAttributeValues: { ":replayed": REPLAYED, ":quarantined": "quarantined" },
        }),
      ),
    );
  }

  /**
   * Notes that an item's alert was published at `at` (ISO 8601), in the message with this id.
   * @param returned where it was alerted only as a return: the receipt of that, ISO 8601
   */
  async markAlerted(key: NotificationKey, at: string, id?: string, returned?: string): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: keyOf(key),
        UpdateExpression: "SET alert = :sent",
        ...EXISTS,
        ExpressionAttributeValues: { ":sent": { state: "sent", at, id, returned } },
      }),
    );
  }
}

/** A return of which an alert was published. */
interface ToldReturn {
  first: NotificationKey;
  transaction: string;
  /** The delivery that owed it. */
  by: string;
  /** Its receipt, ISO 8601. */
  at: string;
  said: NotificationKey;
}

/** The condition that an item is there and was repeated so often; where it never was, it has no such attribute. */
function countedUntil(repeats: number) {
  return repeats === 0
    ? {
        ConditionExpression: `${EXISTS.ConditionExpression} AND attribute_not_exists(repeats)`,
        ExpressionAttributeNames: EXISTS.ExpressionAttributeNames,
      }
    : { ConditionExpression: "repeats = :read" };
}

function keyOf({ key, version }: NotificationKey) {
  return { [partition]: key, [sort]: version };
}
