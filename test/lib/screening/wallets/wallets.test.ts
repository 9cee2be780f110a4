import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScannedWallets } from "../../../../lib/screening/wallets/scanned-wallets.ts";
import {
  historyKey,
  keyOfWallet,
  rankIn,
  rankName,
  rankText,
  shardOf,
  WALLET_SHARDS,
} from "../../../../lib/screening/wallets/wallet-keys.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { addresses, addressOf } from "../scans/addresses.ts";
import { ScanFixture } from "../scans/scan-fixture.ts";

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

describe("the key of a wallet", () => {
  it("is its project and shard, and its address and chain", () => {
    expect(
      keyOfWallet({ projectId: 7, chainId: "137", address: "0xABCDEFabcdefabcdefabcdefabcdefabcdefabcd" }),
    ).toEqual({
      shardKey: "7#0",
      walletKey: "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd#137",
    });
    expect(historyKey({ projectId: 7, chainId: "137", address: "TAbc" })).toBe("7#TAbc#137");
  });

  it("never changes its shard: every wallet that is known would be lost", () => {
    expect(WALLET_SHARDS).toBe(8);
    expect([shardOf("0xa"), shardOf("0xb"), shardOf("TAbc")]).toEqual([7, 2, 2]);
  });

  it("names its place by score, and is found by that name alone", () => {
    const place = { projectId: 7, rank: rankText(88.5), shardKey: "7#0", walletKey: "a#b#137" };
    const name = "00000000000000088.500000#7#0#a#b#137";
    expect(rankName(place)).toBe(name);
    expect(rankIn(name)).toEqual(place);
    expect(rankIn(name.replace("#7#0#", "#7#8#"))).toBeUndefined();
    expect(rankIn(name.replace("88.500000", "88.5"))).toBeUndefined();
    expect(rankIn(`${name}${"0".repeat(76)}`)).toBeUndefined();
    expect(rankText(Number.MAX_SAFE_INTEGER)).toBe("09007199254740991.000000");
  });

  it("spreads wallets evenly", () => {
    const counts = Map.groupBy(addresses(4_000), shardOf);
    expect(counts.size).toBe(8);
    for (const { length } of counts.values()) expect(length).toBeGreaterThan(400);
  });
});

describe("wallets", () => {
  it("of a project are read from all shards, over many pages", async () => {
    await Promise.all(addresses(120).map((address) => fixture.remember(address)));
    await fixture.remember(addressOf(500), "1", 2);
    const found = (await Array.fromAsync(fixture.wallets.ofProject(1))).map(({ address }) => address);
    expect(found.toSorted()).toEqual(addresses(120));
  });

  it("of a user are read in full, however many", async () => {
    await Promise.all(addresses(130).map((address) => fixture.remember(address)));
    expect(await Array.fromAsync(fixture.wallets.ofUser(1, "u-1"))).toHaveLength(130);
    expect(await Array.fromAsync(fixture.wallets.ofUser(2, "u-1"))).toEqual([]);
  });

  it("of an address are those on every chain, and not of an address that begins alike", async () => {
    await fixture.remember("Addr", "1");
    await fixture.remember("Addr", "137");
    await fixture.remember("Addr#2", "1");
    await fixture.remember("addr", "1");
    const chains = async (address: string) =>
      (await fixture.wallets.ofAddress(1, address)).map(({ chainId }) => chainId).toSorted();
    expect(await chains("Addr")).toEqual(["1", "137"]);
    expect(await chains("Addr#2")).toEqual(["1"]);
    expect(await chains("nobody")).toEqual([]);
  });

  it("of an address have the users that they were seen with, on any chain", async () => {
    await fixture.remember("0xa", "1");
    await fixture.remember("0xa", "137", 1, "u-2");
    expect((await fixture.wallets.ownersOf(1, "0xa"))?.toSorted()).toEqual(["u-1", "u-2"]);
    expect(await fixture.wallets.ownersOf(2, "0xa")).toBeUndefined();
  });

  it("that were taken out and seen again may have had others, on that address alone", async () => {
    await fixture.remember("0xa", "1");
    await fixture.remember("0xab", "1");
    await fixture.wallets.remove({ projectId: 1, chainId: "1", address: "0xa" });
    await fixture.remember("0xa", "1");
    expect(await fixture.wallets.ownersOf(1, "0xa")).toBeUndefined();
    expect(await fixture.wallets.ownersOf(1, "0xab")).toEqual(["u-1"]);
    expect(await Array.fromAsync(fixture.wallets.ofProject(1))).toHaveLength(2);
  });

  it("of a shard are read page by page, each page going on where the last one ended", async () => {
    const shard = addresses(300).filter((address) => shardOf(address) === 5);
    await Promise.all(shard.map((address) => fixture.remember(address)));
    const store = new ScannedWallets(fixture.client, "Wallets");
    const found: string[] = [];
    let next: string | undefined;
    let pages = 0;
    do {
      const page = await store.page(1, 5, next, 10);
      found.push(...page.wallets.map(({ address }) => address));
      next = page.next;
      pages++;
    } while (next !== undefined);
    expect(found).toEqual(shard.toSorted());
    expect(pages).toBe(Math.floor(shard.length / 10) + 1);
  });
});

