/** Deadlines that a country's law sets for the company. A help to remember: counsel must confirm all of it. */

import * as z from "zod/mini";
import { isBlank, isSameName, wordsIn } from "../i18n/text/cleaning.ts";
import { compareTexts } from "../i18n/text/compare-texts.ts";
import { addMonths, instantOf, momentOf } from "../i18n/time/calendar.ts";
import { instant } from "../i18n/time/instant.ts";
import { type ZonedTimes, zonedTimes } from "../i18n/zoned-time.ts";
import type { CountryLaws, DeadlineRule, KnownRule } from "./deadline-setting.ts";
import { lawKey } from "./laws.ts";
import { MEXICO } from "./mexico.ts";
import { isSanctionsList } from "./sanctions-lists.ts";
import type { Threshold } from "./threshold.ts";

/** Value of what has no deadline; after every time, as indexes sort. */
export const NOTHING_DUE = "none";

const timeToFile = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("day-of-next-month"), day: z.number(), timeZone: z.string() }),
  z.object({ kind: z.literal("hours"), hours: z.number() }),
]);

const ruleOfLaw = () => ({ law: z.string(), countryCode: z.string(), within: timeToFile });

/** A rule of the settings, or of Vigía's own, as it was when a law was named: later settings do not change it. */
export const keptRule = z.object({ ...ruleOfLaw(), source: z.string(), readOn: z.string() });

/** Deadline of a law about one transaction, and the time to file that it follows from. */
export const deadline = z.object({
  /** ISO 8601, UTC. */
  dueAt: instant(),
  ...ruleOfLaw(),
});
export type Deadline = z.infer<typeof deadline>;

/** Countries whose laws Vigía knows; settings replace a rule or add to them. */
const COUNTRIES: readonly CountryLaws[] = [MEXICO];

const KNOWN_RULES: readonly KnownRule[] = COUNTRIES.flatMap(({ rules }) => rules);

/** A law under which the service flags a transaction. */
interface JudgedLaw {
  name: string;
  countryCode: string;
  country?: string;
}

/** The rules for transactions flagged under these laws. @param added rules of the settings, which come before Vigía's own */
export function rulesFor(laws: readonly JudgedLaw[], added: readonly DeadlineRule[]): DeadlineRule[] {
  const ruleOf = rulesByLaw(added);
  const rules = new Set(laws.flatMap((law) => ruleOf(law) ?? []));
  return [...rules].map(({ countryCode, law, within, source, readOn }) => ({
    countryCode,
    law,
    within,
    source,
    readOn,
  }));
}

/**
 * The laws that no bound may cut: the first list of sanctioned persons, then the first law of each rule that applies, then the other
 * lists, which may be many.
 */
export function mostSevereOf<T extends JudgedLaw>(laws: readonly T[], added: readonly DeadlineRule[]): T[] {
  const ruleOf = rulesByLaw(added);
  const first = new Map<DeadlineRule, T>();
  for (const law of laws) {
    const rule = ruleOf(law);
    if (rule !== undefined && !first.has(rule)) first.set(rule, law);
  }
  const lists = laws.filter(({ name }) => isSanctionsList(name));
  return [...new Set([...lists.slice(0, 1), ...first.values(), ...lists])];
}

/** The same laws, those of {@link mostSevereOf} before all others. */
export function mostSevereFirst<T extends JudgedLaw>(
  laws: readonly T[],
  added: readonly DeadlineRule[],
): T[] {
  return [...new Set([...mostSevereOf(laws, added), ...laws])];
}

/** The laws of which no deadline is known, although one of another law of their country is. */
export function lawsWithoutRule<T extends JudgedLaw>(
  laws: readonly T[],
  added: readonly DeadlineRule[],
): T[] {
  const ruleOf = rulesByLaw(added);
  const isOfCountry = (law: JudgedLaw) =>
    COUNTRIES.some(({ isCountry }) => isCountry(countryOf(law))) ||
    added.some(({ countryCode }) => isSameName(countryCode, law.countryCode));
  return laws.filter((law) => ruleOf(law) === undefined && isOfCountry(law));
}

/** The rule of a law: one of the settings for its very name, or Vigía's own for any of its names, or what replaces that. */
function rulesByLaw(added: readonly DeadlineRule[]): (law: JudgedLaw) => DeadlineRule | undefined {
  const ofSettings = new Map(added.toReversed().map((rule) => [keyOfRule(rule), rule]));
  return (law) => {
    const knownRule = knownRuleOf(law);
    return ofSettings.get(lawKey(law)) ?? (knownRule && (ofSettings.get(keyOfRule(knownRule)) ?? knownRule));
  };
}

function keyOfRule({ countryCode, law }: DeadlineRule): string {
  return lawKey({ countryCode, name: law });
}

function knownRuleOf(law: JudgedLaw): KnownRule | undefined {
  const country = COUNTRIES.find(({ isCountry }) => isCountry(countryOf(law)));
  return country?.rules.find(({ names }) => names.test(wordsIn(law.name)));
}

