/** The items that a hold keeps from expiring: how they are found, and the one write that is made. */

import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "../tables/conditional-write.ts";
import { HELD_S } from "../tables/expiry.ts";
import {
  ALERTS_KEY,
  CASES_KEY,
  EXPIRES_AT,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
  WALLET_SCANS_KEY,
} from "../tables/keys.ts";
import { queryItems } from "../tables/query.ts";
import { historyKey, type WalletName } from "../wallets/wallet-keys.ts";
import {
  alert,
  caseItem,
  content,
  type HeldAlert,
  type HeldCase,
  type HeldContent,
  type HeldScore,
  indexed,
  score,
} from "./held-records.ts";

/** The tables that hold them, by name. */
export interface HeldTables {
  notifications: string;
  walletScans: string;
  alerts: string;
  cases: string;
}

/** The attributes of a case that are read and changed: policies allow no others. */
export const HELD_CASE_ATTRIBUTES = [CASES_KEY.partition, CASES_KEY.sort, EXPIRES_AT] as const;

const ALERT_ATTRIBUTES = "#partition, #sort, subjects, subjectCount, expiresAt";

/** An alert is made, published and noted at its wallets within this. */
const ALERTING_MS = 60 * 60_000;

export class HeldItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #tables: HeldTables;

  constructor(client: DynamoDBDocumentClient, tables: HeldTables) {
    this.#client = client;
    this.#tables = tables;
  }

  /** The pages of a partition of the index by user. @param behind what a page says of the next */
  indexed(userKey: string, limit: number, behind?: string) {
    return this.#pages(indexed, behind, {
      TableName: this.#tables.notifications,
      IndexName: NOTIFICATIONS_BY_USER.index,
      KeyConditionExpression: "#user = :user",
      ExpressionAttributeNames: { "#user": NOTIFICATIONS_BY_USER.partition },
      ExpressionAttributeValues: { ":user": userKey },
      Limit: limit,
    });
  }

  /**
   * The messages of a project that are held, or those that are not, whatever they speak of. As {@link indexed} otherwise.
   * @param since made at or after, ISO 8601
   */
  messages(projectId: number, isHeld: boolean, since: string, behind?: string) {
    return this.#pages(alert, behind, {
      TableName: this.#tables.alerts,
      KeyConditionExpression: "#partition = :partition AND #sort >= :since",
      FilterExpression: `expiresAt ${isHeld ? ">=" : "<"} :held`,
      ProjectionExpression: ALERT_ATTRIBUTES,
      ExpressionAttributeNames: { "#partition": ALERTS_KEY.partition, "#sort": ALERTS_KEY.sort },
      ExpressionAttributeValues: { ":partition": String(projectId), ":since": since, ":held": HELD_S },
    });
  }

  /** Every content under a notification's key. */
  contents(key: string): AsyncGenerator<HeldContent> {
    return this.#found(content, {
      TableName: this.#tables.notifications,
      KeyConditionExpression: "#partition = :partition",
      ProjectionExpression: "#partition, version, risk, alert, courses, expiresAt",
      ExpressionAttributeNames: { "#partition": NOTIFICATIONS_KEY.partition },
      ExpressionAttributeValues: { ":partition": key },
    });
  }

  /** Every score of a wallet. */
  scores(wallet: WalletName): AsyncGenerator<HeldScore> {
    return this.#found(score, {
      TableName: this.#tables.walletScans,
      KeyConditionExpression: "#partition = :partition",
      ProjectionExpression: "runId, alertedAt, expiresAt",
      ExpressionAttributeNames: { "#partition": WALLET_SCANS_KEY.partition },
      ExpressionAttributeValues: { ":partition": historyKey(wallet) },
    });
  }

  /** Every case of a subject. */
  async *cases(subject: string): AsyncGenerator<HeldCase> {
    yield* this.#found(caseItem, {
      TableName: this.#tables.cases,
      KeyConditionExpression: "subject = :subject",
      Select: "SPECIFIC_ATTRIBUTES",
      ProjectionExpression: HELD_CASE_ATTRIBUTES.join(", "),
      ExpressionAttributeValues: { ":subject": subject },
    });
  }

  /** The alerts of a project whose ids lie between two, both included. */
  alerts(projectId: string, from: string, to: string): AsyncGenerator<HeldAlert> {
    return this.#found(alert, {
      TableName: this.#tables.alerts,
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :to",
      ProjectionExpression: ALERT_ATTRIBUTES,
      ExpressionAttributeNames: { "#partition": ALERTS_KEY.partition, "#sort": ALERTS_KEY.sort },
      ExpressionAttributeValues: { ":partition": projectId, ":from": from, ":to": to },
    });
  }

  /** The alerts that were made shortly before it was noted, at a time (ISO 8601), that one went out. */
  alertsNotedAt(projectId: number, notedAt: string): AsyncGenerator<HeldAlert> {
    const from = new Date(Date.parse(notedAt) - ALERTING_MS).toISOString();
    // An id goes on behind its time.
    return this.alerts(String(projectId), from, `${notedAt}~`);
  }

  /**
   * Keeps an item from expiring, or lets it go. One update of one attribute: an item that has expired meanwhile is not
   * made again, and what others write at the same time stays.
   * @returns whether it was changed; false where it is so already, or is gone
   */
  change(place: { table: keyof HeldTables; key: Record<string, string> }, holds: boolean): Promise<boolean> {
    return unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#tables[place.table],
          Key: place.key,
          UpdateExpression: `SET expiresAt = expiresAt ${holds ? "+" : "-"} :held`,
          ConditionExpression: `expiresAt ${holds ? "<" : ">="} :held`,
          ExpressionAttributeValues: { ":held": HELD_S },
        }),
      ),
    );
  }

  /** Each is read when it is asked for, and says behind which key the next one begins. */
  async *#pages<Found>(
    schema: { parse: (item: unknown) => Found },
    behind: string | undefined,
    query: QueryCommandInput,
  ): AsyncGenerator<{ rows: Found[]; next: string | undefined }> {
    let from: Record<string, unknown> | undefined = behind === undefined ? undefined : JSON.parse(behind);
    do {
      const { Items = [], LastEvaluatedKey } = await this.#client.send(
        new QueryCommand({ ...query, ExclusiveStartKey: from }),
      );
      from = LastEvaluatedKey;
      yield {
        rows: Items.map((item) => schema.parse(item)),
        next: from === undefined ? undefined : JSON.stringify(from),
      };
    } while (from !== undefined);
  }

  async *#found<Found>(
    schema: { parse: (item: unknown) => Found },
    query: QueryCommandInput,
  ): AsyncGenerator<Found> {
    for await (const item of queryItems(this.#client, query)) yield schema.parse(item);
  }
}
