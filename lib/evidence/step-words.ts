/** What somebody did about a case, in a sentence. */

import type { Notice } from "../cases/notices.ts";
import type { Filing, Step } from "../cases/step.ts";
import { CASE } from "../i18n/catalogue/desk/case.ts";
import { CASE_OUTCOMES, FILINGS, STEPS } from "../i18n/catalogue/desk/steps.ts";
import type { SayText } from "../i18n/formatting.ts";

/** @param time says a moment as its readers live it */
export function stepWords(step: Step, say: SayText, time: (iso: string) => string): string {
  const who = step.by.name;
  switch (step.kind) {
    case "suspect":
      return say(STEPS.suspect, { who, since: time(step.knownSince) });
    case "decide":
      return say(STEPS.decide, { who, outcome: say(CASE_OUTCOMES[step.outcome]) });
    default:
      return say(STEPS[step.kind], { who });
  }
}

/** What was filed. @param day says a day, `YYYY-MM-DD` */
export function filingWords(
  { kind, reference, receivedOn }: Filing,
  say: SayText,
  day: (day: string) => string,
): string {
  return say(STEPS.filing, { kind: say(FILINGS[kind]), reference, receivedOn: day(receivedOn) });
}

/** Until when a 24-hour notice was due, and when it was recorded. @param time says a moment as its readers live it */
export function noticeWords(
  { dueAt, filedAt, isLate }: Notice,
  say: SayText,
  time: (iso: string) => string,
): string {
  const due = time(dueAt);
  if (filedAt === undefined) return say(CASE.noticeOwed, { due });
  return say(isLate ? CASE.noticeLate : CASE.noticeInTime, { due, filed: time(filedAt) });
}
