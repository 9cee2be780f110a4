import { describe, expect, it } from "vitest";
import { problemIn } from "../../../../lib/alerts/messages/run-problem.ts";
import { scanProblem } from "../../../../lib/alerts/messages/scan-problem.ts";
import type { RunTotals, ScanRun } from "../../../../lib/screening/runs/run.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH } from "../../../support/translators.ts";

function runOf(counts: Partial<RunTotals>, changes: Partial<ScanRun> = {}): ScanRun {
  return {
    projectId: 1,
    runId: "2026-03-01T02:00:00.000Z",
    status: "completed",
    trigger: "schedule",
    startedAt: "2026-03-01T02:00:00.000Z",
    endedAt: "2026-03-01T03:30:00.000Z",
    queued: 10,
    totals: { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0, ...counts },
    ...changes,
  };
}

describe("what an alert to operations says of a run", () => {
  it.each([
    ["nothing where all is well", { known: 10, completed: 10 }, undefined],
    ["nothing where no wallet is known", {}, undefined],
    ["nothing where half was skipped", { known: 10, completed: 5, skipped: 5 }, undefined],
    ["that most was skipped", { known: 11, completed: 5, skipped: 6 }, "The service skipped 6 of 11 wallets"],
    [
      "that most failed",
      { known: 4, failed: 2, missing: 1, completed: 1 },
      "Of 4 wallets: 2 failed, 1 missing",
    ],
  ])("is %s", (_, counts, expected) => {
    const problem = problemIn(runOf(counts), { stage: "dev", t: ENGLISH.t });
    if (expected === undefined) expect(problem).toBe("");
    else expect(problem).toContain(expected);
  });

  it("is the run's own problem first", () => {
    const run = runOf(
      { known: 10, skipped: 10 },
      {
        status: "stopped",
        cause: { kind: "secret-malformed", secret: "<keys>" },
      },
    );
    const origin = { stage: "dev", translator: ENGLISH };
    expect(shown(scanProblem(run, origin))).toMatchObject({
      subject: "[SCAN STOPPED] Project 1: the scan needs attention",
      slack: {
        title: "The scan of project 1 is stopped: it scored 0 of the 10 wallets that it processed.",
        description:
          "The secret &lt;keys&gt; does not have the expected format. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key --stage dev\".",
        nextSteps: ["Look closer: `vigia scan status --project 1 --stage dev`"],
        threadId: "scan-1",
      },
    });
    expect(
      shown(scanProblem(run, origin)).email,
    ).toBe(`The scan of project 1 is stopped: it scored 0 of the 10 wallets that it processed.

The secret <keys> does not have the expected format. Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project 1 --kind api-key --stage dev".

Look closer
  vigia scan status --project 1 --stage dev
`);
  });
});
