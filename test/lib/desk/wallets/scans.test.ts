/** The page of scan runs. */

import { expect, it } from "vitest";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();

it("counts as not scanned also the wallets that a stopped run did not reach", async () => {
  const runs = new ScanRunStore(desk.client, "ScanRuns");
  const run = { projectId: 1, runId: "2026-03-01T09:00:00.000Z" };
  await runs.create({ ...run, trigger: "manual", startedAt: run.runId }, 2_000_000_000);
  const totals = { known: 5_000, completed: 1_200, skipped: 1, failed: 30, missing: 2, exceeded: 0 };
  const cause = { kind: "stopped-by-hand" } as const;
  await runs.close(run, { status: "stopped", endedAt: "2026-03-01T10:00:00.000Z", totals, cause });
  const { text } = await (await desk.signedIn("officers"))("/scans");
  const numbers = [...text.matchAll(/<td class="n">(.*?)<\/td>/g)].map(([, number]) => number);
  expect(numbers).toEqual(["5,000", "1,200", "3,800", "24 %"]);
});