describe("what a run found out about a wallet", () => {
  const store = () => new ScannedWallets(fixture.client, "Wallets");

  it("is written once for each pass of the run", async () => {
    await fixture.remember("0xa");
    const wallet = await fixture.wallet("0xa");
    const first = { ...wallet, lastRun: "r1", lastPass: 1, lastOutcome: "failed" as const };
    expect(await store().recordScan(first)).toBe(true);
    expect(await store().recordScan(first)).toBe(false);
    expect(await store().recordScan({ ...first, lastPass: 2 })).toBe(true);
    expect(await store().recordScan({ ...first, lastRun: "r2" })).toBe(true);
  });

  it("leaves what it does not concern as it is", async () => {
    await fixture.remember("0xa");
    const wallet = await fixture.wallet("0xa");
    await fixture.known.remember({
      projectId: 1,
      chainId: "1",
      address: "0xa",
      userId: "u-2",
      source: "notification",
      seenAt: "2026-01-01T00:00:00.000Z",
    });
    await store().recordScan({ ...wallet, score: 5, lastRun: "r1", lastPass: 1, lastOutcome: "completed" });
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-2", owners: ["u-1", "u-2"], score: 5 });
  });

  it("does not bring back a wallet that was deleted", async () => {
    await fixture.remember("0xa");
    const wallet = { ...(await fixture.wallet("0xa")), address: "0xgone", lastRun: "r1", lastPass: 1 };
    expect(await store().recordScan(wallet)).toBe(false);
    expect(await fixture.wallets.get({ projectId: 1, chainId: "1", address: "0xgone" })).toBeUndefined();
  });

  it("is not marked as alerted by an older run", async () => {
    await fixture.remember("0xa");
    const wallet = await fixture.wallet("0xa");
    await store().recordScan({ ...wallet, lastRun: "r2", lastPass: 1, alert: "pending" });
    await store().markAlerted(wallet, "r1", undefined);
    expect((await fixture.wallet("0xa")).alert).toBe("pending");
    await store().markAlerted(wallet, "r2", {
      status: "flagged",
      tags: "[]",
      statusAt: "2026-01-01T00:00:00.000Z",
    });
    expect(await fixture.wallet("0xa")).toMatchObject({ alert: "sent", status: "flagged", tags: "[]" });
  });
});

it("an item that is corrupt does not keep the others of a project, a user or a score from being found", async () => {
  await fixture.remember("0xa");
  await fixture.client.send(
    new PutCommand({
      TableName: "Wallets",
      Item: {
        ...keyOfWallet({ projectId: 1, chainId: "1", address: "0xb" }),
        ...{ projectId: 1, chainId: "1", address: "0xb", userKey: "1#u-1", score: "high" },
        ...{ ranked: "1", rank: "00000000000000088.000000" },
      },
    }),
  );
  const [wallet] = await Array.fromAsync(fixture.wallets.ofProject(1));
  expect(wallet?.address).toBe("0xa");
  await new ScannedWallets(fixture.client, "Wallets").recordScan({
    ...(await fixture.wallet("0xa")),
    ...{ score: 70, lastRun: "r", lastPass: 1, lastOutcome: "completed" },
  });
  const corrupt: unknown[] = [];
  const store = new WalletStore(fixture.client, "Wallets", (one) => corrupt.push(one));
  const [byScore, ofUser, ofProject] = [
    (await store.byScore(1, 10)).wallets,
    await Array.fromAsync(store.ofUser(1, "u-1")),
    await Array.fromAsync(store.ofProject(1)),
  ];
  for (const found of [byScore, ofUser, ofProject])
    expect(found.map(({ address }) => address)).toEqual(["0xa"]);
  const named = { shardKey: "1#2", walletKey: "0xb#1", paths: ["source", "firstSeenAt", "score"] };
  expect(corrupt).toEqual([named, named, named]);
});

it("a corrupt item is found by no name, and has no known owner", async () => {
  const name = { projectId: 1, chainId: "137", address: "0xa" };
  await fixture.remember("0xa");
  await fixture.client.send(
    new PutCommand({ TableName: "Wallets", Item: { ...keyOfWallet(name), ...name } }),
  );
  const corrupt: string[] = [];
  const store = new WalletStore(fixture.client, "Wallets", ({ walletKey }) => corrupt.push(walletKey));
  expect(await store.get(name)).toBeUndefined();
  expect((await store.ofAddress(1, "0xa")).map(({ chainId }) => chainId)).toEqual(["1"]);
  expect(corrupt).toEqual(["0xa#137", "0xa#137"]);
  expect(await store.ownersOf(1, "0xa")).toBeUndefined();
});

it("an item that is corrupt does not keep its shard from being read", async () => {
  await fixture.remember("0xa");
  await fixture.client.send(
    new PutCommand({
      TableName: "Wallets",
      Item: { ...keyOfWallet({ projectId: 1, chainId: "1", address: "0xb" }) },
    }),
  );
  expect(shardOf("0xb")).toBe(2);
  expect(await new ScannedWallets(fixture.client, "Wallets").page(1, 2, undefined, 10)).toEqual({
    wallets: [],
  });
});
