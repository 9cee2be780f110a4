/** The Wallets table, emulated: what remembers a wallet, and how it is found again. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import {
  historyKey,
  keyOfWallet,
  rankIn,
  rankName,
  rankOf,
  rankText,
} from "../../../../lib/screening/wallets/wallet-keys.ts";
import { walletsOf, walletsRead } from "../../../../lib/screening/wallets/wallet-lists.ts";
import { type SeenWallet, WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

let tables: EmulatedTables;
let wallets: WalletStore;

beforeEach(async () => {
  tables = await startTables({ Wallets: TABLE_SHAPES.wallets });
  wallets = new WalletStore(tables.client, "Wallets");
});
afterEach(async () => {
  vi.useRealTimers();
  await tables.stop();
});

const EVM = "0xABCDEFabcdefabcdefabcdefabcdefabcdefabcd";
const NAME = { projectId: 1, chainId: "1", address: "0xa" };
const day = (n: number) => `2026-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;

function see(changes: Partial<SeenWallet> = {}) {
  return wallets.remember({ ...NAME, userId: "u-1", source: "notification", seenAt: day(1), ...changes });
}

it("a wallet's key is its project, and its address and chain; a rank names a place by score", () => {
  expect(keyOfWallet({ projectId: 7, chainId: "137", address: EVM })).toEqual({
    projectId: "7",
    wallet: "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd#137",
  });
  expect(historyKey({ projectId: 7, chainId: "137", address: "TAbc" })).toBe("7#TAbc#137");
  const place = { projectId: 7, rank: rankText(88.5), wallet: "a#b#137" };
  expect(rankName(place)).toBe("00000000000000088.500000#7#a#b#137");
  expect(rankIn("00000000000000088.500000#7#a#b#137")).toEqual(place);
  expect(rankIn("88.5#7#a#b#137")).toBeUndefined();
  expect(rankIn(`00000000000000088.500000#7#a#b#137${"0".repeat(76)}`)).toBeUndefined();
  expect([rankOf(undefined), rankOf(19.9), rankOf(20)]).toEqual([
    undefined,
    undefined,
    "00000000000000020.000000",
  ]);
});

describe("a wallet that is seen", () => {
  it("is new once, waits from the moment that it was written, and is shown in its canonical form", async () => {
    vi.useFakeTimers({ now: Date.parse(day(9)), toFake: ["Date"] });
    expect(await see({ address: ` ${EVM} ` })).toEqual({ kind: "new" });
    vi.setSystemTime(Date.parse(day(10)));
    expect(await see({ address: EVM.toLowerCase(), seenAt: day(2), source: "import" })).toMatchObject({
      kind: "known",
    });
    expect(await Array.fromAsync(wallets.ofProject(1))).toEqual([
      {
        projectId: 1,
        chainId: "1",
        address: "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd",
        userId: "u-1",
        source: "notification",
        firstSeenAt: day(1),
        lastSeenAt: day(2),
        waitingSince: day(9),
      },
    ]);
  });

  it("belongs to the user that was seen last with it, in any order of arrival, and keeps that user when no later one is named", async () => {
    await see({ userId: "u-2", seenAt: day(3) });
    await see({ userId: "u-1", seenAt: day(2) });
    expect(await wallets.get(NAME)).toMatchObject({ userId: "u-2", lastSeenAt: day(3) });
    await see({ userId: undefined, seenAt: day(4) });
    expect(await wallets.get(NAME)).toMatchObject({ userId: "u-2", lastSeenAt: day(4) });
    const usersOf = async (user: string) => (await Array.fromAsync(wallets.ofUser(1, user))).length;
    expect([await usersOf("u-2"), await usersOf("u-1")]).toEqual([1, 0]);
    expect(await see({ userId: "u-3", seenAt: day(5) })).toEqual({ kind: "known", owner: "u-2" });
  });

  it("changes nothing of what a scan found out, and nothing when it comes twice", async () => {
    const scored = { score: 72, waitingSince: day(5), lastSeenAt: day(2) };
    await putWallet(tables.client, "Wallets", NAME, scored);
    await see({ seenAt: day(6) });
    expect(await see({ userId: "u-2", seenAt: day(5) })).toEqual({ kind: "known" });
    expect(await see({ seenAt: day(6) })).toMatchObject({ kind: "known" });
    expect(await wallets.get(NAME)).toMatchObject({ score: 72, waitingSince: day(5), userId: "u-1" });
  });

  it("is the same after any order of arrivals at different times", async () => {
    const seenOnce = fc.record({
      userId: fc.constantFrom("u-1", "u-2", "u-3"),
      at: fc.integer({ min: 1, max: 28 }),
    });
    const arrivals = fc.uniqueArray(seenOnce, { minLength: 1, maxLength: 6, selector: ({ at }) => at });
    let id = 0;
    await fc.assert(
      fc.asyncProperty(arrivals, async (seen) => {
        const address = `0xp${id++}`;
        for (const { userId, at } of seen) await see({ address, userId, seenAt: day(at) });
        const last = seen.toSorted((a, b) => b.at - a.at)[0];
        const wallet = await wallets.get({ ...NAME, address });
        expect(wallet).toMatchObject({ userId: last?.userId, lastSeenAt: day(last?.at ?? 0) });
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ["an empty address", { address: " " }],
    ["an address that is longer than a key", { address: "a".repeat(901) }],
    ["half a character", { address: "\ud800" }],
    ["a chain that is longer than a key", { chainId: "1".repeat(79) }],
  ])("is not stored with %s", async (_, changes) => {
    expect(await see(changes)).toEqual({ kind: "unusable" });
    expect(await Array.fromAsync(wallets.ofProject(1))).toEqual([]);
  });

  it("is stored without a user whose id cannot be a key", async () => {
    await see({ userId: "u".repeat(1_901) });
    expect(await wallets.get(NAME)).not.toHaveProperty("userId");
  });
});

describe("wallets", () => {
  it("of an address are those on every chain, and not of an address that begins alike", async () => {
    for (const [address, chainId] of [
      ["Addr", "1"],
      ["Addr", "137"],
      ["Addr#2", "1"],
      ["addr", "1"],
    ] as const)
      await see({ address, chainId });
    const chains = async (address: string) =>
      (await wallets.ofAddress(1, address)).map(({ chainId }) => chainId).toSorted();
    expect(await chains("Addr")).toEqual(["1", "137"]);
    expect(await chains("Addr#2")).toEqual(["1"]);
    expect(await chains("nobody")).toEqual([]);
  });

  it("that were taken out are unknown until they are seen again", async () => {
    await see();
    await wallets.remove(NAME);
    expect(await wallets.get(NAME)).toBeUndefined();
    expect(await see()).toEqual({ kind: "new" });
  });

  it("of a user are read in full, however many", async () => {
    for (let n = 0; n < 130; n++)
      await putWallet(tables.client, "Wallets", { ...NAME, address: `0x${n}` }, { userId: "u-1" });
    expect(await Array.fromAsync(wallets.ofUser(1, "u-1"))).toHaveLength(130);
    expect(await Array.fromAsync(wallets.ofUser(2, "u-1"))).toEqual([]);
  });

  it("that cannot be read are named by key and attribute, without a value, and hide no other", async () => {
    const Item = {
      ...keyOfWallet(NAME),
      score: "95",
      firstSeenAt: 3,
      lastSeenAt: day(1),
      waitingSince: day(1),
    };
    await tables.client.send(new PutCommand({ TableName: "Wallets", Item }));
    await see({ address: "0xb" });
    const unreadable: unknown[] = [];
    const store = new WalletStore(tables.client, "Wallets", (wallet) => unreadable.push(wallet));
    expect((await Array.fromAsync(store.ofProject(1))).map(({ address }) => address)).toEqual(["0xb"]);
    expect(unreadable).toEqual([
      { projectId: "1", wallet: "0xa#1", paths: ["source", "firstSeenAt", "score"] },
    ]);
  });
});

describe("a list of wallets", () => {
  beforeEach(async () => {
    const put = (n: number, facts: object) =>
      putWallet(tables.client, "Wallets", { ...NAME, address: `0x${n}` }, { userId: "u-1", ...facts });
    for (const n of [1, 2, 3, 5]) await put(n, { score: 50 + n, previousScore: 60, scannedAt: day(1) });
    await put(4, { score: 70, previousScore: 40, scannedAt: day(2) });
    await put(6, { score: 19.9, previousScore: 1, scannedAt: day(2) });
  });
  const named = (wallets: readonly ({ address: string } | undefined)[]) =>
    wallets.map((wallet) => wallet?.address);

  it("by score has the highest first, over many pages, from the first band line up", async () => {
    const above = async (score?: number) =>
      named(await Array.fromAsync(walletsOf(wallets, 1, { kind: "score", above: score }, 2)));
    expect(await above()).toEqual(["0x4", "0x5", "0x3", "0x2", "0x1"]);
    expect(await above(52)).toEqual(["0x4", "0x5", "0x3"]);
  });

  it("has a wallet next to the threshold where its score is above it, however little", async () => {
    await putWallet(tables.client, "Wallets", { ...NAME, address: "0x7" }, { score: 60.00000000000001 });
    const above = async (score: number) =>
      named(await Array.fromAsync(walletsOf(wallets, 1, { kind: "score", above: score }, 2)));
    expect(await above(60)).toEqual(["0x4", "0x7"]);
    expect(await above(60.00000000000001)).toEqual(["0x4"]);
  });

  it("of those that rose reads all, and gives those alone", async () => {
    const filter = { kind: "rose", since: day(1) } as const;
    const read = await Array.fromAsync(walletsRead(wallets, 1, filter, 2));
    expect(named(read)).toEqual(["0x4", undefined, undefined, undefined, undefined]);
  });
});
