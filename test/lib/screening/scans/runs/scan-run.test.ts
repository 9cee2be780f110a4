import { expect, it } from "vitest";
import { scanRun, UNTOUCHED } from "../../../../../lib/screening/scans/runs/scan-run.ts";

const STORED = {
  projectId: "1",
  runId: "2026-03-01T02:00:00.000Z-abcdef",
  status: "completed",
  trigger: "schedule",
  startedAt: "2026-03-01T02:00:00.000Z",
  shards: {},
};

it("a stored run has its shards in the order of their numbers", () => {
  const shards = { 10: UNTOUCHED, 2: { ...UNTOUCHED, state: "ended", crossed: 3 } };
  expect(scanRun.parse({ ...STORED, shards })).toEqual({
    ...STORED,
    projectId: 1,
    shards: [{ ...UNTOUCHED, state: "ended", crossed: 3 }, UNTOUCHED],
  });
});

it.each(["running", "completed", "incomplete", "stopped"])("a stored run may be %s", (status) => {
  expect(scanRun.parse({ ...STORED, status }).status).toBe(status);
});

it("a run that ended for a cause that this version does not know keeps its sentence alone", () => {
  const problem = "The moon was full.";
  const known = { kind: "redirected", call: "GET /v1/chains", status: 302 };
  expect(scanRun.parse({ ...STORED, problem, cause: known }).cause).toEqual(known);
  for (const cause of [{ kind: "moon" }, { kind: "redirected" }, "moon", null]) {
    const run = scanRun.parse({ ...STORED, problem, cause });
    expect([run.problem, run.cause]).toEqual([problem, undefined]);
  }
});

it("a run that counts nothing of a wallet is not one", () => {
  const shards = { 0: { ...UNTOUCHED, counts: {} } };
  expect(scanRun.safeParse({ ...STORED, shards }).success).toBe(false);
});
