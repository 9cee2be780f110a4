/** The days that briefs are of, and under which key each is known: the same for whoever looks, whenever. */

import { onceAlertId } from "../alerts/alerts.ts";
import { zonedTimes } from "../i18n/zoned-time.ts";
import { NO_PROJECT } from "../notifications/notification-keys.ts";
import { dayBeside } from "../time/calendar.ts";
import { instantOf } from "../time/zoned-instant.ts";

/** When the brief of a day is due: on the next day, by the clock of the officers. */
export const BRIEF_CLOCK = "08:00";

/** How many days are caught up at most. */
const MOST_DAYS = 7;

/** How far back it is looked for a brief that went out: after more days without any there have been none before. */
const LOOKED_BACK = 60;

/**
 * A day is over for its brief this long after it ended: clocks of functions differ, and an index is a little behind its
 * table. At eight o'clock it is over by far.
 */
const SETTLED_MS = 15 * 60_000;

/** A day where the officers are. */
export interface BriefDay {
  /** `YYYY-MM-DD`. */
  day: string;
  /** When it began and ended, ISO 8601 in UTC. */
  from: string;
  to: string;
  /** What its brief is recorded under. */
  id: string;
}

/** The last days that are over, the oldest first: those whose briefs are caught up. */
export function lastDays(now: Date, timeZone: string): BriefDay[] {
  return daysBack(now, timeZone, { most: MOST_DAYS, least: 1 });
}

/** Those before them, whose briefs are not sent any more. */
export function daysBefore(now: Date, timeZone: string): BriefDay[] {
  return daysBack(now, timeZone, { most: MOST_DAYS + LOOKED_BACK, least: MOST_DAYS + 1 });
}

/** @param range how many days ago the first and the last one was */
function daysBack(now: Date, timeZone: string, { most, least }: { most: number; least: number }): BriefDay[] {
  const zone = zonedTimes("en", timeZone);
  const settled = new Date(now.getTime() - SETTLED_MS).toISOString();
  const today = zone.day(settled) ?? settled.slice(0, "YYYY-MM-DD".length);
  return Array.from({ length: most - least + 1 }, (_, index) => {
    const [day, next] = [dayBeside(today, index - most), dayBeside(today, index - most + 1)];
    const to = zone.startOf(next);
    const due = instantOf(`${next}T${BRIEF_CLOCK}`, timeZone) ?? to;
    // A brief is of all projects, whichever of them is the first: it is recorded under none.
    return { day, from: zone.startOf(day), to, id: onceAlertId(NO_PROJECT, due, `brief#${day}`) };
  });
}

/**
 * The days whose brief is owed, the oldest first: those that did not go out since there are briefs, and the last one. What
 * was before the first one that was begun was before there were briefs.
 * @param states how the record of each day's brief stands; undefined where none was begun
 * @param isBegunBefore whether one was begun before all of these days
 */
export function owedDays<Day>(
  days: readonly Day[],
  states: readonly (string | undefined)[],
  isBegunBefore: boolean,
): Day[] {
  const first = isBegunBefore ? 0 : states.findIndex((state) => state !== undefined);
  const since = first === -1 ? days.length - 1 : first;
  return days.filter((_, index) => index >= since && states[index] !== "sent");
}
