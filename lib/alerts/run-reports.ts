/** Messages to operations about scan runs, as screening asks for them. */

import type { Translator } from "../i18n/translator.ts";
import type { RunReports } from "../screening/runs/end-run.ts";
import type { DeskUrl } from "./messages/desk-links.ts";
import type { AlertMessage } from "./messages/message.ts";
import { scanProblem, scanUnended } from "./messages/scan-problem.ts";
import type { AlertPublisher } from "./publisher.ts";

/** The publisher of the messages, and the pages to which they lead. */
export interface Reporter {
  publisher: () => AlertPublisher;
  stage: string;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
}

/** How long a message of a scan waits for the rate limit, in milliseconds: few others go before it. */
export const PUBLISH_WITHIN_MS = 20_000;

export function runReports({ publisher, stage, desk }: Reporter): RunReports {
  const send = (compose: (translator: Translator) => AlertMessage) =>
    publisher().operations(compose, Date.now() + PUBLISH_WITHIN_MS);
  return {
    problem: (run) => send((translator) => scanProblem(run, { stage, desk, translator })),
    unended: (run, progress) => send((translator) => scanUnended(run, progress, { stage, desk, translator })),
  };
}
