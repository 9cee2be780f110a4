/** Rules by which a case is due when a test says so. */

import { addMonths } from "../../lib/i18n/time/calendar.ts";
import { zonedTimes } from "../../lib/i18n/zoned-time.ts";
import type { DeadlineRule } from "../../lib/law/deadline-setting.ts";
import { deadlinesUnder } from "../../lib/law/deadlines.ts";

const MEXICO_CITY = "America/Mexico_City";
const HOUR_MS = 3_600_000;
const { day: dayOf } = zonedTimes("en", MEXICO_CITY);

/** Facts of a case's opening that decide when it is due. */
export interface CountedFacts {
  receivedAt: string;
  timestamp?: string | undefined;
}

/** A rule for LFPIORPI: by default the day of the next month that Vigía knows. */
export function lfpiorpi(
  within: DeadlineRule["within"] = { kind: "day-of-next-month", day: 17, timeZone: MEXICO_CITY },
): DeadlineRule {
  return { countryCode: "MX", law: "LFPIORPI", within, source: "art. 23", readOn: "2026-11-21" };
}

/**
 * What makes an opening due at a time, under LFPIORPI: a rule, and the first receipt where the deadline cannot be counted from its own facts.
 * @throws {Error} where no rule does
 */
export function factsDueAt(
  dueAt: string,
  { receivedAt, timestamp }: CountedFacts,
): { rules: DeadlineRule[]; firstReceivedAt?: string } {
  const countedFrom = timestamp ?? receivedAt;
  const day = Number((dayOf(dueAt) ?? "").slice("YYYY-MM-".length));
  const monthly = lfpiorpi({ kind: "day-of-next-month", day, timeZone: MEXICO_CITY });
  if (isDue(monthly, countedFrom)) return { rules: [monthly] };
  const monthBefore = `${addMonths((dayOf(dueAt) ?? "").slice(0, "YYYY-MM".length), -1)}-10T12:00:00.000Z`;
  if (timestamp === undefined && monthBefore <= receivedAt && isDue(monthly, monthBefore))
    return { rules: [monthly], firstReceivedAt: monthBefore };
  const hours = lfpiorpi({ kind: "hours", hours: (Date.parse(dueAt) - Date.parse(countedFrom)) / HOUR_MS });
  if (isDue(hours, countedFrom)) return { rules: [hours] };
  throw new Error(`No rule makes a case of ${countedFrom} due at ${dueAt}.`);

  function isDue(rule: DeadlineRule, from: string): boolean {
    return deadlinesUnder([rule], from)[0]?.dueAt === dueAt;
  }
}
