/** Times at which reminders are due, and the key of each: the same for every reader at any time. */

import { onceAlertId } from "../alerts/alerts.ts";
import type { SuspectedCase } from "../cases/undecided-cases.ts";
import { zonedTimes } from "../i18n/zoned-time.ts";
import { instantOf } from "../time/calendar.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours, of the 24 that the law leaves from a suspicion on, after which a reminder goes out, the last first. */
const SUSPICION_HOURS = [20, 12] as const;

/** The first moment at which a suspicion is worth looking at: since before then. ISO 8601. */
export function suspectedBefore(now: Date): string {
  return new Date(now.getTime() - Math.min(...SUSPICION_HOURS) * HOUR_MS + 1).toISOString();
}

/**
 * Key of the reminder that a suspicion is due: of 12 and 20 hours the last one that has passed; undefined if
 * neither has. As that of a day's message it has a day's nine o'clock, and not the suspicion's moment.
 */
export function suspicionReminderId(
  { subject, opened, projectId, knownSince }: SuspectedCase,
  now: Date,
  timeZone: string,
): string | undefined {
  const since = Date.parse(knownSince);
  const hours = SUSPICION_HOURS.find((after) => since + after * HOUR_MS <= now.getTime());
  if (hours === undefined) return undefined;
  const { at } = reminderDay(new Date(since + hours * HOUR_MS), timeZone);
  return onceAlertId(projectId, at, `suspicion#${hours}#${knownSince}#${subject}#${opened}`);
}

/** The hour of the day, in the officers' time zone, from which on the message of the day goes out. */
const REMINDER_CLOCK = "09:00";

/** A day's messages. */
interface ReminderDay {
  /** Its nine o'clock: ISO 8601, UTC. */
  at: string;
  /** True if it is over, so that only reminders that were begun on it are finished. */
  isOver: boolean;
}

/** The day whose messages are due: today from nine o'clock on, and yesterday before. */
export function reminderDay(now: Date, timeZone: string): ReminderDay {
  const { day } = zonedTimes("en", timeZone);
  const nineOf = (time: number) =>
    instantOf(`${day(new Date(time).toISOString())}T${REMINDER_CLOCK}`, timeZone);
  const today = nineOf(now.getTime()) ?? now.toISOString();
  if (today <= now.toISOString()) return { at: today, isOver: false };
  // Half a day before nine o'clock is yesterday, also where the clocks are changed in between.
  return { at: nineOf(Date.parse(today) - DAY_MS / 2) ?? today, isOver: true };
}

/** Key of a day's message. */
export function dayReminderId(
  projectId: number,
  kind: "reminder" | "escalation",
  { at }: ReminderDay,
): string {
  return onceAlertId(projectId, at, kind);
}
