/** Problems of a run, in the reader's language, and the next step. */

import { PROBLEMS } from "../../i18n/catalogue/problems.ts";
import { cleanText } from "../../i18n/text/cleaning.ts";
import { vigia } from "../../i18n/text/own-command.ts";
import type { Translate } from "../../i18n/translator.ts";
import { causeOf, type RunCause, type RunProgress, type ScanRun } from "../../screening/runs/run.ts";

/** Readers: officers and operations by mail, or at the desk; programs and commands, which read English. */
export interface ProblemReader {
  /** The stage of the commands that it names. */
  stage: string;
  t: Translate;
}

/** The longest sentence that a message quotes. */
const MAX_QUOTE = 1_000;

/** The problem of a run; empty where all is well, or until it has ended. */
export function problemIn(run: ScanRun, reader: ProblemReader): string {
  const cause = causeOf(run);
  return cause === undefined ? "" : cleanText(sentencesOf(cause, run.projectId, reader).join(" "), MAX_QUOTE);
}

/** That a run goes on although the next one is due, how far it is, and what keeps it. */
export function unendedIn(
  { projectId, trouble }: Pick<ScanRun, "projectId" | "trouble">,
  { queued, waiting, isCut }: RunProgress,
  { stage, t }: ProblemReader,
): string {
  const done = Math.max(0, queued - waiting);
  const stop = vigia(stage, "scan", "stop", "--project", String(projectId));
  const sentences = [
    t(PROBLEMS.unended),
    t(isCut ? PROBLEMS.progressAtMost : PROBLEMS.progress, { done, queued }),
    ...(trouble === undefined ? [] : [t(PROBLEMS.lastTrouble, { trouble })]),
    t(PROBLEMS.raiseConcurrency),
    t(PROBLEMS.orStop, { stop }),
  ];
  return cleanText(sentences.join(" "), MAX_QUOTE);
}

function sentencesOf(cause: RunCause, projectId: number, { stage, t }: ProblemReader): string[] {
  const project = String(projectId);
  const set = vigia(stage, "secrets", "set", "--project", project, "--kind", "api-key");
  const said = "said" in cause && cause.said !== "" ? [t(PROBLEMS.said, { said: cause.said })] : [];
  switch (cause.kind) {
    case "stopped-by-hand":
      return [t(PROBLEMS.stoppedByHand, { stop: vigia(stage, "scan", "stop") })];
    case "skipped":
      return [t(PROBLEMS.skipped, { skipped: cause.skipped, asked: cause.asked })];
    case "failed": {
      const { failed, missing, asked } = cause;
      return [
        t(PROBLEMS.failed, { failed, missing, asked }),
        t(PROBLEMS.checkService, { run: vigia(stage, "scan", "run", "--project", project) }),
      ];
    }
    case "unauthorized": {
      const refused = { project, call: cause.call, status: String(cause.status) };
      return [t(PROBLEMS.unauthorized, refused), ...said, t(PROBLEMS.copyKey, { set })];
    }
    case "unpaid":
      return [t(PROBLEMS.unpaid, { project, call: cause.call }), ...said, t(PROBLEMS.checkPlan)];
    case "unsendable":
      return [t(PROBLEMS.unusableKey, { project, call: cause.call }), t(PROBLEMS.copyKey, { set })];
    case "not-found":
      return [t(PROBLEMS.notFound, { project, call: cause.call }), ...said, t(PROBLEMS.checkProject)];
    case "secret-malformed":
      return [t(PROBLEMS.secretMalformed, { secret: cause.secret, set })];
    case "no-api-key":
      return [t(PROBLEMS.noApiKey, { project, set })];
  }
}
