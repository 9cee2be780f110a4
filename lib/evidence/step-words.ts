/** A step of a case, in a sentence. */

import type { Notice } from "../cases/notices.ts";
import { type ChangedFacts, type Filing, isOfSystem, type Step, type SystemStep } from "../cases/step.ts";
import { CASE } from "../i18n/catalogue/desk/case.ts";
import { FACTS } from "../i18n/catalogue/desk/facts.ts";
import { CASE_OUTCOMES, CROSSINGS, FILINGS, STEPS, SYSTEM_STEPS } from "../i18n/catalogue/desk/steps.ts";
import type { SayText } from "../i18n/formatting.ts";

/** @param time says a moment as its readers live it */
export function stepWords(step: Step, say: SayText, time: (iso: string) => string): string {
  if (isOfSystem(step)) return systemWords(step, say, time);
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

function systemWords(step: SystemStep, say: SayText, time: (iso: string) => string): string {
  switch (step.kind) {
    case "crossing": {
      const { run, score, previousScore: before, crossings = [] } = step;
      const known = (value: number | undefined) => (value === undefined ? say(FACTS.unknown) : String(value));
      const why = crossings.map((one) => say(CROSSINGS[one])).join(", ") || say(FACTS.unknown);
      return say(SYSTEM_STEPS.crossing, { run, why, score: known(score), before: known(before) });
    }
    case "continuation":
      return say(SYSTEM_STEPS.continuation, { subject: step.as.subject });
    case "change": {
      const { content, receivedAt, facts } = step;
      const said = changeWords(facts, say, time).join("; ");
      return say(SYSTEM_STEPS.change, { content, received: time(receivedAt), facts: said });
    }
    default: {
      const { kind, content, receivedAt } = step;
      return say(SYSTEM_STEPS[kind], { content, received: time(receivedAt) });
    }
  }
}

/** What changed, a phrase for each fact. */
function changeWords(
  { usd, timestamp, tokenSymbol, deadlines, ...ofLaws }: ChangedFacts,
  say: SayText,
  time: (iso: string) => string,
): string[] {
  const none = say(SYSTEM_STEPS.none);
  const due = deadlines?.map(({ dueAt, law }) => `${time(dueAt)} (${law})`).join(", ");
  const facts = [
    ["usd", usd],
    ["timestamp", timestamp],
    ["tokenSymbol", tokenSymbol],
    ["deadlines", due],
    ["laws", ofLaws.laws && lawWords(ofLaws, say)],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [say(SYSTEM_STEPS[name], { value: value || none })],
  );
}

/** Laws of a case, and how many more there are than it holds. */
export function lawWords({ laws = [], lawCount = 0 }: LawNames, say: SayText): string {
  const names = laws.map(({ name, countryCode }) => `${name} (${countryCode})`).join(", ");
  const more = lawCount - laws.length;
  return more > 0 ? names + say(FACTS.andMore, { count: more }) : names || say(FACTS.none);
}

type LawNames = Pick<ChangedFacts, "laws" | "lawCount">;

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
  { dueAt, filedAt, withdrawnAt, isLate }: Notice,
  say: SayText,
  time: (iso: string) => string,
): string {
  const due = time(dueAt);
  if (withdrawnAt !== undefined) return say(CASE.noticeWithdrawn, { due, withdrawn: time(withdrawnAt) });
  if (filedAt === undefined) return say(CASE.noticeOwed, { due });
  return say(isLate ? CASE.noticeLate : CASE.noticeInTime, { due, filed: time(filedAt) });
}
