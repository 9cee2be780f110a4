/**
 * The event that queues, functions and streams are sent of every message: version 1. `alert-event.schema.json` beside
 * it is the same as JSON Schema. Fields and kinds are only ever added; what would break a reader is another version.
 */

import * as z from "zod/mini";
import {
  about,
  briefSubject,
  caseSubject,
  count,
  digits,
  quarantinedSubject,
  risk,
  runSubject,
  serviceErrorSubject,
  text,
  time,
  transactionSubject,
  walletSubject,
} from "./subject-schemas.ts";

/**
 * Every kind of message. The first four, the brief and `reminder` go to the alerts topic, `quarantine` and the problems to
 * operations, `escalation` to its own; `scan-brief` was sent by versions before 0.2.0.
 */
export const ALERT_KINDS = [
  "notification",
  "change",
  "quarantine",
  "wallet",
  "daily-brief",
  "scan-brief",
  "scan-problem",
  "service-error",
  "subscription-problem",
  "reminder",
  "escalation",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Subject of a message: a transaction, a wallet, an unreadable body, a run of the scan, a day, a case, or an error. */
const eventSubject = z.discriminatedUnion("type", [
  transactionSubject,
  walletSubject,
  quarantinedSubject,
  runSubject,
  briefSubject,
  caseSubject,
  serviceErrorSubject,
]);
export type EventSubject = z.infer<typeof eventSubject>;

export const alertEvent = z.object({
  version: z.literal(1),
  alertId: z
    .nullable(text)
    .check(
      about("As `vigia alerts show` takes it; null for messages to operations, which are not recorded."),
    ),
  kind: z.enum(ALERT_KINDS),
  stage: text,
  projectId: digits,
  rehearsal: z.boolean().check(about("Whether it is a test: nothing of it happened.")),
  at: time.check(about("When the message was made.")),
  risk: z.nullable(risk).check(about("The worst of all subjects; null where none has one.")),
  summary: text.check(about("The e-mail's subject, for people.")),
  subjectCount: count.check(
    about("How many there are. Where more than are listed, `vigia alerts show <alertId>` has the rest."),
  ),
  subjects: z.array(eventSubject).check(about("In the order of the message, as far as it has room.")),
});
export type AlertEvent = z.infer<typeof alertEvent>;
