/** The messages to the people who run the stack about a run that does not do its work. */

import { SCANS } from "../../i18n/catalogue/problems.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import { type RunProgress, type ScanRun, totalsOf } from "../../screening/runs/run.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { type DeskUrl, pageLinks, scansPage } from "./desk-links.ts";
import { eventAbout } from "./event-fields.ts";
import type { AlertOrigin } from "./facts.ts";
import type { AlertMessage } from "./message.ts";
import { problemIn, unendedIn } from "./run-problem.ts";

type Origin = Pick<AlertOrigin, "stage" | "translator" | "desk">;

const STATES = {
  running: SCANS.stateRunning,
  completed: SCANS.stateCompleted,
  stopped: SCANS.stateStopped,
} as const satisfies Record<ScanRun["status"], Text>;

/** The message about the problem of a run that has ended, which says what to do about it. */
export function scanProblem(run: ScanRun, origin: Origin): AlertMessage {
  const { stage, translator } = origin;
  const { t, english } = translator;
  const { completed, known } = totalsOf(run);
  const state = t(STATES[run.status]);
  const headline = t(SCANS.troubleHeadline, { project: String(run.projectId), state, completed, known });
  const problem = problemIn(run, { stage, t: english });
  return troubleWith(run, { state, headline, problem, what: problemIn(run, { stage, t }) }, origin);
}

/** The message about a run that goes on although the next one is due. */
export function scanUnended(run: ScanRun, progress: RunProgress, origin: Origin): AlertMessage {
  const { stage, translator } = origin;
  const { t, english } = translator;
  const problem = unendedIn(run, progress, { stage, t: english });
  const headline = t(SCANS.unendedHeadline, { project: String(run.projectId) });
  const what = unendedIn(run, progress, { stage, t });
  return troubleWith(run, { state: t(STATES.running), headline, problem, what }, origin);
}

interface Trouble {
  /** In the reader's language, as `headline` and `what` are. */
  state: string;
  headline: string;
  what: string;
  /** In English: what programs read does not depend on a language. */
  problem: string;
}

function troubleWith(
  run: ScanRun,
  { state, headline, what, problem }: Trouble,
  { stage, translator, desk }: Origin,
): AlertMessage {
  const project = String(run.projectId);
  const look = {
    command: vigia(stage, "scan", "status", "--project", project),
    page: scansPage(desk, run.projectId),
  };
  return {
    translator,
    subject: translator.t(SCANS.troubleSubject, { state: state.toUpperCase(), project }),
    headline,
    blocks: [
      { kind: "lines", lines: [what] },
      { kind: "look", look },
    ],
    threadId: `scan-${project}`,
    event: eventAbout(stage, [run], () => runSubject(run, desk, problem)),
    attributes: { kind: "scan-problem", projectId: run.projectId },
  };
}

/**
 * @param desk where the desk is; undefined where none is deployed
 * @param problem what keeps it from its work, in a sentence for a person
 */
function runSubject(run: ScanRun, desk: DeskUrl, problem: string): EventSubject {
  return {
    type: "scan-run",
    key: `${run.projectId}#${run.runId}`,
    status: run.status,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    problem,
    wallets: totalsOf(run),
    ...pageLinks(scansPage(desk, run.projectId)),
  };
}
