import { expect, it } from "vitest";
import { lastScan } from "../../../../lib/reports/health/last-scan.ts";
import { coverageText, type ScanRun } from "../../../../lib/screening/runs/run.ts";

const NOW = Date.parse("2026-03-10T14:00:00.000Z");

/** A run that began on a day of March, and scored so many of ten wallets. */
function run(day: number, status: ScanRun["status"], completed = 10, knownWallets = 10): ScanRun {
  const startedAt = `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`;
  const base = {
    projectId: 1,
    runId: startedAt,
    trigger: "schedule",
    startedAt,
    queued: knownWallets,
  } as const;
  if (status === "running") return { ...base, status };
  const totals = {
    known: knownWallets,
    completed,
    skipped: 0,
    failed: knownWallets - completed,
    missing: 0,
    exceeded: 0,
  };
  return { ...base, status, endedAt: startedAt.replace("T10", "T12"), totals };
}

async function judged(...runs: ScanRun[]) {
  const result = await lastScan(
    (async function* () {
      yield* runs;
    })(),
    NOW,
  );
  return result.kind === "none" ? result : { ...result, run: result.run.startedAt.slice(8, 10) };
}

it.each([
  ["fine where it covered nearly all", [run(10, "completed")], { kind: "fine", run: "10", coverage: 100 }],
  [
    "the one before a run that goes on",
    [run(10, "running"), run(9, "completed")],
    { kind: "fine", run: "09" },
  ],
  ["poor where many have no score", [run(10, "completed", 9)], { kind: "poor", coverage: 90 }],
  ["unfinished where it was stopped", [run(10, "stopped", 2)], { kind: "unfinished", coverage: 20 }],
  ["old after a day and a half", [run(8, "completed")], { kind: "old" }],
  [
    "late where the next one has run for over a day",
    [run(9, "running"), run(8, "completed")],
    { kind: "late" },
  ],
  ["none before the first has ended", [run(10, "running")], { kind: "none", running: { status: "running" } }],
])("the last scan is %s", async (_, runs, expected) => {
  expect(await judged(...runs)).toMatchObject(expected);
});

it("a run's coverage is said once it has ended", () => {
  expect(coverageText(run(9, "completed", 9))).toBe("90 % of 10 known wallets");
  expect(coverageText(run(9, "completed", 0, 0))).toBe("no wallet is known");
  expect(coverageText(run(9, "running"))).toBeUndefined();
});
