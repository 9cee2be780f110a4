/**
 * Items of every kind, as 0.2.0 wrote them into a deployed stage, in DynamoDB's own JSON; and what 0.2.0 read in them:
 * later versions must read as much. Add items of a new form in a file of their own; change none.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AttributeValue, PutItemCommand } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { ChainStore } from "../../../lib/chains/chains.ts";
import type { NotificationFilter } from "../../../lib/notifications/notification-filter.ts";
import { nameOf } from "../../../lib/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../lib/notifications/notification-queries.ts";
import { RateStore } from "../../../lib/rates/rates.ts";
import { ScanRunStore } from "../../../lib/scans/runs/scan-runs.ts";
import { TABLE_NAMES, TABLE_SHAPES, type TableName } from "../../../lib/tables/table-shapes.ts";
import { UserStore } from "../../../lib/users/users.ts";
import { ScannedWallets } from "../../../lib/wallets/scanned-wallets.ts";
import { unpackResult, WalletScanStore } from "../../../lib/wallets/wallet-scans.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";

/** The tables of which items are kept here. */
type KeptTable = Exclude<TableName, "cases" | "holds">;

interface Golden {
  table: KeptTable;
  what: string;
  /** As the AWS CLI prints it and an export holds it: bytes in base64. */
  item: Record<string, { S?: string; N?: string; B?: string }>;
  /** But for a notification's raw body, which deliveries-0.2.0.json has. */
  read: object;
}

