/** The items that a hold keeps from expiring: how they are found, and the one write that is made. */

import type { DynamoDBDocumentClient, QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { succeedsConditionally } from "../tables/conditional-write.ts";
import { HELD_S, isHeld } from "../tables/expiry.ts";
import {
  ALERTS_KEY,
  CASES_KEY,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_KEY,
  WALLET_SCANS_KEY,
} from "../tables/keys.ts";
import { queryPages } from "../tables/query.ts";
import { historyKey, type WalletName } from "../wallets/wallet-keys.ts";

const KEYS = {
  notifications: NOTIFICATIONS_KEY,
  walletScans: WALLET_SCANS_KEY,
  alerts: ALERTS_KEY,
  cases: CASES_KEY,
};

/** The tables that hold them, by name. */
type HeldTables = Record<keyof typeof KEYS, string>;

/** An item with its key. */
type HeldItem = Record<string, unknown> & { expiresAt: number };

const text = z.string();
const expiresAt = z.number();
const alertId = z.optional(z.object({ id: z.optional(text) }));

const indexed = z.object({
  key: text,
  said: z.optional(z.object({ chainId: z.optional(text), address: z.optional(z.object({ address: text })) })),
  alert: alertId,
});

const content = z.object({
  ...{ key: text, version: text, alert: alertId },
  said: z.optional(z.object({ risk: z.optional(text) })),
  courses: z.optional(
    z.record(text, z.object({ returnAlerts: z.optional(z.array(z.object({ id: text, version: text }))) })),
  ),
  expiresAt,
});

const score = z.object({ historyKey: text, runId: text, alertedAt: z.optional(text), expiresAt });

const message = z.object({
  projectId: text,
  id: text,
  subjects: z.array(
    z.union([z.object({ key: text, version: text }), z.object({ address: text, chainId: text })]),
  ),
  subjectCount: z.optional(z.number()),
  expiresAt,
});
export type HeldMessage = z.infer<typeof message>;

const caseItem = z.object({ subject: text, opened: text, expiresAt });

/** The attributes of a case that are read and changed: policies allow no others. */
export const HELD_CASE_ATTRIBUTES = Object.keys(caseItem.shape);

export class HeldItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #tables: HeldTables;

  constructor(client: DynamoDBDocumentClient, tables: HeldTables) {
    this.#client = client;
    this.#tables = tables;
  }

  /** Attributes of notifications in the index by user. */
  indexed(userKey: string) {
    const { index, partition } = NOTIFICATIONS_BY_USER;
    return flat(this.#pages("notifications", indexed, { [partition]: userKey }, { IndexName: index }));
  }

  /** Every content under a notification's key. */
  contents(key: string) {
    return flat(this.#pages("notifications", content, { [NOTIFICATIONS_KEY.partition]: key }));
  }

  /** Every score of a wallet. */
  scores(wallet: WalletName) {
    return flat(this.#pages("walletScans", score, { [WALLET_SCANS_KEY.partition]: historyKey(wallet) }));
  }

  /** Every case of a subject. */
  cases(subject: string) {
    return flat(this.#pages("cases", caseItem, { [CASES_KEY.partition]: subject }));
  }

  /** The messages of a project whose ids lie between two, both included: alerts and reminders, in pages. */
  messages(projectId: number, from: string, to: string) {
    const { partition, sort } = ALERTS_KEY;
    return this.#pages(
      "alerts",
      message,
      { [partition]: String(projectId) },
      { KeyConditionExpression: `#0 = :partition AND ${sort} BETWEEN :from AND :to` },
      { ":from": from, ":to": to },
    );
  }

  /**
   * Keeps an item from expiring, or lets it go. One update of one attribute: an item that has expired meanwhile is not
   * made again, and what others write at the same time stays.
   * @returns whether it was changed; false where it is so already, or is gone
   */
  async change(table: keyof HeldTables, item: HeldItem, holds: boolean): Promise<boolean> {
    if (isHeld(item.expiresAt) === holds) return false;
    const { partition, sort } = KEYS[table];
    return succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#tables[table],
          Key: { [partition]: item[partition], [sort]: item[sort] },
          UpdateExpression: `SET expiresAt = expiresAt ${holds ? "+" : "-"} :held`,
          ConditionExpression: `expiresAt ${holds ? "<" : ">="} :held`,
          ExpressionAttributeValues: { ":held": HELD_S },
        }),
      ),
    );
  }

  /** Of the items of a partition no attribute is read that the schema does not name. */
  async *#pages<Shape extends z.core.$ZodShape>(
    table: keyof HeldTables,
    schema: z.ZodMiniObject<Shape>,
    where: Record<string, string>,
    more: Partial<QueryCommandInput> = {},
    values: Record<string, string> = {},
  ) {
    const [[name = "", value = ""] = []] = Object.entries(where);
    const names = [name, ...Object.keys(schema.shape).filter((one) => one !== name)];
    const pages = queryPages(this.#client, {
      TableName: this.#tables[table],
      KeyConditionExpression: "#0 = :partition",
      Select: "SPECIFIC_ATTRIBUTES",
      ProjectionExpression: names.map((_, n) => `#${n}`).join(", "),
      ExpressionAttributeNames: Object.fromEntries(names.map((one, n) => [`#${n}`, one])),
      ExpressionAttributeValues: { ":partition": value, ...values },
      ...more,
    });
    for await (const page of pages) yield page.map((item) => schema.parse(item));
  }
}

async function* flat<T>(pages: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
