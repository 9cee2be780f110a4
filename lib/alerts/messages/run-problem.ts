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

/** Each is empty where there is nothing to say. */
interface RunProblem {
  /** The problem that keeps a run from its work. */
  cause: string;
  /** The next step for those who run Vigía, which may be a command. */
  toDo: string;
}

/** The problem of a run; nothing where all is well, or until it has ended. */
export function problemOf(run: ScanRun, reader: ProblemReader): RunProblem {
  const cause = causeOf(run);
  if (cause === undefined) return { cause: "", toDo: "" };
  const { sentences, toDo = "" } = sentencesOf(cause, run.projectId, reader);
  return { cause: cleanText(sentences.join(" "), MAX_QUOTE), toDo };
}

/** The same as one text. */
export function problemIn(run: ScanRun, reader: ProblemReader): string {
  const { cause, toDo } = problemOf(run, reader);
  return cleanText(`${cause} ${toDo}`.trim(), MAX_QUOTE);
}

/** The problem that a run goes on although the next one is due: how far it is, and what keeps it. */
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

function sentencesOf(
  cause: RunCause,
  projectId: number,
  { stage, t }: ProblemReader,
): { sentences: string[]; toDo?: string } {
  const project = String(projectId);
  const run = vigia(stage, "scan", "run", "--project", project);
  const set = vigia(stage, "secrets", "set", "--project", project, "--kind", "api-key");
  const copyKey = t(PROBLEMS.copyKey, { set });
  const quotes = "said" in cause && cause.said !== "" ? [t(PROBLEMS.said, { said: cause.said })] : [];
  switch (cause.kind) {
    case "stopped-by-hand":
      return { sentences: [t(PROBLEMS.stoppedByHand)] };
    case "skipped":
      return { sentences: [t(PROBLEMS.skipped, { skipped: cause.skipped, asked: cause.asked })] };
    case "failed": {
      const { failed, missing, asked } = cause;
      return {
        sentences: [t(PROBLEMS.failed, { failed, missing, asked })],
        toDo: t(PROBLEMS.checkService, { run }),
      };
    }
    case "unauthorized": {
      const refused = { project, call: cause.call, status: String(cause.status) };
      return { sentences: [t(PROBLEMS.unauthorized, refused), ...quotes], toDo: copyKey };
    }
    case "unpaid":
      return {
        sentences: [t(PROBLEMS.unpaid, { project, call: cause.call }), ...quotes],
        toDo: t(PROBLEMS.checkPlan),
      };
    case "bad-key":
      return { sentences: [t(PROBLEMS.unusableKey, { project, call: cause.call })], toDo: copyKey };
    case "not-found":
      return {
        sentences: [t(PROBLEMS.notFound, { project, call: cause.call }), ...quotes],
        toDo: t(PROBLEMS.checkProject),
      };
    case "secret-malformed":
      return { sentences: [t(PROBLEMS.secretMalformed, { secret: cause.secret })], toDo: copyKey };
    case "no-api-key":
      return { sentences: [t(PROBLEMS.noApiKey, { project })], toDo: copyKey };
  }
}