/** The threshold of a law among those that set a deadline; undefined where Vigía knows none. */
export function thresholdOf(
  deadlines: readonly Pick<Deadline, "law" | "countryCode">[],
): Threshold | undefined {
  return deadlines
    .map(({ law, countryCode }) => knownRuleOf({ name: law, countryCode })?.threshold)
    .find((threshold) => threshold !== undefined);
}

/** The contract calls both a country's; where the code is empty, its name tells. */
function countryOf({ countryCode, country = "" }: JudgedLaw): string {
  return isBlank(countryCode) ? country : countryCode;
}

/** The deadlines of laws that count by months, in the month after this one, earliest first. @param month `YYYY-MM` */
export function monthlyDeadlines(month: string, added: readonly DeadlineRule[]): string[] {
  const ruleOf = rulesByLaw(added);
  const rules = [...KNOWN_RULES, ...added].map((rule) => ruleOf({ ...rule, name: rule.law }) ?? rule);
  const dues = rules.map(({ within }) => deadlineOfMonth(month, within));
  return [...new Set(dues)].filter((due) => due !== NOTHING_DUE).sort();
}

/** When the notice of a month is due; `none` of a law that has no notice of a month. */
function deadlineOfMonth(month: string, within: DeadlineRule["within"]): string {
  switch (within.kind) {
    case "day-of-next-month":
      return dueInMonthAfter(month, within);
    case "hours":
      return NOTHING_DUE;
  }
}

/** The month, `YYYY-MM`, whose notice a deadline is about, on the law's own clock; undefined of a law that counts by hours. */
export function monthOfNotice({ dueAt, within }: Deadline): string | undefined {
  switch (within.kind) {
    case "day-of-next-month": {
      const day = clockOf(within.timeZone).day(dueAt) ?? dueAt;
      return addMonths(day.slice(0, "YYYY-MM".length), -1);
    }
    case "hours":
      return undefined;
  }
}

/** Settings name few time zones. */
const clocks = new Map<string, ZonedTimes>();

function clockOf(timeZone: string): ZonedTimes {
  const clock = clocks.get(timeZone) ?? zonedTimes("en", timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/** The deadlines of a transaction under some rules, the earliest first. @param countedFrom ISO 8601 */
export function deadlinesUnder(rules: readonly DeadlineRule[], countedFrom: string): Deadline[] {
  return rules
    .map(({ law, countryCode, within }) => ({ dueAt: dueBy(within, countedFrom), law, countryCode, within }))
    .filter(({ dueAt }) => dueAt !== NOTHING_DUE)
    .sort(earliestFirst);
}

/** Rules with those that are of another law. */
export function rulesWith(rules: readonly DeadlineRule[], later: readonly DeadlineRule[]): DeadlineRule[] {
  return [...rules, ...later.filter((rule) => !hasRuleOf(rules, rule))];
}

/** Reports whether some rules have one of the same law. */
export function hasRuleOf(
  rules: readonly Pick<DeadlineRule, "law" | "countryCode">[],
  { law, countryCode }: Pick<DeadlineRule, "law" | "countryCode">,
): boolean {
  return rules.some((rule) => rule.law === law && rule.countryCode === countryCode);
}

function earliestFirst(a: Deadline, b: Deadline): number {
  return compareTexts(a.dueAt, b.dueAt);
}

function dueBy(within: DeadlineRule["within"], countedFrom: string): string {
  switch (within.kind) {
    case "hours":
      return hoursAfter(countedFrom, within.hours);
    case "day-of-next-month": {
      const day = clockOf(within.timeZone).day(countedFrom) ?? countedFrom.slice(0, "YYYY-MM-DD".length);
      return dueInMonthAfter(day.slice(0, "YYYY-MM".length), within);
    }
  }
}

type DayOfNextMonth = Extract<DeadlineRule["within"], { kind: "day-of-next-month" }>;

function dueInMonthAfter(month: string, { day, timeZone }: DayOfNextMonth): string {
  const due = `${addMonths(month, 1)}-${String(day).padStart(2, "0")}`;
  return instantOf(`${due}T23:59:59.999`, timeZone) ?? NOTHING_DUE;
}

/** No transaction is older than the first blockchain. */
const FIRST_YEAR = Date.UTC(2009);

/** A block's own clock may be ahead by so much: Bitcoin takes two hours. */
const MOST_AHEAD_MS = 2 * 3_600_000;

/**
 * Time of a transaction. ISO 8601, UTC; undefined if the timestamp gives none: it is not a time, or one before the
 * year 2009 or more than two hours after the receipt.
 */
export function happenedAt(timestamp: string, receivedAt: string): string | undefined {
  const time = momentOf(timestamp);
  return time >= FIRST_YEAR && time <= Date.parse(receivedAt) + MOST_AHEAD_MS
    ? new Date(time).toISOString()
    : undefined;
}

/**
 * Until when the notice of a suspicion is due: Mexican law, under which officers record suspicions, is the only known one that has it.
 * ISO 8601.
 */
export function noticeDeadline(knownSince: string): string {
  return hoursAfter(knownSince, MEXICO.suspicionHours);
}

/** @param time ISO 8601 */
function hoursAfter(time: string, hours: number): string {
  return new Date(Date.parse(time) + hours * 3_600_000).toISOString();
}
