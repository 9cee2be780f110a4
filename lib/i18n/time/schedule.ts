/** EventBridge Scheduler's expressions, read as it reads them: what is valid, and when the next runs are. */

import { Cron } from "croner";
import { daysOfSkippedTime, isSkippedTime } from "./calendar.ts";

const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * The next runs of `cron(…)` or `rate(…)` after `from`, in a time zone; none where the expression is not valid or lies
 * in the past altogether.
 */
export function nextRuns(expression: string, timeZone: string, count: number, from = new Date()): Date[] {
  const [, kind, inside = ""] = /^(cron|rate)\(([^()]*)\)$/.exec(expression) ?? [];
  if (kind === "rate") return rateRuns(inside, count, from);
  if (kind === "cron") return cronRuns(inside, timeZone, count, from);
  return [];
}

/** A year that is like every other: the same schedule makes the same template on any day. */
const A_YEAR = new Date("2026-01-01T00:00:00Z");

/**
 * The longest time that a schedule plans between two runs within some four hundred, in milliseconds; undefined where there are no two.
 * The days on which the clocks change count as every other: none makes the whole year wait.
 */
export function longestGapMs(expression: string): number | undefined {
  const runs = nextRuns(expression, "UTC", 400, A_YEAR).map((run) => run.getTime());
  const gaps = runs.slice(1).map((run, index) => run - (runs[index] ?? run));
  return gaps.length === 0 ? undefined : Math.max(...gaps);
}

const HOUR_MS = 3_600_000;

/** More than there are in the day in which a time is skipped, if a schedule runs each minute. */
const RUNS_OF_A_DAY = 1_600;

/**
 * The next local time, as `2027-03-14T02:30`, of a run within a year that there will not be, since the clocks skip it; undefined where
 * there is none. What runs again within an hour misses nothing.
 */
export function nextSkippedRun(expression: string, timeZone: string, after: Date): string | undefined {
  // A rate knows no clock.
  if (!expression.startsWith("cron(")) return undefined;
  for (const { from, until } of daysOfSkippedTime(timeZone, after)) {
    const planned = nextRuns(expression, "UTC", RUNS_OF_A_DAY, new Date(from.getTime() - 1));
    const skipped = planned.find((run, index) => {
      const next = planned[index + 1];
      const isAlone = next === undefined || next.getTime() - run.getTime() > HOUR_MS;
      return run < until && isAlone && isSkippedTime(run, timeZone);
    });
    if (skipped !== undefined) return skipped.toISOString().slice(0, 16);
  }
  return undefined;
}

function rateRuns(inside: string, count: number, from: Date): Date[] {
  const [, value, unit = ""] = /^([1-9]\d{0,5}) (minute|hour|day)s?$/.exec(inside) ?? [];
  const interval = Number(value) * (UNIT_MS[unit] ?? Number.NaN);
  if (Number.isNaN(interval)) return [];
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + (index + 1) * interval));
}

/** The least and the greatest number of minutes, hours, days of the month, months, days of the week and years. */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [1, 7],
  [1970, 2199],
] as const;

/** Reports whether each field has values of EventBridge alone: croner takes 8 for Sunday as well, and later years. */
function areInRange(fields: readonly string[]): boolean {
  return RANGES.every(([least, greatest], index) => {
    // Steps, and which week of the month, are no values of their field.
    const values = fields[index]?.replaceAll(/[/#]\d+/g, "").match(/\d+/g) ?? [];
    return values.every((value) => Number(value) >= least && Number(value) <= greatest);
  });
}

function cronRuns(inside: string, timeZone: string, count: number, from: Date): Date[] {
  const fields = inside.trim().split(/\s+/);
  const [, , dayOfMonth, , dayOfWeek] = fields;
  // EventBridge refuses a cron expression in which not exactly one of the two days, and nothing else, is left open.
  const open = fields.filter((field) => field.includes("?"));
  if (fields.length !== 6 || open.length !== 1 || (dayOfMonth !== "?" && dayOfWeek !== "?")) return [];
  if (!areInRange(fields)) return [];
  try {
    // EventBridge has no seconds, has a year, and counts Sunday as 1.
    const cron = new Cron(`0 ${fields.join(" ")}`, {
      mode: "7-part",
      alternativeWeekdays: true,
      // `0/15` is every 15 from 0.
      sloppyRanges: true,
      timezone: timeZone,
      paused: true,
    });
    // EventBridge skips a time that the clocks of the zone skip; croner moves it.
    return cron.nextRuns(count, from).filter((run) => cron.match(run));
  } catch {
    return [];
  }
}
