import { describe, expect, it } from "vitest";
import { lastScan } from "../../../../lib/reports/health/last-scan.ts";
import { type ScanRun, UNTOUCHED } from "../../../../lib/screening/scans/runs/scan-run.ts";
import { coverageText } from "../../../../lib/screening/scans/runs/totals.ts";

const NOW = Date.parse("2026-03-10T14:00:00.000Z");

/** A run that began on a day of March and accounted for so many of the wallets that it has seen. */
function run(day: number, status: ScanRun["status"], known: number, changes: Partial<ScanRun> = {}): ScanRun {
  const startedAt = `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`;
  const counts = { known, recent: 0, completed: known, skipped: 0, failed: 0, missing: 0 };
  return {
    ...{ projectId: 1, runId: `${startedAt}-abcdef`, status, trigger: "schedule", startedAt },
    ...(status === "running" ? {} : { endedAt: startedAt.replace("T10", "T12") }),
    shards: [{ ...UNTOUCHED, state: "running", movedAt: startedAt, counts }],
    ...changes,
  };
}

async function judged(...runs: ScanRun[]) {
  const found = await lastScan(
    (async function* () {
      yield* runs;
    })(),
    NOW,
  );
  return found.kind === "none" ? found : { ...found, run: found.run.startedAt.slice(8, 10) };
}

describe("the last scan", () => {
  it("is the one before a run that is on its way", async () => {
    const moved = {
      shards: [{ ...UNTOUCHED, state: "running" as const, movedAt: "2026-03-10T13:00:00.000Z" }],
    };
    expect(await judged(run(10, "running", 5, moved), run(9, "completed", 10))).toMatchObject({
      kind: "fine",
      run: "09",
    });
  });

  it("is a run that is stuck, also where the one before did its work, or where there is none before", async () => {
    const stuck = { kind: "stuck", run: "10", stuck: { since: "2026-03-10T10:00:00.000Z" } };
    expect(await judged(run(10, "running", 5), run(9, "completed", 10))).toMatchObject(stuck);
    expect(await judged(run(10, "running", 5))).toMatchObject(stuck);
    const deadLetter = { at: "2026-03-10T13:59:00.000Z", reason: "SomeError" };
    const movedAt = "2026-03-10T13:58:00.000Z";
    const letter = { shards: [{ ...UNTOUCHED, state: "running" as const, movedAt, deadLetter }] };
    expect(await judged(run(10, "running", 5, letter), run(9, "completed", 10))).toMatchObject({
      kind: "stuck",
      stuck: { since: deadLetter.at },
    });
  });

  it("says no coverage of a run that ended before it had seen all wallets", async () => {
    const stopped = run(9, "stopped", 0);
    expect(await judged(stopped)).toMatchObject({ kind: "unfinished", coverage: undefined });
    expect(coverageText(stopped)).toBe("0 wallets reached");
    expect(coverageText(run(9, "incomplete", 500))).toBe("500 wallets reached");
    expect(coverageText(run(9, "completed", 0))).toBe("no wallet is known");
    expect(coverageText(run(9, "completed", 500))).toBe("100 % of 500 known wallets");
  });
});

describe("a round of all wallets", () => {
  const round = run(8, "incomplete", 0).runId;
  const last = run(5, "completed", 10_000);

  it("takes no more than a night where each run completes", async () => {
    expect(await judged(run(9, "completed", 10_000))).toMatchObject({ kind: "fine", nights: undefined });
  });

  it("takes as many nights as the last one took", async () => {
    const third = run(10, "completed", 10_000, { round });
    expect(
      await judged(third, run(9, "incomplete", 8_000, { round }), run(8, "incomplete", 4_000)),
    ).toMatchObject({
      kind: "slow",
      nights: 3,
    });
  });

  it("takes as many nights as it would at the speed of an unfinished one", async () => {
    const ended = { endedAt: "2026-03-09T09:36:00.000Z" };
    expect(await judged(run(8, "incomplete", 4_000, ended), last)).toMatchObject({
      kind: "unfinished",
      nights: 3,
    });
    // Only a completed run has seen the number of wallets.
    expect(await judged(run(8, "incomplete", 4_000, ended))).toMatchObject({ nights: undefined });
  });
});
