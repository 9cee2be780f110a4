/** The Notifications table, as store-notifications writes it: every item once, every repeat and contradiction kept. */

import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "./conditional-write.ts";
import { NOTIFICATIONS_KEY } from "./keys.ts";
import type { NewItem } from "./notification-item.ts";
import { type StoredNotification, storedNotification } from "./notification-schema.ts";

/** So many deliveries that repeated an item are remembered: SQS redelivers within hours, not after so many repeats. */
const MAX_REMEMBERED = 20;

/** So many other contents under one id are listed at the item; every one of them is stored. */
const MAX_CONTRADICTIONS = 50;

const KEY = NOTIFICATIONS_KEY.partition;

export class NotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Writes an item where there is none under its key. @returns the one that was there; undefined where it is new */
  async add(item: NewItem | StoredNotification): Promise<StoredNotification | undefined> {
    const written = await unlessRefused(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: item,
          ConditionExpression: "attribute_not_exists(#key)",
          ExpressionAttributeNames: { "#key": KEY },
        }),
      ),
    );
    // What was there may have expired before it could be read: then there is room again.
    return written ? undefined : ((await this.get(item.key)) ?? this.add(item));
  }

  /** The item under a key, with everything that is kept of it; read consistently. */
  async get(key: string): Promise<StoredNotification | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [KEY]: key }, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : storedNotification.parse(Item);
  }

  /** Counts a delivery as a repeat of an item, unless it made the item or was counted before. */
  async countRepeat(item: StoredNotification, delivery: string, at: string): Promise<void> {
    let current: StoredNotification | undefined = item;
    while (current !== undefined && !knowsDelivery(current, delivery)) {
      const repeatedBy = [...(current.repeatedBy ?? []), { delivery, at }].slice(-MAX_REMEMBERED);
      const counted = await unlessRefused(
        this.#client.send(
          new UpdateCommand({
            TableName: this.#table,
            Key: { [KEY]: item.key },
            UpdateExpression: "SET repeats = :next, repeatedBy = :repeatedBy",
            ConditionExpression: "repeats = :read",
            ExpressionAttributeValues: {
              ":read": current.repeats,
              ":next": current.repeats + 1,
              ":repeatedBy": repeatedBy,
            },
          }),
        ),
      );
      if (counted) return;
      // Another delivery was counted in between: look again.
      current = await this.get(item.key);
    }
  }

  /** Notes at an item that another content came under its id. Doing it twice changes nothing. */
  async markContradicted(key: string, content: string): Promise<void> {
    await unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { [KEY]: key },
          UpdateExpression: "ADD contradictedBy :content",
          ConditionExpression: "attribute_not_exists(contradictedBy) OR size(contradictedBy) < :most",
          ExpressionAttributeValues: { ":content": new Set([content]), ":most": MAX_CONTRADICTIONS },
        }),
      ),
    );
  }

  /** Notes that an item's alert was published at `at` (ISO 8601). */
  async markAlerted(key: string, at: string): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: { [KEY]: key },
        UpdateExpression: "SET alert = :sent",
        ConditionExpression: "attribute_exists(#key)",
        ExpressionAttributeNames: { "#key": KEY },
        ExpressionAttributeValues: { ":sent": { state: "sent", at } },
      }),
    );
  }
}

/** Whether a delivery made an item or was counted as its repeat: then it is SQS that delivers it again. */
export function knowsDelivery(item: StoredNotification, delivery: string): boolean {
  return item.delivery === delivery || (item.repeatedBy ?? []).some((repeat) => repeat.delivery === delivery);
}
