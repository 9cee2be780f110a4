/** The message to the people who run the stack about a run that did not do its work. */

import { totals } from "../scan/totals.ts";
import type { ScanRun } from "../store/scan-run.ts";
import { cleanText } from "../text/cleaning.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { vigia } from "./commands.ts";
import type { AlertMessage } from "./publish.ts";

/** The message about a run's problem, which says what to do about it. */
export function scanProblem(run: ScanRun, problem: string, stage: string): AlertMessage {
  const { projectId, status } = run;
  const { known, completed } = totals(run);
  const headline = `The scan of project ${projectId} is ${status}: ${completed} of ${known} known wallets were scanned.`;
  const what = cleanText(problem, 1_000);
  const look = vigia(stage, "scan", "status", "--project", String(projectId));
  return {
    subject: `[SCAN ${status.toUpperCase()}] Project ${projectId}: the scan needs attention`,
    email: [headline, "", what, "", "Look closer", `  ${look}`, ""].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: escapeForSlack(what),
      nextSteps: [`Look closer: ${slackCode(look)}`],
      threadId: `scan-${projectId}`,
    },
    attributes: { kind: "scan-problem", projectId },
  };
}
