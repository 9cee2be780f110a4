/** EventBridge Scheduler's expressions, read as it reads them: what is valid, and when the next runs are. */

import { Cron } from "croner";

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

/** The longest time between two runs within some four hundred, in milliseconds; undefined where there are no two. */
export function longestGapMs(expression: string, timeZone: string): number | undefined {
  const runs = nextRuns(expression, timeZone, 400, A_YEAR).map((run) => run.getTime());
  const gaps = runs.slice(1).map((run, index) => run - (runs[index] ?? run));
  return gaps.length === 0 ? undefined : Math.max(...gaps);
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
