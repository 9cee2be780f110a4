/** Requests of the wallet stores to DynamoDB, page by page, and their reading of an odd page. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScannedWallets } from "../../../../lib/screening/wallets/scanned-wallets.ts";
import { packResult, unpackResult, WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { mockClient } from "../../../support/mock-client.ts";

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const wallets = new WalletStore(client, "Wallets");
const scanned = new ScannedWallets(client, "Wallets");
const scans = new WalletScanStore(client, "WalletScans");

beforeEach(() => database.reset());
afterEach(() => vi.restoreAllMocks());

function item(address: string, changes: Record<string, unknown> = {}) {
  const keys = { shardKey: "1#7", walletKey: `${address}#1` };
  const firstSeenAt = "2026-01-01T00:00:00.000Z";
  return { ...keys, projectId: 1, chainId: "1", address, source: "import", firstSeenAt, ...changes };
}

function inputs() {
  return database.commandCalls(QueryCommand).map(({ args }) => args[0].input);
}

describe("the wallets with an address", () => {
  it("are asked for by the address with its separator, from where the last page ended, and compared", async () => {
    const LastEvaluatedKey = { shardKey: "1#7", walletKey: "0xa#1" };
    database
      .on(QueryCommand)
      .resolvesOnce({ Items: [item("0xa")], LastEvaluatedKey })
      .resolves({ Items: [item("0xa#b")] });
    expect((await wallets.ofAddress(1, "0xa")).map(({ address }) => address)).toEqual(["0xa"]);
    const [first, second, ...more] = inputs();
    expect(first).toEqual({
      TableName: "Wallets",
      KeyConditionExpression: "#shard = :shard AND begins_with(#wallet, :prefix)",
      ExpressionAttributeNames: { "#shard": "shardKey", "#wallet": "walletKey" },
      ExpressionAttributeValues: { ":shard": "1#7", ":prefix": "0xa#" },
    });
    expect(second).toEqual({ ...first, ExclusiveStartKey: LastEvaluatedKey });
    expect(more).toEqual([]);
  });
});

describe("the wallets of a project", () => {
  it("are those of its eight shards, and a page without items is one", async () => {
    database.on(QueryCommand).resolves({});
    expect(await Array.fromAsync(wallets.ofProject(3))).toEqual([]);
    const shards = inputs().map(({ ExpressionAttributeValues }) => ExpressionAttributeValues?.[":shard"]);
    expect(shards).toEqual(["3#0", "3#1", "3#2", "3#3", "3#4", "3#5", "3#6", "3#7"]);
  });
});

describe("the wallets of a user", () => {
  it("are read by the keys of the index, and again where a busy table leaves some", async () => {
    const key = (address: string) => ({ shardKey: "1#7", walletKey: `${address}#1` });
    database.on(QueryCommand).resolves({ Items: [key("0xa"), key("0xb")] });
    database
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { Wallets: [item("0xa")] },
        UnprocessedKeys: { Wallets: { Keys: [key("0xb")] } },
      })
      .resolvesOnce({ UnprocessedKeys: { Wallets: { Keys: [key("0xb")] } } })
      .resolves({ Responses: { Wallets: [item("0xb")] } });
    const found = await Array.fromAsync(wallets.ofUser(1, "u-1"), ({ address }) => address);
    expect(found).toEqual(["0xa", "0xb"]);
    const asked = database.commandCalls(BatchGetCommand).map(({ args }) => args[0].input.RequestItems);
    expect(asked.map((one) => one?.["Wallets"]?.Keys)).toEqual([
      [key("0xa"), key("0xb")],
      [key("0xb")],
      [key("0xb")],
    ]);
  });
});

describe("a page of wallets to scan", () => {
  it("is read consistently, after the last one, and may be empty", async () => {
    database.on(QueryCommand).resolves({});
    expect(await scanned.page(1, 7, "0xa#1", 50)).toEqual({ wallets: [] });
    expect(inputs()).toEqual([
      {
        TableName: "Wallets",
        KeyConditionExpression: "#shard = :shard",
        ExpressionAttributeNames: { "#shard": "shardKey" },
        ExpressionAttributeValues: { ":shard": "1#7" },
        ConsistentRead: true,
        Limit: 50,
        ExclusiveStartKey: { shardKey: "1#7", walletKey: "0xa#1" },
      },
    ]);
  });

  it.each(["completed", "skipped", "failed", "missing"])(
    "has wallets of which the last run said: %s",
    async (lastOutcome) => {
      database.on(QueryCommand).resolves({ Items: [item("0xa", { lastOutcome })] });
      const { wallets: found } = await scanned.page(1, 7, undefined, 50);
      expect(found[0]?.lastOutcome).toBe(lastOutcome);
    },
  );

  it("leaves out a corrupt item, and the log names its key and what is wrong, but no value", async () => {
    const lines: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    database.on(QueryCommand).resolves({
      Items: [item("0xa", { score: "high", level: 3, firstSeenAt: undefined }), item("0xb")],
    });
    const { wallets: found } = await scanned.page(1, 7, undefined, 50);
    expect(found.map(({ address }) => address)).toEqual(["0xb"]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: "ERROR",
        message:
          "a wallet's item cannot be read, and no run scans it: delete it, and import the wallet again",
        timestamp: expect.any(String),
        shardKey: "1#7",
        walletKey: "0xa#1",
        paths: ["firstSeenAt", "score", "level"],
      },
    ]);
  });
});

describe("a result", () => {
  it("is legible where it is short, and comes back whole where it is long", () => {
    const short = { riskScore: 7 };
    expect(packResult(short)).toBe('{"riskScore":7}');
    expect(unpackResult('{"riskScore":7}')).toBe('{"riskScore":7}');
    const long = { riskReason: "r".repeat(5_000) };
    const packed = packResult(long) ?? "";
    expect(packed).toBeInstanceOf(Uint8Array);
    expect(JSON.parse(unpackResult(packed))).toEqual(long);
  });
});

describe("the history of a wallet", () => {
  const name = { projectId: 1, chainId: "1", address: "0xa" };

  it("is read from where the last page ended, newest first", async () => {
    const LastEvaluatedKey = { historyKey: "1#0xa#1", runId: "r" };
    database.on(QueryCommand).resolvesOnce({ Items: [], LastEvaluatedKey }).resolves({});
    expect(await Array.fromAsync(scans.history(name))).toEqual([]);
    const [first, second, ...more] = inputs();
    expect(first).toMatchObject({ TableName: "WalletScans", ScanIndexForward: false });
    expect(first).not.toHaveProperty("ExclusiveStartKey");
    expect(second).toEqual({ ...first, ExclusiveStartKey: LastEvaluatedKey });
    expect(more).toEqual([]);
  });

  it("notes an alert with no status where none was named", async () => {
    database.on(UpdateCommand).resolves({});
    await scans.markAlerted(name, "r", "2026-01-01T00:00:00.000Z", undefined);
    expect(database.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      UpdateExpression: "SET alert = :sent, alertedAt = :at",
      ExpressionAttributeValues: { ":sent": "sent", ":at": "2026-01-01T00:00:00.000Z" },
      ExpressionAttributeNames: { "#run": "runId" },
    });
  });
});
