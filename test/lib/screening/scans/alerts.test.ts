import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceUnauthorizedError } from "../../../../lib/screening/risk-service/errors.ts";
import { stopRun } from "../../../../lib/screening/scans/act.ts";
import { WorkTime } from "../../../../lib/screening/scans/time.ts";
import { work } from "../../../../lib/screening/scans/work.ts";
import { shardOf } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { addresses, numberOf } from "./addresses.ts";
import { Crashing } from "./crashing-tools.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { type Saying, scripted } from "./service.ts";

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
});
afterEach(() => fixture.stop());

function suspicious(suspiciousActivity: boolean): Saying {
  return { riskScore: 5, suspiciousActivity };
}

function walletAlerts() {
  return fixture.published().filter(({ kind }) => kind === "wallet");
}

/**
 * One run for each thing that the service says of each wallet, by its address.
 * @returns how many alerts there were of the wallet after each run
 */
async function alertsAfter(sayings: Readonly<Record<string, readonly Saying[]>>) {
  const names = Object.keys(sayings);
  await Promise.all(names.map((name) => fixture.remember(name)));
  const counts = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  const runs = Math.max(...Object.values(sayings).map(({ length }) => length));
  for (let run = 0; run < runs; run++) {
    await fixture.scan(scripted(({ address }) => sayings[address]?.[run] ?? "skipped"));
    const records = await Array.fromAsync(fixture.alerts.list({ projectIds: [1] }));
    const alerted = records.flatMap(({ subjects }) => subjects);
    for (const name of names) {
      if (run >= (sayings[name]?.length ?? 0)) continue;
      counts[name]?.push(alerted.filter((one) => "address" in one && one.address === name).length);
    }
  }
  return counts;
}

describe("a wallet is alerted", () => {
  it("once for each crossing of the line, steep rise or new suspicion, and for nothing else", async () => {
    expect(
      await alertsAfter({
        "once above 60, and again only after it fell back": [61, 62, 60, 61],
        "not at 60": [60, 60],
        "when it rises by 15 to 20 or more": [5, 20, 34, 49],
        "not when a rise of 15 stays below 20": [4, 19],
        "when new suspicion is reported": [{ riskScore: 5 }, suspicious(true), suspicious(true)],
        "not again when the score was left out for a night": [70, {}, 71],
        "not again when it failed for a night": [70, "failed", "skipped", 71],
        "when the first score that is known is above 60": [{}, 70],
      }),
    ).toEqual({
      "once above 60, and again only after it fell back": [1, 1, 1, 2],
      "not at 60": [0, 0],
      "when it rises by 15 to 20 or more": [0, 1, 1, 2],
      "not when a rise of 15 stays below 20": [0, 0],
      "when new suspicion is reported": [0, 1, 1],
      "not again when the score was left out for a night": [1, 1, 1],
      "not again when it failed for a night": [1, 1, 1, 1],
      "when the first score that is known is above 60": [0, 1],
    });
  });

  it("and counted by its run, in each way of crossing the line", async () => {
    await fixture.remember("0xa");
    const crossed = [];
    for (const saying of [{ riskScore: 5 }, suspicious(true), 20, 90, "failed", 91] as const) {
      const run = await fixture.scan(scripted(() => saying));
      crossed.push(run.shards.reduce((sum, shard) => sum + shard.crossed, 0));
    }
    expect(crossed).toEqual([0, 1, 1, 1, 0, 0]);
    expect(walletAlerts()).toHaveLength(3);
  });

  it("above the alert score that the deployment has, and below it no more where that was raised", async () => {
    fixture.line = 40;
    expect(await alertsAfter({ "0xa": [41, 42] })).toEqual({ "0xa": [1, 1] });
    expect(walletAlerts()[0]?.email).toContain("the score is now above 40");
    fixture.line = 80;
    expect(await alertsAfter({ "0xa": [20, 34, 79, 81] })).toEqual({ "0xa": [1, 1, 2, 3] });
  });

  it("with score, level, reason, patterns, what it was before, and the status as it is now", async () => {
    await fixture.chains.put([{ id: "1", name: "Ethereum", explorer_url: "https://etherscan.io" }]);
    await fixture.remember("0xa");
    await fixture.scan(scripted(() => 35));
    await fixture.scan(
      scripted(
        () => ({
          riskScore: 72,
          riskLevel: "high",
          riskReason: "Two hops from a mixer.",
          suspiciousActivity: true,
          patterns: ["mixer_exposure", { type: "layering" }],
        }),
        async () => ({ status: "flagged", tags: ["under-review"] }),
      ),
    );
    const [alert] = walletAlerts();
    expect(alert?.topic).toBe("alerts");
    expect(alert?.subject).toBe("[WALLET] Score 72 (previously 35) - user u-1 - 0xa");
    const records = await Array.fromAsync(fixture.alerts.list({ projectIds: [1] }));
    expect(records.map(({ kind }) => kind)).toEqual(["wallet"]);
    const recorded = records.find(({ kind }) => kind === "wallet");
    expect(recorded).toMatchObject({
      ...{ kind: "wallet", state: "sent", subjects: [{ address: "0xa", chainId: "1" }] },
      message: { subject: alert?.subject, email: alert?.email },
    });
    expect(alert?.email).toBe(`The scan found 1 wallet to review in project 1.

 1. 0xa on Ethereum (chain 1)
    User:      u-1
    Score:     72 (previously 35), band “investigate”; the service says "high"
    Why:       the score is now above 60; the score rose by 15 or more; the service reports new suspicious activity
    Details:   "Two hops from a mixer."
    Patterns:  mixer_exposure, layering
    Status:    flagged (under-review)
    Explorer:  https://etherscan.io/address/0xa

Look closer
  vigia notifications list

Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.
`);
    expect(await fixture.wallet("0xa")).toMatchObject({
      alert: "sent",
      status: "flagged",
      tags: '["under-review"]',
    });
    expect((await fixture.history("0xa"))[0]).toMatchObject({
      score: 72,
      previousScore: 35,
      alert: "sent",
      status: "flagged",
    });
  });

  it("without status, explorer and name of the chain, where these cannot be had", async () => {
    await fixture.remember("0xa", "999");
    await fixture.scan(
      scripted(
        () => 72,
        () => Promise.reject(new Error("out of order")),
      ),
    );
    const [alert] = walletAlerts();
    expect(alert?.email).toContain("0xa on chain 999");
    expect(alert?.email).toContain("Status:    could not be fetched");
    expect(alert?.email).not.toContain("Explorer");
    expect(await fixture.wallet("0xa", "999")).toMatchObject({ alert: "sent" });
  });

  it("in one message with the others of its page, the highest first, at most 20 of them", async () => {
    const all = addresses(200).filter((address) => shardOf(address) === 3);
    await Promise.all(all.map((address) => fixture.remember(address)));
    let statuses = 0;
    await fixture.scan(
      scripted(
        ({ address }) => 61 + (numberOf(address) % 40),
        async () => {
          statuses++;
          return { status: "flagged" };
        },
      ),
    );
    expect(all.length).toBeGreaterThan(20);
    const [alert, ...more] = walletAlerts();
    expect(more).toEqual([]);
    expect(alert?.subject).toBe(`[WALLET] ${all.length} wallets to review - project 1`);
    expect(alert?.email).toContain(`... and ${all.length - 20} more.`);
    const scores = [...(alert?.email.matchAll(/Score: {5}(\d+)/g) ?? [])].map(([, score]) => Number(score));
    expect(scores).toHaveLength(20);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(statuses).toBe(20);
    for (const address of all) expect((await fixture.wallet(address)).alert).toBe("sent");
  });
});

