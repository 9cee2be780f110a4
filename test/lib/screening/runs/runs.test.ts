/** Runs of a project, night after night, with the functions that do them. */

import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keyOfWallet } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { addressOf } from "../../../support/addresses.ts";
import { walletItem } from "../../../support/stored-wallets.ts";
import { Night, PROJECT } from "./night.ts";

let night: Night;

beforeEach(async () => {
  night = await Night.begin();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await night.end();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const isSingle = (n: number) => (wallets: readonly number[]) => wallets.length === 1 && wallets[0] === n;

/** The next function fails where it calls a method of a store. */
function cutOff(store: "runs" | "wallets", method: string): void {
  const deps = night.deps();
  const target: object = deps[store];
  const broken = new Proxy(target, {
    get: (store, name) =>
      name === method ? () => Promise.reject(new Error("cut off")) : Reflect.get(store, name),
  });
  vi.spyOn(night, "deps").mockReturnValueOnce({ ...deps, [store]: broken });
}

describe("a run", () => {
  it("asks for those that waited longest first, in groups, and counts what became of them once", async () => {
    await night.know(5, 3, 1, 2, 4, 6, 0);
    night.scores.set(2, 61);
    expect(await night.start()).toMatchObject({ outcome: "started" });
    await night.drain();
    expect(night.asked).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
    expect(await night.lastRun()).toMatchObject({
      status: "completed",
      queued: 7,
      isQueued: true,
      trigger: "schedule",
      totals: { known: 7, completed: 7, skipped: 0, failed: 0, missing: 0, exceeded: 1 },
    });
    expect(night.alerted).toEqual([[`${addressOf(2)}#1`]]);
    expect(night.opened).toMatchObject([
      { address: addressOf(2), exceeded: { kinds: ["above"], score: 61 } },
    ]);
  });

  it("of no wallets ends where it starts", async () => {
    await night.start();
    expect(await night.lastRun()).toMatchObject({ status: "completed", queued: 0, totals: { known: 0 } });
  });

  it("whose start was cut off goes on with the next delivery of the same start, and ends", async () => {
    await night.know(1, 2);
    const dueAt = new Date();
    cutOff("runs", "create");
    await expect(night.start(dueAt)).rejects.toThrow("cut off");
    cutOff("runs", "queued");
    await expect(night.start(dueAt)).rejects.toThrow("cut off");
    expect(await night.start(dueAt)).toMatchObject({ runId: dueAt.toISOString(), outcome: "started" });
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { completed: 2 } });
    expect(night.asked.flat()).toHaveLength(2);
    expect(await Array.fromAsync(night.runs.ofProject(PROJECT))).toHaveLength(1);
  });

  it("of no wallets whose end was cut off ends with the next delivery of its start", async () => {
    const dueAt = new Date();
    cutOff("wallets", "count");
    await expect(night.start(dueAt)).rejects.toThrow("cut off");
    await night.start(dueAt);
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { known: 0 } });
  });

  it("leaves a wallet that became known after its start to the next one", async () => {
    await night.know(...numbers(4));
    await night.start();
    await night.store.remember({
      projectId: PROJECT,
      chainId: "1",
      address: addressOf(9),
      source: "notification",
      seenAt: "2026-01-01T00:00:00.000Z",
    });
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { known: 4, completed: 4 } });
    night.asked.splice(0);
    await night.start();
    await night.drain();
    expect(night.asked.flat().toSorted()).toEqual([0, 1, 2, 3, 9]);
  });

  it("that goes on keeps the next from starting, and operations and the command hear how far it is", async () => {
    await night.know(...numbers(7));
    const { runId } = await night.start();
    const rest = night.queue.splice(1);
    await night.receiveAll();
    const progress = { queued: 7, waiting: 4, isCut: false };
    expect(await night.start(new Date(Date.now() + 1), "manual")).toEqual({
      projectId: PROJECT,
      runId,
      outcome: "running",
      progress,
    });
    expect(night.unended).toEqual([]);
    await night.start(new Date(Date.now() + 2), "schedule");
    expect(night.unended).toEqual([progress]);
    night.queue.push(...rest);
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ runId, status: "completed", totals: { completed: 7 } });
  });

  it("that was stopped has its messages deleted unread, and counts what it did not reach", async () => {
    await night.know(...numbers(9));
    night.behave = () => (night.asked.length >= 2 ? "unauthorized" : undefined);
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({
      status: "stopped",
      cause: { kind: "unauthorized" },
      isReported: true,
      totals: { known: 9, completed: 3, failed: 3 },
    });
    expect(night.problems).toHaveLength(1);
    expect(night.asked).toEqual([[0, 1, 2], [3, 4, 5], [3], [4]]);
  });

  it.each([
    ["unauthorized", [[0, 1, 2], [0], [1]]],
    ["unpaid", [[0, 1, 2], [0], [1]]],
    ["not-found", [[0, 1, 2], [0], [1]]],
    ["bad-key", [[0, 1, 2]]],
  ] as const)("is stopped by %s at once", async (kind, requests) => {
    await night.know(...numbers(6));
    night.behave = () => kind;
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "stopped", cause: { kind } });
    expect(night.asked).toEqual(requests);
  });

  it("that was stopped leaves what the service refused to the end of the next one", async () => {
    night.addressesPerRequest = 1;
    await night.know(...numbers(3));
    night.behave = ([wallet]) => (wallet?.address === addressOf(0) ? "not-found" : undefined);
    await night.start();
    await night.drain();
    expect(await night.wallet(0)).toMatchObject({ outcome: "failed", why: "was not-found" });
    await night.start();
    await night.drain();
    expect(night.asked).toEqual([[0], [1], [2], [0]]);
  });

  it("goes on where the key that was refused has been replaced", async () => {
    await night.know(1);
    night.isKeyReplaced = true;
    night.behave = () => (night.asked.length === 1 ? "unauthorized" : undefined);
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { completed: 1 } });
  });

  it("is tried again where a proxy answers in the service's place", async () => {
    await night.know(1);
    night.behave = () => (night.asked.length < 4 ? "foreign" : undefined);
    await night.start();
    await night.receiveAll();
    expect(await night.lastRun()).toMatchObject({
      status: "running",
      trouble: expect.stringContaining("was foreign"),
    });
    await night.drain();
    expect(night.asked).toEqual([[1], [1], [1], [1]]);
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { completed: 1 } });
  });

  it("leaves its wallets waiting since when they did until the service has answered for them", async () => {
    await night.know(1, 2);
    const before = [await night.wallet(1), await night.wallet(2)];
    night.behave = () => "unavailable";
    await night.start();
    await night.receiveAll();
    expect(night.asked).toEqual([[1, 2]]);
    expect([await night.wallet(1), await night.wallet(2)]).toEqual(before);
    night.behave = () => undefined;
    const { runId, startedAt } = await night.lastRun();
    await night.drain();
    for (const n of [1, 2]) {
      const { askedBy, waitingSince } = await night.wallet(n);
      expect(askedBy).toBe(runId);
      expect(waitingSince > startedAt).toBe(true);
    }
  });

  it("counts a wallet that the service refuses at the last receive as failed, with the reason, and asks again the next night", async () => {
    await night.know(1);
    night.behave = () => "unavailable";
    await night.start();
    await night.drain();
    expect(night.asked).toHaveLength(5);
    expect(await night.wallet(1)).toMatchObject({ outcome: "failed", why: "was unavailable" });
    expect(await night.history(1)).toMatchObject([{ outcome: "failed", why: "was unavailable" }]);
    expect(night.problems.map(({ status }) => status)).toEqual(["completed"]);
    expect(night.dead).toEqual([]);
    night.behave = () => undefined;
    await night.start();
    await night.drain();
    expect(await night.wallet(1)).toMatchObject({ outcome: "completed", score: 5 });
  });
});

