/** The messages to the people who run the stack about a run that does not do its work. */

import { SCANS } from "../../i18n/catalogue/problems.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { StuckCause } from "../../screening/scans/runs/run-cause.ts";
import type { ScanRun } from "../../screening/scans/runs/scan-run.ts";
import { newlyCrossed, totals } from "../../screening/scans/runs/totals.ts";
import type { EventSubject } from "../event/event-schema.ts";
import { type DeskUrl, scansPage } from "./desk-links.ts";
import { eventAbout } from "./event-fields.ts";
import type { AlertOrigin } from "./facts.ts";
import type { AlertMessage } from "./message.ts";
import { englishReader, problemIn, readerOf, stuckIn } from "./run-problem.ts";

type Origin = Pick<AlertOrigin, "stage" | "translator" | "desk">;

const STATES = {
  running: SCANS.stateRunning,
  completed: SCANS.stateCompleted,
  incomplete: SCANS.stateIncomplete,
  stopped: SCANS.stateStopped,
} as const satisfies Record<ScanRun["status"], Text>;

/** The message about the problem of a run that has ended, which says what to do about it. */
export function scanProblem(run: ScanRun, origin: Origin): AlertMessage {
  const state = origin.translator.t(STATES[run.status]);
  const problem = problemIn(run, englishReader(origin.stage, origin.translator.english));
  return troubleWith(run, { state, problem, what: problemIn(run, readerOf(origin)) }, origin);
}

/** The message about an open run that nothing goes on with. */
export function scanStuck(run: ScanRun, cause: StuckCause, origin: Origin): AlertMessage {
  const { stage, translator } = origin;
  const { t } = translator;
  const project = ["--project", String(run.projectId)];
  const what = [
    stuckIn(cause, readerOf(origin)),
    t(SCANS.findMessages, { list: vigia(stage, "dlq", "list"), redrive: vigia(stage, "dlq", "redrive") }),
    t(SCANS.orEnd, {
      stop: vigia(stage, "scan", "stop", ...project),
      run: vigia(stage, "scan", "run", ...project),
    }),
  ].join(" ");
  const problem = stuckIn(cause, englishReader(stage, translator.english));
  return troubleWith(run, { state: t(SCANS.stateStuck), problem, what }, origin);
}

interface Trouble {
  /** In the reader's language, as `what` is. */
  state: string;
  what: string;
  /** In English: what programs read does not depend on a language. */
  problem: string;
}

function troubleWith(
  run: ScanRun,
  { state, what, problem }: Trouble,
  { stage, translator, desk }: Origin,
): AlertMessage {
  const { t } = translator;
  const project = String(run.projectId);
  const { known, completed } = totals(run);
  const counts = { completed, known };
  const headline = t(SCANS.troubleHeadline, { project, state, ...counts });
  const look = { command: vigia(stage, "scan", "status", "--project", project), page: scansPage(desk) };
  return {
    translator,
    subject: t(SCANS.troubleSubject, { state: state.toUpperCase(), project }),
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
  const page = scansPage(desk);
  return {
    type: "scan-run",
    key: `${run.projectId}#${run.runId}`,
    status: run.status,
    startedAt: run.startedAt,
    endedAt: run.endedAt ?? null,
    problem,
    wallets: { ...totals(run), newlyCrossed: newlyCrossed(run) },
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}
