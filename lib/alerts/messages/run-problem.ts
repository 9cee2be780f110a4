/** Problems that stop a run, in the reader's language, and the next step. */

import { PROBLEMS } from "../../i18n/catalogue/problems.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { Translate } from "../../i18n/translator.ts";
import type { EndCause, RunCause, StuckCause } from "../../screening/scans/runs/run-cause.ts";
import type { ScanRun } from "../../screening/scans/runs/scan-run.ts";
import { causeOf } from "../../screening/scans/runs/totals.ts";
import type { AlertOrigin } from "./facts.ts";

/** Readers: officers and operations by mail, or at the desk. */
export interface ProblemReader {
  /** The stage of the commands that it names. */
  stage: string;
  t: Translate;
  /** A time in ISO 8601 as people read it. */
  time: (iso: string) => string | undefined;
}

export function readerOf({ stage, translator }: Pick<AlertOrigin, "stage" | "translator">): ProblemReader {
  return { stage, t: translator.t, time: translator.time };
}

/** Programs and commands read English in every language, and times unchanged. */
export function englishReader(stage: string, english: Translate): ProblemReader {
  return { stage, t: english, time: (iso) => iso };
}

/** The longest sentence that a message quotes. */
const MAX_QUOTE = 1_000;

/** The problem of a run; empty where all is well, or until it has ended. */
export function problemIn(run: ScanRun, reader: ProblemReader): string {
  const cause = causeOf(run);
  return cause === undefined ? "" : cleanText(sentencesOf(cause, run.projectId, reader).join(" "), MAX_QUOTE);
}

/** Why a run is stuck, in a sentence. */
export function stuckIn(cause: StuckCause, { t, time }: ProblemReader): string {
  if (cause.kind === "not-moved")
    return t(PROBLEMS.notMoved, { since: time(cause.since) ?? cleanText(cause.since, 40) });
  const { shard, reason } = cause;
  return cleanText(t(PROBLEMS.deadLetter, { shard: String(shard), reason }), MAX_QUOTE);
}

function sentencesOf(cause: RunCause, projectId: number, reader: ProblemReader): string[] {
  const { stage, t } = reader;
  const project = ["--project", String(projectId)];
  switch (cause.kind) {
    case "in-words":
      return [cause.problem];
    case "stopped-by-hand":
      return [t(PROBLEMS.stoppedByHand, { stop: vigia(stage, "scan", "stop") })];
    case "still-open":
      return [
        t(PROBLEMS.stillOpen),
        ...(cause.stuck === undefined ? [] : [t(PROBLEMS.wasStuck, { why: stuckIn(cause.stuck, reader) })]),
        t(PROBLEMS.lookIntoLetters, { list: vigia(stage, "dlq", "list") }),
      ];
    case "handed-on":
      return [
        t(PROBLEMS.handedOn, { shard: String(cause.shard), times: cause.times }),
        t(PROBLEMS.raiseParallel),
      ];
    case "skipped":
      return [t(PROBLEMS.skipped, { skipped: cause.skipped, asked: cause.asked })];
    case "failed": {
      const { failed, missing, asked } = cause;
      return [
        t(PROBLEMS.failed, { failed, missing, asked }),
        t(PROBLEMS.checkService, { run: vigia(stage, "scan", "run", ...project) }),
      ];
    }
    default:
      return callSentences(cause, projectId, reader);
  }
}

type CallCause = Exclude<EndCause, { kind: "stopped-by-hand" | "still-open" | "handed-on" }>;

/** Outcome of a call of the service, or of reading the key for it. */
function callSentences(cause: CallCause, projectId: number, { stage, t }: ProblemReader): string[] {
  const project = String(projectId);
  const set = vigia(stage, "secrets", "set", "--project", project, "--kind", "api-key");
  const said = "said" in cause && cause.said !== "" ? [t(PROBLEMS.said, { said: cause.said })] : [];
  switch (cause.kind) {
    case "unauthorized": {
      const { call, status } = cause;
      return [
        t(PROBLEMS.unauthorized, { project, call, status: String(status) }),
        ...said,
        t(PROBLEMS.copyKey, { set }),
      ];
    }
    case "unusable-key":
      return [t(PROBLEMS.unusableKey, { project, call: cause.call }), t(PROBLEMS.copyKey, { set })];
    case "not-found":
      return [t(PROBLEMS.notFound, { project, call: cause.call }), ...said, t(PROBLEMS.checkProject)];
    case "redirected": {
      const { call, status } = cause;
      return [t(PROBLEMS.redirected, { project, call, status: String(status) })];
    }
    case "secret-unreadable":
      return [t(PROBLEMS.secretUnreadable, { secret: cause.secret, error: cause.error })];
    case "secret-malformed":
      return [t(PROBLEMS.secretMalformed, { secret: cause.secret, set })];
    case "no-api-key":
      return [t(PROBLEMS.noApiKey, { project, set })];
  }
}