const golden: Golden[] = readFileSync(join(import.meta.dirname, "items-0.2.0.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

let emulated: EmulatedTables;
let documents: DynamoDBDocumentClient;

beforeAll(async () => {
  emulated = await startTables(TABLE_SHAPES);
  documents = emulated.client;
  for (const { table, item } of golden)
    await documents.send(new PutItemCommand({ TableName: table, Item: valuesOf(item) }));
});
afterAll(() => emulated.stop());

function valuesOf(item: Golden["item"]): Record<string, AttributeValue> {
  const values: Record<string, AttributeValue> = JSON.parse(JSON.stringify(item));
  for (const [name, { B }] of Object.entries(item))
    if (B !== undefined) values[name] = { B: Buffer.from(B, "base64") };
  return values;
}

/** What was read as JSON: bytes in base64, sets as lists. */
function asJson(read: unknown): unknown {
  return JSON.parse(
    JSON.stringify(read, (_, value) => {
      if (value?.type === "Buffer") return Buffer.from(value.data).toString("base64");
      if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
      return value instanceof Set ? [...value].sort() : value;
    }),
  );
}

/** A run without the wallets that it named for its mail, which the brief of the day has replaced: they are left out on purpose. */
function nameless(run: object): object {
  return JSON.parse(
    JSON.stringify(run, (name, value) => (["highest", "rises"].includes(name) ? undefined : value)),
  );
}

const text = (item: Golden["item"], name: string) => item[name]?.S ?? "";
const walletNamed = (item: Golden["item"]) => ({
  projectId: Number(item["projectId"]?.N),
  chainId: text(item, "chainId"),
  address: text(item, "address"),
});
const notifications = () =>
  new NotificationQueries(documents, "notifications", new WalletStore(documents, "wallets"));

const READERS: Record<KeptTable, (item: Golden["item"]) => Promise<unknown>> = {
  users: (item) => new UserStore(documents, "users").getUser(text(item, "userId")),
  notifications: (item) => notifications().get({ key: text(item, "key"), version: text(item, "version") }),
  wallets: (item) => new WalletStore(documents, "wallets").get(walletNamed(item)),
  walletScans: async (item) => {
    const scans = await Array.fromAsync(
      new WalletScanStore(documents, "walletScans").history(walletNamed(item)),
    );
    return scans.find(({ runId }) => runId === text(item, "runId"));
  },
  scanRuns: (item) => {
    const store = new ScanRunStore(documents, "scanRuns");
    const runId = text(item, "runId");
    return runId === "current" ? store.current(1) : store.get(1, runId);
  },
  chains: (item) => new ChainStore(documents, "chains").get(text(item, "chainId")),
  rates: (item) => new RateStore(documents, "rates").on(text(item, "currency"), text(item, "day")),
  alerts: (item) => new AlertStore(documents, "alerts").find(text(item, "id")),
};

it.each(golden)("of $table, $what is read as it was", async ({ table, item, read }) => {
  expect(asJson(await READERS[table](item))).toMatchObject(table === "scanRuns" ? nameless(read) : read);
});

it("reads of a run no longer which wallets and users it named", async () => {
  const runs = golden.filter(({ table }) => table === "scanRuns");
  expect(JSON.stringify(runs.map(({ read }) => read))).toContain('"highest":[{');
  const found = await Promise.all(runs.map(({ item }) => READERS.scanRuns(item)));
  expect(JSON.stringify(found)).not.toMatch(/"(highest|rises|userId|address)":/);
});

it("has items of every table but cases and holds", () => {
  const names = new Set<string>(golden.map(({ table }) => table));
  expect(new Set([...names, "cases", "holds"])).toEqual(new Set(TABLE_NAMES));
});

describe("finds again", () => {
  const named = async (filter: Partial<NotificationFilter>) =>
    (await Array.fromAsync(notifications().list({ projectIds: [1], ...filter }))).map(nameOf);

  it("notifications by time, user, wallet and name", async () => {
    expect(await named({ rehearsals: true })).toEqual([
      "1#44",
      "1#43",
      "1#quarantined-BEHbIlbhgdNmKYZObd-dbA",
      "1#quarantined-CEHbIlbhgdNmKYZObd-dbB",
      "1#error-3a80d913-9061-48b7-a89b-0bb9c5c61e67",
      "1#42#fjzfuusMQkf9QMN7pZqQol",
      "1#42",
      "1#1000",
      "rehearsal#1#107431626002",
    ]);
    expect(await named({ userId: "u-1" })).toEqual(["1#42#fjzfuusMQkf9QMN7pZqQol", "1#42"]);
    expect(await named({ wallet: "0x2222222222222222222222222222222222222222" })).toEqual(["1#43"]);
    const versions = await notifications().find("1#42");
    expect(versions?.versions.map(nameOf)).toEqual(["1#42#fjzfuusMQkf9QMN7pZqQol"]);
  });

  it("wallets by user, and in the shards that a scan works on", async () => {
    const wallets = new WalletStore(documents, "wallets");
    const address = "0x1111111111111111111111111111111111111111";
    expect(await Array.fromAsync(wallets.ofUser(1, "u-2"))).toMatchObject([{ address }]);
    const scanned = new ScannedWallets(documents, "wallets");
    expect(await scanned.page(1, 0, undefined, 10)).toMatchObject({ wallets: [{ address }] });
  });

  it("runs, rates and alerts, the newest first", async () => {
    const runs = await Array.fromAsync(new ScanRunStore(documents, "scanRuns").ofProject(1));
    expect(runs.map(({ runId }) => runId)).toEqual([
      "2026-11-22T08:00:00.000Z-0a1b2c",
      "2026-11-21T18:01:18.614Z-e20140",
    ]);
    const rates = await Array.fromAsync(new RateStore(documents, "rates").list("MXN"));
    expect(rates).toEqual([{ currency: "MXN", day: "2026-02-20", rate: "18.20" }]);
    const alerts = new AlertStore(documents, "alerts").list({ projectIds: [1], rehearsals: true });
    expect((await Array.fromAsync(alerts)).map(({ kind }) => kind)).toEqual([
      "quarantine",
      "change",
      "scan-brief",
      "wallet",
      "notification",
    ]);
  });

  it("the text of a long result", () => {
    const packed = golden.find(({ what }) => what === "a long result")?.item["result"]?.B ?? "";
    const expected = {
      ...{ address: "0x0000000000000000000000000000000000000003", chainId: "42161", status: "completed" },
      ...{ riskScore: 70, riskReason: "Invented. ".repeat(80) },
    };
    expect(JSON.parse(unpackResult(Buffer.from(packed, "base64")))).toEqual(expected);
  });
});