describe("an odd address among ten", () => {
  beforeEach(async () => {
    night.addressesPerRequest = 10;
    await night.know(...numbers(10));
  });

  it.each(["rejected", "unreadable"] as const)(
    "costs one wallet in the same receive where the group is %s",
    async (kind) => {
      night.behave = (group) => (group.some(({ address }) => address === addressOf(4)) ? kind : undefined);
      await night.start();
      await night.drain();
      expect(await night.lastRun()).toMatchObject({ totals: { known: 10, completed: 9, failed: 1 } });
      expect(night.asked).toHaveLength(11);
      expect(await night.wallet(4)).toMatchObject({ outcome: "failed", why: `was ${kind}` });
    },
  );

  it.each(["unauthorized", "unpaid", "not-found"] as const)(
    "costs one wallet where the service answers it with %s and answers others",
    async (kind) => {
      night.behave = (group) => (group.some(({ address }) => address === addressOf(9)) ? kind : undefined);
      await night.start();
      await night.drain();
      expect(await night.lastRun()).toMatchObject({
        status: "completed",
        totals: { known: 10, completed: 9, failed: 1 },
      });
      expect(night.asked).toHaveLength(11);
      expect(await night.wallet(9)).toMatchObject({ outcome: "failed", why: `was ${kind}` });
    },
  );

  it("that is refused stops no run where there is no time to ask for each alone", async () => {
    night.behave = (group) => (group.some(({ address }) => address === addressOf(9)) ? "unpaid" : undefined);
    await night.start();
    night.secondsLeft = 60;
    await night.receiveAll();
    expect(await night.lastRun()).toMatchObject({ status: "running" });
    night.secondsLeft = 900;
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { completed: 9, failed: 1 } });
  });

  it.each(["unavailable", "timed-out"] as const)(
    "costs one wallet where the group is %s each time",
    async (kind) => {
      night.behave = (group) => (group.some(({ address }) => address === addressOf(4)) ? kind : undefined);
      await night.start();
      await night.receiveAll();
      // An outage would have passed by the next receive.
      expect(night.asked).toHaveLength(1);
      await night.drain();
      expect(await night.lastRun()).toMatchObject({ totals: { known: 10, completed: 9, failed: 1 } });
      expect(night.asked.filter(isSingle(5))).toHaveLength(1);
    },
  );

  it("costs only itself where another is next to it", async () => {
    const oddWallets = [addressOf(3), addressOf(4)];
    night.behave = (group) =>
      group.some(({ address }) => oddWallets.includes(address)) ? "unavailable" : undefined;
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ totals: { known: 10, completed: 8, failed: 2 } });
  });

  it("is no storm of single requests after an outage", async () => {
    night.behave = () => (night.asked.length <= 2 ? "unavailable" : undefined);
    await night.start();
    await night.receiveAll();
    await night.receiveAll();
    expect(night.asked.slice(1).map(({ length }) => length)).toEqual([10, ...Array(10).fill(1)]);
    const down = await Night.begin();
    try {
      down.addressesPerRequest = 10;
      await down.know(...numbers(10));
      down.behave = () => "unavailable";
      await down.start();
      await down.drain();
      // One group a receive, and from the second on two single requests, which say that it is the service.
      expect(down.asked).toHaveLength(1 + 4 * 3);
    } finally {
      await down.end();
    }
  });
});

