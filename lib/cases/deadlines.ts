/** What a country's law demands of the company, and until when. A help to remember: counsel must confirm all of it. */

import { zonedTimes } from "../i18n/zoned-time.ts";
import type { DeadlineRule } from "../settings/deadline-rule.ts";
import { isSameName } from "../text/cleaning.ts";
import { monthBeside } from "../time/calendar.ts";
import { instantOf } from "../time/zoned-instant.ts";
import { NOTHING_DUE } from "./state.ts";
import type { Deadline } from "./step.ts";

/** What Vigía knows; settings replace or add. */
const KNOWN_RULES: readonly DeadlineRule[] = [
  {
    countryCode: "MX",
    law: "LFPIORPI",
    within: { dayOfNextMonth: 17, timeZone: "America/Mexico_City" },
    source:
      "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita, art. 23",
    readOn: "2026-11-21",
  },
];

/** What a deadline is counted from. */
export interface Judged {
  /** The laws that speak against it. */
  laws: readonly { name: string; countryCode: string }[];
  /** When the transaction happened, as it was sent. */
  timestamp?: string | undefined;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** The rules that apply to what breaks these laws. @param added those of the settings, which stand before ours */
export function rulesFor(laws: Judged["laws"], added: readonly DeadlineRule[]): DeadlineRule[] {
  const found = laws.flatMap((law) => [...added, ...KNOWN_RULES].find((rule) => isOf(rule, law)) ?? []);
  return [...new Set(found)];
}

function isOf(rule: DeadlineRule, law: Judged["laws"][number]): boolean {
  return isSameName(rule.countryCode, law.countryCode) && isSameName(rule.law, law.name);
}

/** How many deadlines of one case are kept: the earliest ones. */
const MOST_DEADLINES = 10;

/** Everything that is due about what was judged, the first first; nothing where no deadline is known. */
export function deadlinesOf(judged: Judged, added: readonly DeadlineRule[]): Deadline[] {
  return rulesFor(judged.laws, added)
    .map((rule) => ({ dueAt: dueBy(rule, judged), law: rule.law, countryCode: rule.countryCode }))
    .filter(({ dueAt }) => dueAt !== NOTHING_DUE)
    .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
    .slice(0, MOST_DEADLINES);
}

/**
 * The first moment at which something is due that was still to come when it was received; where all had passed, the first of
 * all. `none` where no deadline is known.
 */
export function lawDueOf(deadlines: readonly Deadline[], receivedAt: string): string {
  const all = deadlines.map(({ dueAt }) => dueAt).sort();
  return all.find((due) => due >= receivedAt) ?? all[0] ?? NOTHING_DUE;
}

/** The same of what was judged. */
export function dueOf(judged: Judged, added: readonly DeadlineRule[]): string {
  return lawDueOf(deadlinesOf(judged, added), judged.receivedAt);
}

function dueBy({ within }: DeadlineRule, { timestamp = "", receivedAt }: Judged): string {
  const happened = happenedAt(timestamp, receivedAt);
  if ("hours" in within) return new Date(Date.parse(happened) + within.hours * 3_600_000).toISOString();
  const { dayOfNextMonth, timeZone } = within;
  const day = zonedTimes("en", timeZone).day(happened) ?? happened.slice(0, 10);
  const due = `${monthBeside(day.slice(0, 7), 1)}-${String(dayOfNextMonth).padStart(2, "0")}`;
  return instantOf(`${due}T23:59:59.999`, timeZone) ?? NOTHING_DUE;
}

/** A timestamp that is no time, or one after the receipt, says nothing about when it happened: the receipt does. */
function happenedAt(timestamp: string, receivedAt: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) || time > Date.parse(receivedAt) ? receivedAt : new Date(time).toISOString();
}
