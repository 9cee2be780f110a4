/** Counts the days of every project, page by page, for as long as there is time. Another call counts the rest. */

import * as z from "zod/mini";
import type { ZonedTimes } from "../i18n/zoned-time.ts";
import { expiryOf } from "../tables/expiry.ts";
import { addDays } from "../time/calendar.ts";
import { contentPlace, type DayContents } from "./day-contents.ts";
import { type DayCount, dayCount, sumDays } from "./day-count.ts";
import { DayCounter } from "./day-counter.ts";
import type { DayStore } from "./days.ts";
import type { TouchedDays } from "./touched-days.ts";

/** A day of which a part is counted. */
const begunDay = z.object({
  projectId: z.number(),
  day: z.string(),
  countedAt: z.string(),
  /** Counts of everything before `place`. */
  count: dayCount,
  place: contentPlace,
});
type BegunDay = z.infer<typeof begunDay>;

/** Most calls that one night's counting may take: only a mistake needs more. */
const MOST_CALLS = 200;

/** Input of the function: empty from the schedule, and from itself the place to go on. */
export const countEvent = z.object({
  /** Beginning of this night's counting, ISO 8601 in UTC. */
  begun: z.optional(z.string()),
  /** Number of calls before this one. */
  calls: z._default(z.int().check(z.maximum(MOST_CALLS)), 0),
  day: z.optional(begunDay),
});
export type CountEvent = z.infer<typeof countEvent>;

export interface CountingTools extends DayTools {
  days: Pick<DayStore, "countedAt" | "put">;
  contents: Pick<DayContents, "page">;
  projectIds: readonly number[];
  timeZone: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * @param until when no more is begun, in milliseconds since 1970
 * @returns what to go on with; undefined where all is counted
 */
export async function countDays(
  event: CountEvent,
  tools: CountingTools,
  until: number,
): Promise<CountEvent | undefined> {
  const begun = event.begun ?? new Date(tools.now()).toISOString();
  const goOn = (day?: BegunDay): CountEvent => ({ begun, calls: event.calls + 1, day });
  let left = event.day === undefined ? undefined : await countDay(event.day, tools, until);
  if (left !== undefined) return goOn(left);
  for (const projectId of tools.projectIds) {
    for (const day of await daysToCount(projectId, begun, tools)) {
      if (tools.now() >= until) return goOn();
      left = await countDay(beginning(projectId, day, tools), tools, until);
      if (left !== undefined) return goOn(left);
    }
  }
  return undefined;
}

function beginning(projectId: number, day: string, { now }: CountingTools): BegunDay {
  const countedAt = new Date(now()).toISOString();
  return { projectId, day, countedAt, count: sumDays([]), place: { partition: 0 } };
}

/** Counts a day and keeps it. @returns where it goes on; undefined where it is kept */
async function countDay(
  { projectId, day, countedAt, count, place }: BegunDay,
  tools: CountingTools,
  until: number,
): Promise<BegunDay | undefined> {
  const { contents, days, zone, timeZone, retentionYears } = tools;
  const [from, to] = [zone.startOf(day), zone.startOf(day, 1)];
  const counter = new DayCounter(zone.day, countedAt);
  const counted = (): DayCount => sumDays([count, counter.count()]);
  let next: BegunDay["place"] | undefined = place;
  while (next !== undefined) {
    // At least one page is read by each call.
    const page = await contents.page({ projectId, from, to }, next);
    counter.addPage(page);
    next = page.next;
    if (next !== undefined && tools.now() >= until)
      return { projectId, day, countedAt, count: counted(), place: next };
  }
  await days.put({ projectId, day, timeZone, countedAt, count: counted() }, new Date(from), retentionYears);
  return undefined;
}

const MINUTE_MS = 60_000;

/** SQS keeps what was received for fourteen days at most, and these are counted until all of it is there. */
const LAST_DAYS = 15;

/**
 * A step has the time at which its form was opened, and an index lags behind its table. The 24 hours of a suspicion end a day
 * later: a notice that is not recorded by then is missing, so the day is counted again.
 */
const MARGIN_MS = (24 * 60 + 15) * MINUTE_MS;

interface DayTools {
  days: Pick<DayStore, "countedAt">;
  touched: Pick<TouchedDays, "since">;
  zone: Pick<ZonedTimes, "day" | "startOf">;
  retentionYears: number;
}

/**
 * The days of a project that are to be counted, the newest first.
 * @param begun when this night's counting began, ISO 8601 in UTC; what was counted since is not counted again
 */
async function daysToCount(
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
  return Array.from({ length: LAST_DAYS }, (_, index) => addDays(today, -(index + 1)));
}

/** Reports whether notifications of a day may have expired: its earlier count is then final. */
function isForgotten(
  day: string,
  now: string,
  { zone, retentionYears }: Pick<DayTools, "zone" | "retentionYears">,
): boolean {
  return expiryOf(new Date(zone.startOf(day)), retentionYears) * 1_000 <= Date.parse(now);
}
