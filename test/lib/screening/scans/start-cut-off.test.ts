import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRun } from "../../../../lib/screening/scans/start.ts";
import { WALLET_SHARDS } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { Crashing, type InjectedFault } from "./crashing-tools.ts";
import { ScanFixture } from "./scan-fixture.ts";

let fixture: ScanFixture;
let project = 0;

beforeAll(async () => {
  fixture = await ScanFixture.start();
});
afterAll(() => fixture.stop());

/** A start with a fault at its n-th call; Lambda delivers its event again, twice at most. */
async function startWithFault(at: number, fault: InjectedFault) {
  const projectId = ++project;
  // The run before was given up, so that a start has all that it may have to do.
  await startRun(orderOf(projectId, "before", "2026-03-01T02:00:00Z"), fixture.startTools());
  fixture.queue.splice(0);
  const first = new Crashing(at, fault);
  let outcome: unknown = "killed";
  for (const crashing of [first, new Crashing(), new Crashing()]) {
    const order = orderOf(projectId, "now", "2026-03-02T02:00:00Z");
    outcome = await crashing
      .live(startRun(order, fixture.crashingStartTools(crashing)))
      .catch(() => "killed");
    if (outcome !== "killed") break;
  }
  const queued = new Set(fixture.queue.splice(0).map(({ message }) => `${message.runId} ${message.shard}`));
  return { projectId, outcome, calls: first.calls, queued: queued.size };
}

function orderOf(projectId: number, startKey: string, now: string) {
  return { projectId, trigger: "schedule" as const, startKey, now: new Date(now) };
}

describe("a start with a fault at any call", () => {
  it.each<InjectedFault>(["killed-before", "killed-after", "fails-before", "fails-after", "repeated"])(
    "starts one run when it is delivered again (%s)",
    async (fault) => {
      const { calls } = await startWithFault(Number.POSITIVE_INFINITY, fault);
      expect(calls).toBeGreaterThan(8);
      for (let at = 1; at <= calls; at++) {
        const { projectId, outcome, queued } = await startWithFault(at, fault);
        const runs = await Array.fromAsync(fixture.runs.ofProject(projectId));
        expect(outcome, `call ${at}`).toMatchObject({ outcome: "started", runId: runs[0]?.runId });
        expect(runs.map(({ status, brief }) => [status, brief])).toEqual([
          ["running", undefined],
          ["incomplete", "sent"],
        ]);
        // A message that is there twice does no harm: alerts.test.ts.
        expect(queued).toBe(WALLET_SHARDS);
      }
    },
  );
});
