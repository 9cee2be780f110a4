/** Records of invented users in tables of their own, and what holds make of them. */

import { type DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { holdTools } from "../../lib/holds/tools.ts";
import { userKeyOf } from "../../lib/notifications/notification-keys.ts";
import { putItems } from "../../lib/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../lib/tables/table-shapes.ts";
import { historyKey, keyOfWallet } from "../../lib/wallets/wallet-keys.ts";
import { type EmulatedTables, startTables } from "./emulated-tables.ts";

const TABLES = {
  Notifications: TABLE_SHAPES.notifications,
  Wallets: TABLE_SHAPES.wallets,
  WalletScans: TABLE_SHAPES.walletScans,
  Alerts: TABLE_SHAPES.alerts,
  Cases: TABLE_SHAPES.cases,
  Holds: TABLE_SHAPES.holds,
};

/** Expiry of all records here, in seconds since 1970. */
export const EXPIRES = 2_000_000_000;
/** The same while it is held. */
export const HELD = 102_000_000_000;

type Item = Record<string, unknown>;

export class HeldRecords {
  readonly #emulated: EmulatedTables;
  readonly client: DynamoDBDocumentClient;

  private constructor(emulated: EmulatedTables) {
    this.#emulated = emulated;
    this.client = emulated.client;
  }

  static async start(): Promise<HeldRecords> {
    return new HeldRecords(await startTables(TABLES));
  }

  async close(): Promise<void> {
    await this.#emulated.stop();
  }

  tools(...projectIds: number[]) {
    const served = projectIds.length === 0 ? [1] : projectIds;
    return holdTools(
      {
        STAGE: "dev",
        PROJECTS: served.map((id) => ({ id, mexico: false })),
        HOLDS_TABLE: "Holds",
        NOTIFICATIONS_TABLE: "Notifications",
        WALLETS_TABLE: "Wallets",
        WALLET_SCANS_TABLE: "WalletScans",
        ALERTS_TABLE: "Alerts",
        CASES_TABLE: "Cases",
      },
      this.client,
    );
  }

  async put(table: keyof typeof TABLES, ...items: Item[]): Promise<void> {
    await putItems(this.client, table, items);
  }

  /** Expiry of each item of the tables, by a name for it. */
  async expiries(): Promise<Record<string, number>> {
    const found: [string, number][] = [];
    for (const name of ["Notifications", "WalletScans", "Alerts", "Cases"] as const) {
      const { key } = TABLES[name];
      let from: Item | undefined;
      do {
        const page = await this.client.send(new ScanCommand({ TableName: name, ExclusiveStartKey: from }));
        for (const item of page.Items ?? [])
          found.push([`${name} ${item[key.partition]} ${item[key.sort]}`, item["expiresAt"]]);
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
    }
    return Object.fromEntries(found.toSorted());
  }
}

/** A content of a notification, as far as holds look at it. */
export function content(userId: string, id: number, changes: Item = {}): Item {
  return {
    ...{
      key: `1#${id}`,
      version: "first",
      receivedAt: `2026-03-01T12:00:00.${String(id % 1_000).padStart(3, "0")}Z`,
    },
    ...{ userKey: userKeyOf(1, userId), timeShard: "1#0" },
    ...{ expiresAt: EXPIRES, ...changes },
    said: { chainId: "1", address: { id: "1", address: `0x${userId}` }, ...Object(changes["said"]) },
  };
}

export function alert(id: string, subjects: Item[], changes: Item = {}): Item {
  return { projectId: "1", id, subjects, expiresAt: EXPIRES, ...changes };
}

export function caseOf(subject: string, opened = "once"): Item {
  return { subject, opened, timeShard: "1#0", order: `${subject}#${opened}`, expiresAt: EXPIRES };
}

export function wallet(address: string, ...owners: string[]): Item {
  const name = { projectId: 1, chainId: "1", address };
  return { ...keyOfWallet(name), ...name, ...(owners.length === 0 ? {} : { owners: new Set(owners) }) };
}

export function score(address: string, runId: string, changes: Item = {}): Item {
  return {
    ...{ historyKey: historyKey({ projectId: 1, chainId: "1", address }), runId },
    ...{ expiresAt: EXPIRES, ...changes },
  };
}