describe("every wallet counts", () => {
  it("also one whose item cannot be read: it is known and failed", async () => {
    await night.know(...numbers(8));
    const Key = keyOfWallet({ projectId: PROJECT, chainId: "1", address: addressOf(3) });
    const spoil = { UpdateExpression: "SET score = :text", ExpressionAttributeValues: { ":text": "95" } };
    await night.tables.client.send(new UpdateCommand({ TableName: "Wallets", Key, ...spoil }));
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({
      status: "completed",
      totals: { known: 8, completed: 7, failed: 1 },
    });
    const { Item } = await night.tables.client.send(new GetCommand({ TableName: "Wallets", Key }));
    expect(Item).toMatchObject({ score: "95", outcome: "failed", why: "its item cannot be read" });
    expect(night.asked.flat()).not.toContain(3);
  });

  it.each([["finished"], [7], [null], [undefined]])(
    "also one that it asked for and whose outcome reads %j: it is failed, and never completed",
    async (outcome) => {
      await night.know(1, 2);
      await night.start();
      const { runId, startedAt } = await night.lastRun();
      const Item = {
        ...walletItem({ projectId: PROJECT, chainId: "1", address: "0xodd" }, { waitingSince: startedAt }),
        askedBy: runId,
        outcome,
      };
      await night.tables.client.send(new PutCommand({ TableName: "Wallets", Item }));
      await night.drain();
      expect((await night.lastRun()).totals).toMatchObject({ known: 3, completed: 2, failed: 1 });
    },
  );

  it("also one that no index has, because its time is lost", async () => {
    await night.know(1, 2);
    const { waitingSince: _, ...Item } = walletItem({ projectId: PROJECT, chainId: "1", address: "0xlost" });
    await night.tables.client.send(new PutCommand({ TableName: "Wallets", Item }));
    await night.start();
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ totals: { known: 3, completed: 2, failed: 1 } });
  });

  it.each([{ waitingSince: "zzz" }, { waitingSince: "!" }, { wallet: "0xodd" }])(
    "also one with %j, which is known and failed",
    async (oddPlace) => {
      await night.know(1, 2);
      const Item = { ...walletItem({ projectId: PROJECT, chainId: "1", address: "0xodd" }), ...oddPlace };
      await night.tables.client.send(new PutCommand({ TableName: "Wallets", Item }));
      await night.start();
      await night.drain();
      const totals = { known: 3, completed: 2, failed: 1 };
      expect(await night.lastRun()).toMatchObject({ status: "completed", totals });
      expect(night.asked.flat()).toEqual([1, 2]);
    },
  );

  it("and one that is taken out while it waits keeps no run from its end", async () => {
    await night.know(1, 2, 3);
    await night.start();
    await night.forget(2);
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { known: 2, completed: 2 } });
  });
});

