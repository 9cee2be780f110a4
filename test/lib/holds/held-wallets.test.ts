/** The wallets that holds were over are noted in items that DynamoDB takes, and all of them are found again. */

import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HeldWallets } from "../../../lib/holds/held-wallets.ts";
import { HoldStore } from "../../../lib/holds/holds.ts";
import { HeldRecords } from "../../support/held-records.ts";

let records: HeldRecords;
let wallets: HeldWallets;
beforeEach(async () => {
  records = await HeldRecords.start();
  wallets = new HeldWallets(records.client, "Holds");
});
afterEach(() => records.close());

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `1#0x${String(from + n).padStart(40, "0")}#1`);

async function counts(): Promise<number[]> {
  const { Items = [] } = await records.client.send(new ScanCommand({ TableName: "Holds" }));
  return Items.map((item) => new Set(item["wallets"]).size).sort((a, b) => a - b);
}

it("are noted three hundred to an item, each once, by hold", async () => {
  await wallets.add("u-1", names(0, 250));
  await wallets.add("u-1", names(200, 700));
  await wallets.add("u-2", names(0, 1));
  await wallets.add("u-2", names(0, 1));
  expect(await counts()).toEqual([1, 100, 300, 300]);
  expect([...(await wallets.of("u-1"))].sort()).toEqual(names(0, 700));
  expect([...(await wallets.of("u-2"))]).toEqual(names(0, 1));
  expect([...(await wallets.of("u-3"))]).toEqual([]);
});

it("are no holds", async () => {
  await wallets.add("u-1", names(0, 1));
  expect(await Array.fromAsync(new HoldStore(records.client, "Holds").all())).toEqual([]);
});

it("are all there where two passes note them at the same time", async () => {
  await Promise.all([wallets.add("u-1", names(0, 400)), wallets.add("u-1", names(300, 900))]);
  await wallets.add("u-1", names(0, 1_000));
  expect((await wallets.of("u-1")).size).toBe(1_000);
});