describe("an alert that is due", () => {
  it("goes out although the service refuses the key for the next wallets", async () => {
    fixture.settings = { ...fixture.settings, addressesPerRequest: 1, parallelRequests: 1 };
    const [first, second] = addresses(200).filter((address) => shardOf(address) === 3);
    await fixture.remember(first ?? "");
    await fixture.remember(second ?? "");
    await fixture.scan(
      scripted(({ address }) => {
        if (address === first) return 90;
        throw new ServiceUnauthorizedError({ projectId: 1, name: "POST /scan-risk" }, "was refused", 401);
      }),
    );
    expect(walletAlerts()).toHaveLength(1);
  });

  it("goes out with the next run where the worker was killed and its run given up", async () => {
    await fixture.remember("0xa");
    await fixture.scan(scripted(() => 10));
    const runId = await fixture.startRun();
    const message = fixture.messageFor("0xa");
    fixture.queue.splice(0);
    // Killed as it asks for the status: the wallet has its score, and no alert is out.
    const crashing = new Crashing();
    const service = scripted(
      () => 90,
      () => new Promise(() => undefined),
    );
    void crashing.live(
      work({ message, again: false }, new WorkTime(900_000), fixture.crashingTools(crashing, service)),
    );
    await expect.poll(async () => (await fixture.wallet("0xa")).alert).toBe("pending");
    await fixture.runs.close(await fixture.run(runId), {
      status: "incomplete",
      endedAt: new Date().toISOString(),
    });

    await fixture.scan(scripted(() => 91));
    const [alert] = walletAlerts();
    expect(alert?.subject).toBe("[WALLET] Score 91 (previously 10) - user u-1 - 0xa");
  });

  /** A run that scored the one wallet, and could publish nothing. */
  async function unpublished(score: number) {
    await fixture.remember("0xa");
    const runId = await fixture.startRun();
    const message = fixture.messageFor("0xa");
    await fixture.workUnpublished(
      message,
      scripted(() => score),
    );
    return { runId, message };
  }

  it("goes out with the next run where its own was ended before", async () => {
    await unpublished(90);
    await stopRun(1, fixture.startTools());
    fixture.queue.splice(0);
    await fixture.scan(scripted(() => 91));
    expect(walletAlerts()).toHaveLength(1);
  });

  it("is not marked, and the page not counted, when it cannot be published", async () => {
    const { runId, message } = await unpublished(90);
    expect((await fixture.wallet("0xa")).alert).toBe("pending");
    await fixture.work(
      message,
      scripted(() => 90),
      { again: true },
    );
    expect((await fixture.wallet("0xa")).alert).toBe("sent");
    expect((await fixture.run(runId)).shards[message.shard]).toMatchObject({ state: "ended", crossed: 1 });
  });
});

it("two workers on one page keep each wallet once", async () => {
  await Promise.all(addresses(40).map((address) => fixture.remember(address)));
  const runId = await fixture.startRun();
  const service = scripted(async () => {
    await new Promise((done) => setTimeout(done, 2));
    return 90;
  });
  const messages = fixture.queue.splice(0).map(({ message }) => message);
  await Promise.all([...messages, ...messages].map((message) => fixture.work(message, service)));
  await fixture.workAll(service);
  const run = await fixture.run(runId);
  expect(run.status).toBe("completed");
  expect(run.shards.reduce((sum, { counts }) => sum + counts.completed, 0)).toBe(40);
  for (const address of addresses(40)) expect(await fixture.history(address)).toHaveLength(1);
});
