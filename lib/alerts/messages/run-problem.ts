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

/** What keeps a run from its work, and the next step for those who run Vigía, which may be a command: each empty where there is nothing to say. */
interface RunProblem {
  cause: string;
  toDo: string;
}

/** The problem of a run; nothing where all is well, or until it has ended. */
export function problemOf(run: ScanRun, reader: ProblemReader): RunProblem {
  const cause = causeOf(run);
  if (cause === undefined) return { cause: "", toDo: "" };
  const { said, next } = sentencesOf(cause, run.projectId, reader);
  return { cause: cleanText(said.join(" "), MAX_QUOTE), toDo: next.join(" ") };
}

/** The same as one text. */
export function problemIn(run: ScanRun, reader: ProblemReader): string {
  const { cause, toDo } = problemOf(run, reader);
  return cleanText(`${cause} ${toDo}`.trim(), MAX_QUOTE);
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

interface Sentences {
  said: string[];
  next: string[];
}

function sentencesOf(cause: RunCause, projectId: number, { stage, t }: ProblemReader): Sentences {
  const project = String(projectId);
  const run = vigia(stage, "scan", "run", "--project", project);
  const set = vigia(stage, "secrets", "set", "--project", project, "--kind", "api-key");
  const copyKey = [t(PROBLEMS.copyKey, { set })];
  const said = "said" in cause && cause.said !== "" ? [t(PROBLEMS.said, { said: cause.said })] : [];
  switch (cause.kind) {
    case "stopped-by-hand":
      return { said: [t(PROBLEMS.stoppedByHand)], next: [] };
    case "skipped":
      return { said: [t(PROBLEMS.skipped, { skipped: cause.skipped, asked: cause.asked })], next: [] };
    case "failed": {
      const { failed, missing, asked } = cause;
      return {
        said: [t(PROBLEMS.failed, { failed, missing, asked })],
        next: [t(PROBLEMS.checkService, { run })],
      };
    }
    case "unauthorized": {
      const refused = { project, call: cause.call, status: String(cause.status) };
      return { said: [t(PROBLEMS.unauthorized, refused), ...said], next: copyKey };
    }
    case "unpaid":
      return {
        said: [t(PROBLEMS.unpaid, { project, call: cause.call }), ...said],
        next: [t(PROBLEMS.checkPlan)],
      };
    case "unsendable":
      return { said: [t(PROBLEMS.unusableKey, { project, call: cause.call })], next: copyKey };
    case "not-found":
      return {
        said: [t(PROBLEMS.notFound, { project, call: cause.call }), ...said],
        next: [t(PROBLEMS.checkProject)],
      };
    case "secret-malformed":
      return { said: [t(PROBLEMS.secretMalformed, { secret: cause.secret })], next: copyKey };
    case "no-api-key":
      return { said: [t(PROBLEMS.noApiKey, { project })], next: copyKey };
  }
}
