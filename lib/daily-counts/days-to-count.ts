/** Which days of a project are counted: the last ones each night, and older ones that were touched since they were counted. */

import type { ZonedTimes } from "../i18n/zoned-time.ts";
import { expiryOf } from "../tables/expiry.ts";
import { dayBeside } from "../time/calendar.ts";
import type { DayStore } from "./days.ts";
import type { TouchedDays } from "./touched-days.ts";

const MINUTE_MS = 60_000;

/** SQS keeps what was received for fourteen days at most, and these are counted until all of it is there. */
const LAST_DAYS = 15;

/**
 * A step bears the time of its form, and indexes are behind their tables. The 24 hours of a suspicion that it leaves without a
 * notice end a day later, after which the notice is missing: the day is counted then, too.
 */
const MARGIN_MS = (24 * 60 + 15) * MINUTE_MS;

export interface DayTools {
  days: Pick<DayStore, "countedAt">;
  touched: Pick<TouchedDays, "since">;
  zone: Pick<ZonedTimes, "day" | "startOf">;
  retentionYears: number;
}

/**
 * The days of a project that are to be counted, the newest first.
 * @param begun when this night's counting began, ISO 8601 in UTC; what was counted since is not counted again
 */
export async function daysToCount(
  projectId: number,
  begun: string,
  { days, touched, zone, retentionYears }: DayTools,
): Promise<string[]> {
  const last = lastDays(begun, zone);
  const oldest = last.at(-1) ?? "";
  /** Since when each day has to have been counted. */
  const wanted = new Map(last.map((day) => [day, begun]));
  for await (const { receivedAt, at } of touched.since(projectId, zone.startOf(oldest))) {
    const day = zone.day(receivedAt);
    if (day === undefined || day >= oldest || isForgotten(day, begun, { zone, retentionYears })) continue;
    const since = new Date(Date.parse(at) + MARGIN_MS).toISOString();
    if (since > (wanted.get(day) ?? "")) wanted.set(day, since);
  }
  const all = [...wanted.keys()].sort().reverse();
  const counted = await days.countedAt(projectId, { from: all.at(-1) ?? "", to: all[0] ?? "" });
  return all.filter((day) => {
    const countedAt = counted.get(day) ?? "";
    return countedAt < begun && countedAt < (wanted.get(day) ?? "");
  });
}

/** The last days that are over, the newest first. */
function lastDays(now: string, zone: DayTools["zone"]): string[] {
  const today = zone.day(now) ?? now;
  return Array.from({ length: LAST_DAYS }, (_, index) => dayBeside(today, -(index + 1)));
}

/** Whether notifications of a day may have expired: what was counted of it then is all that will be known. */
function isForgotten(
  day: string,
  now: string,
  { zone, retentionYears }: Pick<DayTools, "zone" | "retentionYears">,
): boolean {
  return expiryOf(new Date(zone.startOf(day)), retentionYears) * 1_000 <= Date.parse(now);
}
