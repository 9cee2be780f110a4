import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { totals } from "../../../lib/scans/runs/totals.ts";
import { startRun } from "../../../lib/scans/start.ts";
import { Crashing, type InjectedFault } from "./crashing-tools.ts";
import { ScanFixture } from "./scan-fixture.ts";
import { scripted } from "./service.ts";

let fixture: ScanFixture;
let project = 0;

beforeAll(async () => {
  fixture = await ScanFixture.start();
});
afterAll(() => fixture.stop());

/** A start with a fault at its n-th call; Lambda delivers its event again, twice at most. */
async function startWithFault(at: number, fault: InjectedFault) {
  const projectId = ++project;
  await fixture.remember("0xa", "1", projectId);
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
  await fixture.workAll(scripted(() => 5));
  return { projectId, outcome, calls: first.calls };
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
        const { projectId, outcome } = await startWithFault(at, fault);
        const runs = await Array.fromAsync(fixture.runs.ofProject(projectId));
        expect(outcome, `call ${at}`).toMatchObject({ outcome: "started", runId: runs[0]?.runId });
        expect(runs.map(({ status, brief }) => [status, brief])).toEqual([
          ["completed", "sent"],
          ["incomplete", "sent"],
        ]);
        expect(runs[0] && totals(runs[0])).toMatchObject({ known: 1, completed: 1 });
      }
    },
  );
});
