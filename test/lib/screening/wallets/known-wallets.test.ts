import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { KnownWallets, type LastSight } from "../../../../lib/screening/wallets/known-wallets.ts";
import type { WalletSight } from "../../../../lib/screening/wallets/wallet-sights.ts";
import { Crashing } from "../scans/crashing-tools.ts";
import { ScanFixture } from "../scans/scan-fixture.ts";

const EARLY = "2026-01-01T00:00:00.000Z";
const LATE = "2026-02-01T00:00:00.000Z";

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

/** Remembers in a process that has just begun. */
function remember(changes: Partial<WalletSight> = {}) {
  return new KnownWallets(fixture.client, "Wallets").remember(sight(changes));
}

function sight(changes: Partial<WalletSight> = {}): WalletSight {
  return {
    projectId: 1,
    chainId: "1",
    address: "0xa",
    userId: "u-1",
    source: "notification",
    seenAt: EARLY,
    ...changes,
  };
}

describe("a wallet that is seen", () => {
  it("is remembered once, with whom and where it comes from", async () => {
    expect(await remember({ description: "cold wallet" })).toBe("new");
    expect(await remember({ seenAt: LATE, source: "import" })).toBe("known");
    expect(await fixture.wallet("0xa")).toEqual({
      projectId: 1,
      chainId: "1",
      address: "0xa",
      userId: "u-1",
      owners: ["u-1"],
      source: "notification",
      description: "cold wallet",
      firstSeenAt: EARLY,
    });
  });

  it("is the same in any case of its hex digits, and stays as it was first written", async () => {
    const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    expect(await remember({ address })).toBe("new");
    expect(await remember({ address: address.toLowerCase() })).toBe("known");
    expect((await fixture.wallet(address.toUpperCase().replace("0X", "0x"))).address).toBe(address);
  });

  it("is another one where the case may matter", async () => {
    expect(await remember({ address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" })).toBe("new");
    expect(await remember({ address: "tqn9y2khesljw1chvwfmsmerdow5kcblse" })).toBe("new");
  });

  it("keeps all its owners, and the one that was seen last", async () => {
    await remember({ userId: "u-1" });
    await remember({ userId: "u-2", seenAt: LATE });
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-2", owners: ["u-1", "u-2"] });
  });

  it("keeps its owner when an older sight arrives late", async () => {
    await remember({ userId: "u-2", seenAt: LATE });
    await remember({ userId: "u-1", seenAt: EARLY });
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-2", owners: ["u-1", "u-2"] });
  });

  it("can be seen without an owner, before and after", async () => {
    await remember({ userId: undefined });
    expect(await fixture.wallet("0xa")).toMatchObject({ owners: [] });
    await remember({ userId: "u-1", seenAt: LATE });
    await remember({ userId: undefined, seenAt: LATE });
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-1", owners: ["u-1"] });
  });

  it("keeps no more than a hundred owners, says that there are more, and still has the last", async () => {
    for (let n = 0; n < 100; n++) await remember({ userId: `u-${n}` });
    expect((await fixture.wallet("0xa")).moreOwners).toBeUndefined();
    await remember({ userId: "u-100", seenAt: LATE });
    await remember({ userId: "u-101", seenAt: new Date(Date.parse(LATE) + 1).toISOString() });
    const { owners, ...wallet } = await fixture.wallet("0xa");
    expect(owners).toHaveLength(100);
    expect(wallet).toMatchObject({ moreOwners: true, userId: "u-101" });
  });

  it("is found under its last owner", async () => {
    await remember({ userId: "u-1" });
    await remember({ address: "0xb", userId: "u-1" });
    await remember({ address: "0xb", userId: "u-2", seenAt: LATE });
    const addressesOf = async (userId: string) =>
      (await Array.fromAsync(fixture.wallets.ofUser(1, userId))).map(({ address }) => address);
    expect(await addressesOf("u-1")).toEqual(["0xa"]);
    expect(await addressesOf("u-2")).toEqual(["0xb"]);
  });

  it.each([
    ["an address that no chain has", { address: "x".repeat(901) }],
    ["an empty address", { address: "" }],
    ["half of a character", { address: "\ud800" }],
  ])("is not remembered with %s", async (_, changes) => {
    expect(await remember(changes)).toBe("unusable");
  });

  it.each([["x".repeat(2_000)], [""], ["\udfff"]])(
    "is remembered without an owner that cannot be a key",
    async (userId) => {
      expect(await remember({ userId })).toBe("new");
      expect((await fixture.wallet("0xa")).userId).toBeUndefined();
    },
  );

  it("is written once where several processes see it at the same time", async () => {
    const outcomes = await Promise.all(["u-1", "u-2", "u-3"].map((userId) => remember({ userId })));
    expect(outcomes.filter((outcome) => outcome === "new")).toHaveLength(1);
    expect((await fixture.wallet("0xa")).owners).toEqual(["u-1", "u-2", "u-3"]);
  });
});

describe("what is seen again", () => {
  it("of a wallet's only owner is one read, and no write", async () => {
    await remember();
    const known = new KnownWallets(fixture.client, "Wallets");
    const send = vi.spyOn(fixture.client, "send");
    expect(await known.remember(sight())).toBe("known");
    expect(send.mock.calls.map(([command]) => command.constructor)).toEqual([GetCommand]);
  });
});

describe("the owner that was seen last", () => {
  const DAYS = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z"] as const;
  const SEEN = [
    { userId: "u-1", seenAt: DAYS[0] },
    { userId: "u-2", seenAt: DAYS[1] },
    { userId: "u-1", seenAt: DAYS[2] },
  ];
  const ORDERS = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  /** Notifications are found as the table has them. */
  function lastSightIn(stored: readonly WalletSight[]): LastSight {
    return async ({ userId, seenAt }) =>
      stored
        .filter((other) => other.userId === userId && other.seenAt >= seenAt)
        .map((other) => other.seenAt)
        .sort()
        .at(-1);
  }

  function consumer(stored: readonly WalletSight[]) {
    return new KnownWallets(fixture.client, "Wallets", lastSightIn(stored));
  }

  it.each(ORDERS)("wins in any order, with either consumer: %d %d %d", async (...order) => {
    const stored: WalletSight[] = [];
    const consumers = [consumer(stored), consumer(stored)];
    for (const [turn, number] of order.entries()) {
      const seen = sight(SEEN[number]);
      stored.push(seen);
      await consumers[turn % 2]?.remember(seen);
    }
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-1", owners: ["u-1", "u-2"] });
    expect(await Array.fromAsync(fixture.wallets.ofUser(1, "u-1"))).toHaveLength(1);
    expect(await Array.fromAsync(fixture.wallets.ofUser(1, "u-2"))).toHaveLength(0);
  });

  it("wins in any order where the other one's sights come late, one by one and together", async () => {
    const seen = [
      { userId: "u-2", seenAt: EARLY },
      { userId: "u-1", seenAt: DAYS[0] },
      { userId: "u-2", seenAt: DAYS[1] },
      { userId: "u-1", seenAt: DAYS[2] },
    ];
    for (const [number, order] of permutations(seen).entries()) {
      for (const size of [1, 2]) {
        const address = `0xa${number}x${size}`;
        const stored: WalletSight[] = [];
        for (let at = 0; at < order.length; at += size) {
          const sights = order.slice(at, at + size).map((one) => sight({ ...one, address }));
          stored.push(...sights);
          await consumer(stored).rememberAll(sights);
        }
        expect(await fixture.wallet(address)).toMatchObject({ userId: "u-1", owners: ["u-1", "u-2"] });
      }
    }
  });

  it("is not forgotten where remembering the second one fails half-way and comes again", async () => {
    const sights = (address: string) => [
      sight({ address, seenAt: DAYS[0] }),
      sight({ address, seenAt: DAYS[2] }),
      sight({ address, userId: "u-2", seenAt: DAYS[1] }),
    ];
    for (const fault of ["fails-before", "fails-after"] as const) {
      for (const at of [1, 2, 3, 4]) {
        const address = `0xa${fault}${at}`;
        const stored = sights(address);
        for (const seen of stored.slice(0, 2)) await consumer(stored).remember(seen);
        const crashing = new Crashing(at, fault);
        const calls = crashing.wrap(
          { send: fixture.client.send.bind(fixture.client), lastSight: lastSightIn(stored) },
          "send",
          "lastSight",
        );
        const database = Object.assign(Object.create(fixture.client), { send: calls.send });
        const failing = new KnownWallets(database, "Wallets", calls.lastSight);
        await expect(failing.rememberAll(stored.slice(2)), address).rejects.toThrow();
        await consumer(stored).rememberAll(stored.slice(2));
        expect(await fixture.wallet(address), address).toMatchObject({
          userId: "u-1",
          owners: ["u-1", "u-2"],
        });
      }
    }
  });

  it("is the same in either order of writes of two sights at one moment", async () => {
    for (const [address, users] of [
      ["0xa", ["u-1", "u-2"]],
      ["0xb", ["u-2", "u-1"]],
    ] as const) {
      for (const userId of users) await remember({ address, userId });
      expect((await fixture.wallet(address)).userId).toBe("u-2");
    }
  });

  it("wins in the end over one whose clock was ahead", async () => {
    await remember({ userId: "u-1", seenAt: "2099-01-01T00:00:00.000Z" });
    await new Promise((done) => setTimeout(done, 5));
    await remember({ userId: "u-2", seenAt: new Date().toISOString() });
    const { userId, firstSeenAt } = await fixture.wallet("0xa");
    expect(userId).toBe("u-2");
    expect(Date.parse(firstSeenAt)).toBeLessThanOrEqual(Date.now());
  });

  it("is written once for all sights of a wallet that come together", async () => {
    const send = vi.spyOn(fixture.client, "send");
    await new KnownWallets(fixture.client, "Wallets").rememberAll(SEEN.map((seen) => sight(seen)));
    expect(send).toHaveBeenCalledTimes(2);
    expect(await fixture.wallet("0xa")).toMatchObject({ userId: "u-1", owners: ["u-1", "u-2"] });
  });
});

/** All orders of some things. */
function permutations<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((thing, at) => permutations(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]));
}
