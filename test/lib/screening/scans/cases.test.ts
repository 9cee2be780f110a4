/** The cases of wallets: one opens exactly when an alert goes out. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stopRun } from "../../../../lib/screening/scans/act.ts";
import { WorkTime } from "../../../../lib/screening/scans/time.ts";
import { work } from "../../../../lib/screening/scans/work.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { type Saying, scripted } from "./service.ts";

let fixture: ScanFixture;

beforeEach(async () => {
  fixture = await ScanFixture.start();
  await fixture.remember("0xa");
});
afterEach(() => fixture.stop());

/** Number of alerts and cases of the one wallet. */
async function counts() {
  const alerts = fixture.published().filter(({ kind }) => kind === "wallet").length;
  return { alerts, cases: (await fixture.cases("0xa")).length };
}

/** A run with this answer about the one wallet; then an officer decides all open cases. */
async function scanAndDecide(saying: Saying) {
  await fixture.scan(scripted(() => saying));
  for (const one of await fixture.cases("0xa")) if (one.openShard !== undefined) await fixture.decide(one);
  return counts();
}

const NO_ANSWERS: readonly (readonly [address: string, Saying])[] = [
  ["0xa", "failed"],
  ["0xb", "skipped"],
  ["0xc", "missing"],
];

describe("the case of a wallet", () => {
  it("that was decided stays so in runs that say nothing of it, or no score", async () => {
    const wallets = new Map<string, Saying>([...NO_ANSWERS, ["0xd", {}]]);
    for (const address of wallets.keys()) await fixture.remember(address);
    const casesAfter = async (saying?: Saying) => {
      await fixture.scan(scripted(({ address }) => saying ?? wallets.get(address) ?? "failed"));
      const cases = await Promise.all([...wallets.keys()].map((address) => fixture.cases(address)));
      await Promise.all(cases.flat().map((one) => fixture.decide(one)));
      return cases.map(({ length }) => length);
    };
    for (const saying of [90, undefined, undefined, 91, 10])
      expect(await casesAfter(saying)).toEqual([1, 1, 1, 1]);
    expect(await casesAfter(92)).toEqual([2, 2, 2, 2]);
  });

  it("that is open is left as it is by a run that says nothing of it", async () => {
    const wallets = new Map(NO_ANSWERS);
    for (const address of wallets.keys()) await fixture.remember(address);
    const cases = () => Promise.all([...wallets.keys()].map((address) => fixture.cases(address)));
    await fixture.scan(scripted(() => 90));
    const before = await cases();
    expect(before.flat()).toHaveLength(3);
    await fixture.scan(scripted(({ address }) => wallets.get(address) ?? "failed"));
    expect(await cases()).toEqual(before);
  });

  it("is received when it was opened, also where the wallet crossed without a score", async () => {
    await fixture.scan(scripted(() => ({ riskScore: 5 })));
    const scoredAt = (await fixture.wallet("0xa")).scannedAt ?? "";
    await new Promise((done) => setTimeout(done, 20));
    const before = new Date().toISOString();
    await fixture.scan(scripted(() => ({ suspiciousActivity: true })));
    const [found] = await fixture.cases("0xa");
    expect(scoredAt < before).toBe(true);
    expect((found?.receivedAt ?? "") >= before).toBe(true);
    expect(found?.order).toContain(found?.receivedAt);
  });

  it("is opened with the alert of a later run where that of its own did not go out, though that one fails", async () => {
    const runId = await fixture.startRun();
    await fixture.workUnpublished(
      fixture.messageFor("0xa"),
      scripted(() => 90),
    );
    expect(await counts()).toEqual({ alerts: 0, cases: 0 });
    await stopRun(1, fixture.startTools());
    fixture.queue.splice(0);

    expect(await scanAndDecide("failed")).toEqual({ alerts: 1, cases: 1 });
    expect((await fixture.cases("0xa")).map(({ opened }) => opened)).toEqual([runId]);
    // The run that found the crossing has its one history point with an alert.
    const points = (await fixture.history("0xa")).filter(({ alert }) => alert !== undefined);
    expect(points.map(({ runId, alert, score }) => ({ runId, alert, score }))).toEqual([
      { runId, alert: "sent", score: 90 },
    ]);
    expect(await scanAndDecide("failed")).toEqual({ alerts: 1, cases: 1 });
  });

  it("says which kinds of crossing the wallet has, at first and in each step", async () => {
    await fixture.scan(scripted(() => ({ riskScore: 5 })));
    await fixture.scan(scripted(() => ({ riskScore: 5, suspiciousActivity: true })));
    await fixture.scan(scripted(() => ({ riskScore: 80, suspiciousActivity: true })));
    const [found] = await fixture.cases("0xa");
    expect(found?.crossings).toEqual(["suspicious"]);
    expect(found?.steps).toMatchObject([{ kind: "crossing", crossings: ["above", "rise"], score: 80 }]);
  });

  it("is not opened without an alert, since the line was raised", async () => {
    await fixture.startRun();
    const message = fixture.messageFor("0xa");
    await fixture.workUnpublished(
      message,
      scripted(() => 70),
    );
    fixture.line = 80;
    await fixture.work(
      message,
      scripted(() => 70),
      { again: true },
    );
    expect(await counts()).toEqual({ alerts: 0, cases: 0 });
  });

  it("is there once where the worker is cut off between the case and the mark, and was decided since", async () => {
    await fixture.startRun();
    const message = fixture.messageFor("0xa");
    const tools = fixture.tools(scripted(() => 90));
    tools.scans.markAlerted = () => Promise.reject(new Error("cut off"));
    await expect(work({ message, again: false }, new WorkTime(900_000), tools)).rejects.toThrow("cut off");
    for (const one of await fixture.cases("0xa")) await fixture.decide(one);
    await stopRun(1, fixture.startTools());
    fixture.queue.splice(0);
    // An alert goes out at least once; the crossing has one case.
    expect(await scanAndDecide(91)).toEqual({ alerts: 2, cases: 1 });
  });
});
