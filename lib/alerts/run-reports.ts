/** Messages to operations about scan runs, as screening asks for them. */

import type { Translator } from "../i18n/translator.ts";
import { PUBLISH_WITHIN_MS } from "../screening/scans/time.ts";
import type { RunReports } from "../screening/scans/tools.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import type { AlertMessage } from "./messages/message.ts";
import { scanProblem, scanStuck } from "./messages/scan-problem.ts";
import type { AlertPublisher } from "./publisher.ts";

/** Who sends, and what the messages lead to. */
export interface Reporter {
  publisher: () => AlertPublisher;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

export function runReports({ publisher, stage, desk }: Reporter): RunReports {
  const send = (compose: (translator: Translator) => AlertMessage) =>
    publisher().operations(compose, Date.now() + PUBLISH_WITHIN_MS);
  return {
    problem: (run) => send((translator) => scanProblem(run, { stage, desk, translator })),
    stuck: (run, cause) => send((translator) => scanStuck(run, cause, { stage, desk, translator })),
  };
}
