/** Lists of wallets, on an emulated table: whole however small their pages are, and what is read for them. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { ScannedWallets } from "../../../../lib/screening/wallets/scanned-wallets.ts";
import type { Wallet } from "../../../../lib/screening/wallets/wallet.ts";
import { walletPage, walletsOf, walletsRead } from "../../../../lib/screening/wallets/wallet-lists.ts";
import { ScanFixture } from "../scans/scan-fixture.ts";

let fixture: ScanFixture;

beforeAll(async () => {
  fixture = await ScanFixture.start();
  for (const address of ["0x1", "0x2", "0x3", "0x4", "0x5"]) {
    await fixture.remember(address);
    await scored(address, { score: 50 + Number(address), previousScore: 60 });
  }
  await scored("0x4", { score: 70, previousScore: 40 });
});
afterAll(() => fixture.stop());

async function scored(address: string, scores: Partial<Wallet>): Promise<void> {
  const before = await fixture.wallet(address);
  const scan = { scannedAt: "2026-02-01T00:00:00.000Z", lastRun: `r${scores.score}`, lastPass: 1 };
  await new ScannedWallets(fixture.client, "Wallets").recordScan({ ...before, ...scan, ...scores });
}

const addressesOf = (wallets: readonly (Wallet | undefined)[]) => wallets.map((one) => one?.address);

it("a user's wallets are all read, beyond a page", async () => {
  const all = await Array.fromAsync(walletsOf(fixture.wallets, 1, { kind: "found", userId: "u-1" }, 2));
  expect(addressesOf(all).toSorted()).toEqual(["0x1", "0x2", "0x3", "0x4", "0x5"]);
});

it("a page that may not read all of a user's wallets says so", async () => {
  const read = (mostRead: number) =>
    walletPage(fixture.wallets, 1, { kind: "found", userId: "u-1" }, { size: 2, mostRead });
  expect((await read(4)).wallets).toHaveLength(4);
  expect((await read(4)).isCut).toBe(true);
  expect((await read(5)).isCut).toBeUndefined();
});

it("wallets that did not rise are read, and counted by the reader", async () => {
  const wish = { kind: "rose", since: "2026-01-01T00:00:00.000Z" } as const;
  const read = await Array.fromAsync(walletsRead(fixture.wallets, 1, wish, 2));
  expect(addressesOf(read)).toEqual(["0x4", undefined, undefined, undefined, undefined]);
  expect(addressesOf(await Array.fromAsync(walletsOf(fixture.wallets, 1, wish, 2)))).toEqual(["0x4"]);
});

it("a wallet with more owners than are kept is found with its last one", async () => {
  const seenAt = "2026-01-01T00:00:00.000Z";
  const owner = (userId: string) => ({ ...{ projectId: 1, chainId: "1", address: "0x7" }, userId, seenAt });
  const sights = Array.from({ length: 101 }, (_, at) => owner(`u-${String(at).padStart(3, "0")}`));
  await fixture.known.rememberAll(sights.map((one) => ({ ...one, source: "import" })));
  const found = (userId: string) =>
    Array.fromAsync(walletsOf(fixture.wallets, 1, { kind: "found", address: "0x7", userId }, 2));
  expect(addressesOf(await found("u-100"))).toEqual(["0x7"]);
  expect(await found("u-200")).toEqual([]);
});

it("wallets above a score come the highest first, over many pages", async () => {
  const wish = { kind: "score", above: 52 } as const;
  expect(addressesOf(await Array.fromAsync(walletsOf(fixture.wallets, 1, wish, 2)))).toEqual([
    "0x4",
    "0x5",
    "0x3",
  ]);
});

it("a wallet next to the line is listed where its score is above it, however little", async () => {
  await fixture.remember("0x6");
  await scored("0x6", { score: 60.00000000000001 });
  const above = async (line: number) =>
    addressesOf(await Array.fromAsync(walletsOf(fixture.wallets, 1, { kind: "score", above: line }, 2)));
  expect(await above(60)).toEqual(["0x4", "0x6"]);
  expect(await above(60.00000000000001)).toEqual(["0x4"]);
});
