/** The messages to the people who run the stack about a run that does not do its work. */

import type { ScanRun } from "../store/scan-runs/scan-run.ts";
import { totals } from "../store/scan-runs/totals.ts";
import { cleanText } from "../text/cleaning.ts";
import { escapeForSlack, slackCode } from "../text/slack.ts";
import { vigia } from "./commands.ts";
import { eventAbout } from "./event/event-about.ts";
import { runSubject } from "./event/run-subject.ts";
import type { AlertMessage } from "./publish.ts";

/** The message about the problem of a run that has ended, which says what to do about it. */
export function scanProblem(run: ScanRun, problem: string, stage: string): AlertMessage {
  return troubleWith(run, run.status, cleanText(problem, 1_000), stage);
}

/** The message about an open run that nobody goes on with. */
export function scanStuck(run: ScanRun, why: string, stage: string): AlertMessage {
  const project = ["--project", String(run.projectId)];
  const what = [
    cleanText(why, 600),
    `Look for its messages with "${vigia(stage, "dlq", "list")}" and remove what they failed of, then "${vigia(stage, "dlq", "redrive")}".`,
    `Or end it with "${vigia(stage, "scan", "stop", ...project)}" and begin again with "${vigia(stage, "scan", "run", ...project)}".`,
  ].join(" ");
  return troubleWith(run, "stuck", what, stage);
}

function troubleWith(run: ScanRun, state: string, what: string, stage: string): AlertMessage {
  const { projectId } = run;
  const { known, completed } = totals(run);
  const headline = `The scan of project ${projectId} is ${state}: ${completed} of ${known} known wallets were scanned.`;
  const look = vigia(stage, "scan", "status", "--project", String(projectId));
  return {
    subject: `[SCAN ${state.toUpperCase()}] Project ${projectId}: the scan needs attention`,
    email: [headline, "", what, "", "Look closer", `  ${look}`, ""].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: escapeForSlack(what),
      nextSteps: [`Look closer: ${slackCode(look)}`],
      threadId: `scan-${projectId}`,
    },
    event: eventAbout({ stage }, [run], () => runSubject(run, what)),
    attributes: { kind: "scan-problem", projectId },
  };
}