describe("a note of the current run that cannot be read", () => {
  it("is named with what to do, and without its content", async () => {
    const Item = { projectId: String(PROJECT), runId: "current", openRun: 7, trigger: "CANARY" };
    await night.tables.client.send(new PutCommand({ TableName: "ScanRuns", Item }));
    await expect(night.start()).rejects.toThrow(
      'The item "current" of project 1 in ScanRuns cannot be read (openRun, trigger, startedAt): delete it, and start a scan again.',
    );
  });
});

describe("the hourly watch", () => {
  it("queues again what still waits though the queue is empty, and ends what no worker saw end", async () => {
    await night.know(...numbers(6));
    await night.start();
    night.queue.splice(0, 1);
    await night.drain();
    expect((await night.lastRun()).status).toBe("running");
    await night.watch();
    expect(night.queue).toHaveLength(1);
    await night.drain();
    expect(await night.lastRun()).toMatchObject({ status: "completed", totals: { known: 6, completed: 6 } });
    expect(night.asked.flat()).toHaveLength(6);
  });

  it("reports the problem of a run once, where its worker died before", async () => {
    await night.know(1);
    night.behave = () => "unpaid";
    await night.start();
    const deps = night.deps();
    vi.spyOn(night, "deps").mockReturnValueOnce({
      ...deps,
      reports: { ...deps.reports, problem: () => Promise.reject(new Error("SNS refuses.")) },
    });
    await night.drain();
    expect(night.problems).toEqual([]);
    await night.watch();
    await night.watch();
    expect(night.problems).toMatchObject([{ status: "stopped", cause: { kind: "unpaid" } }]);
  });
});

describe("a threshold alert", () => {
  it("stays pending until it is published, whether later scores are high or low", async () => {
    await night.know(1);
    night.scores.set(1, 72);
    night.canPublish = false;
    await night.start();
    await night.drain();
    night.scores.set(1, 10);
    await night.start();
    await night.drain();
    expect(await night.wallet(1)).toMatchObject({ score: 10, exceeded: { score: 72, kinds: ["above"] } });
    expect((await night.wallet(1)).pending).toBeDefined();
    night.canPublish = true;
    await night.watch();
    await night.watch();
    expect(night.alerted).toEqual([[`${addressOf(1)}#1`]]);
    expect((await night.wallet(1)).pending).toBeUndefined();
  });

  it("names the highest score and every kind of the nights whose alert was not published", async () => {
    await night.know(1);
    night.canPublish = false;
    for (const score of [30, 46, 90, 80]) {
      night.scores.set(1, score);
      await night.start();
      await night.drain();
    }
    expect(await night.wallet(1)).toMatchObject({
      exceeded: { kinds: ["rise", "above"], score: 90, previousScore: 30 },
    });
  });

  it("is not cleared by one that was sent before there was more to say", async () => {
    await night.know(1);
    night.scores.set(1, 46);
    night.canPublish = false;
    await night.start();
    await night.drain();
    night.scores.set(1, 30);
    await night.start();
    await night.drain();
    night.scores.set(1, 46);
    await night.start();
    await night.drain();
    const [before] = await night.wallets.pending(PROJECT, 1);
    night.scores.set(1, 99);
    await night.start();
    await night.drain();
    if (before === undefined) throw new Error("No alert is pending.");
    await night.wallets.alerted(PROJECT, before);
    expect((await night.wallet(1)).pending).toBeDefined();
  });

  it("comes once as long as the wallet stays above, and again after it fell back", async () => {
    await night.know(1);
    for (const score of [61, 62, 50, 61]) {
      night.scores.set(1, score);
      await night.start();
      await night.drain();
    }
    expect(night.alerted).toHaveLength(2);
    expect((await night.history(1)).map(({ exceeded }) => exceeded)).toEqual([
      ["above"],
      undefined,
      undefined,
      ["above"],
    ]);
  });

  it("of many wallets has the highest scores first", async () => {
    night.addressesPerRequest = 10;
    await night.know(...numbers(120));
    for (const n of numbers(120)) night.scores.set(n, 60 + (n + 1) / 10);
    await night.start();
    await night.drain();
    expect(night.alerted).toHaveLength(1);
    expect(night.alerted[0]).toEqual(numbers(120).map((n) => `${addressOf(119 - n)}#1`));
  });
});
