/** What the environments of several functions have in common. */

import * as z from "zod/mini";
import { language } from "../i18n/language.ts";
import { authentication, projects, text, wholeNumber } from "./env-values.ts";

/**
 * How many times faster than the real one the local clock runs: it divides back-off and time limits. 1 where absent,
 * as it is in every deployed stack.
 */
export const timeScale = { TIME_SCALE: z._default(z.pipe(z.string(), z.transform(Number)), 1) };

/** Every function knows its stage and the projects. */
export const common = { STAGE: text, PROJECTS: projects };

export const inbound = {
  ...timeScale,
  ...common,
  INBOUND_SECRET_ARN: text,
  AUTHENTICATION: authentication,
  SIGNATURE_HEADER: text,
  TIMESTAMP_HEADER: text,
};

export const records = { RETENTION_YEARS: wholeNumber };
/** Who reads: the language, and the time zone, of those who get messages and look at the desk. */
export const readers = { LANGUAGE: language, TIME_ZONE: text };
export const alerting = {
  ALERTS_TOPIC_ARN: text,
  OPERATIONS_TOPIC_ARN: text,
  ALERTS_TABLE: text,
  ...readers,
  /** Where the desk is, without a slash at the end; absent where none is deployed. */
  DESK_URL: z.optional(text),
};

/** The table of cases; absent where no desk is deployed. */
export const cases = { CASES_TABLE: z.optional(text) };

/** The topic of those to whom it is escalated; absent where nobody is named for that, or where no desk is. */
export const escalation = { ESCALATION_TOPIC_ARN: z.optional(text) };

export const scan = {
  ...common,
  OUTBOUND_SECRET_ARN: text,
  SERVICE_BASE_URL: text,
  ...records,
  ...alerting,
  ...timeScale,
  SCAN_QUEUE_URL: text,
  SCAN_RUNS_TABLE: text,
  CHAINS_TABLE: text,
  ALERT_FROM: wholeNumber,
};
