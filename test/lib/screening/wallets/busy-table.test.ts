/** Wallets of an index are read by their keys, also of a table that is too busy to give all of them at once. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { mockClient } from "../../../support/mock-client.ts";

const pauses = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const KEY = { shardKey: "1#0", walletKey: "0xa#1" };

beforeEach(() => {
  database.reset();
  pauses.splice(0);
  vi.spyOn(Math, "random").mockReturnValue(1);
  database.on(QueryCommand).resolves({ Items: [KEY] });
});
afterEach(() => vi.restoreAllMocks());

const read = () => Array.fromAsync(new WalletStore(client, "Wallets").ofUser(1, "u-1"));
const asked = () => database.commandCalls(BatchGetCommand).length;
const LEFT = { Responses: {}, UnprocessedKeys: { Wallets: { Keys: [KEY] } } };

it("asks for what a busy table left after a pause that grows, until there is nothing left", async () => {
  database.on(BatchGetCommand).resolvesOnce(LEFT).resolvesOnce(LEFT).resolves({ Responses: {} });
  expect(await read()).toEqual([]);
  expect(asked()).toBe(3);
  expect(pauses).toEqual([50, 100]);
});

it("gives a table up that stays busy, by an error that names it", async () => {
  database.on(BatchGetCommand).resolves(LEFT);
  await expect(read()).rejects.toThrow(
    "The table Wallets is too busy for a batch of reads: try again later.",
  );
  expect(asked()).toBe(8);
});
