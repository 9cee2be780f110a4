/** Days and months of the calendar, as `YYYY-MM-DD` and `YYYY-MM`; moments as cases and steps hold them. */

import { isoTime } from "../../contract/iso-time.ts";

/** The day that is so many behind another; before it where they are negative. */
export function addDays(day: string, steps: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + steps);
  return time.toISOString().slice(0, 10);
}

/** The month that is so many behind another; before it where they are negative. */
export function addMonths(month: string, steps: number): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  time.setUTCMonth(time.getUTCMonth() + steps);
  return time.toISOString().slice(0, 7);
}

/** The same day of the month that is so many behind, or the last one of that month where it has no such day. */
export function addMonthsToDay(day: string, steps: number): string {
  const month = addMonths(day.slice(0, "YYYY-MM".length), steps);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice("YYYY-MM-".length)}`;
  return same < last ? same : last;
}

/** Reports whether a text is a moment in ISO 8601, UTC, with milliseconds and a year of four digits. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Reports whether a time names no zone, so that its moment is unknown. */
export function lacksZone(time: string): boolean {
  return isoTime(time)?.hasZone === false;
}

/** Reads a time of ISO 8601 that others wrote, into milliseconds since 1970; UTC if it names no zone, NaN if it is not a time. */
export function momentOf(time: string): number {
  return isoTime(time)?.time ?? Number.NaN;
}

const MINUTE_MS = 60_000;

/** `Date.parse` takes far more for a time: "2" is a day in February. */
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;

/**
 * The moment of a local time; of one that the clocks skip, the first after it.
 * @param local `2026-03-01T18:30`, with seconds or without
 * @param timeZone as in `America/Mexico_City`
 * @returns ISO 8601 in UTC; undefined where the text names no time
 */
export function instantOf(local: string, timeZone: string): string | undefined {
  if (!LOCAL.test(local)) return undefined;
  const asUtc = Date.parse(`${local}Z`);
  // A 30th of February is read as a day of March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local.slice(0, 16))) return undefined;
  return new Date(placed(asUtc, timeZone).time).toISOString();
}

/** Reports whether the clocks of a time zone skip a local time, here given as if its zone were UTC. */
export function isSkippedTime(local: Date, timeZone: string): boolean {
  return placed(local.getTime(), timeZone).isSkipped;
}

function placed(asUtc: number, timeZone: string): { time: number; isSkipped: boolean } {
  // The second time with the offset of the moment itself, where the clocks change in between.
  const close = asUtc - offsetAt(asUtc, timeZone);
  const time = asUtc - offsetAt(close, timeZone);
  const isSkipped = time + offsetAt(time, timeZone) !== asUtc;
  return { time: isSkipped ? Math.max(close, time) : time, isSkipped };
}

const DAY_MS = 24 * 60 * MINUTE_MS;

/** A stretch of local time, each end given as if its zone were UTC. */
interface LocalSpan {
  from: Date;
  until: Date;
}

/** The days within a year after a moment in which the clocks of a time zone go forward. */
export function daysOfSkippedTime(timeZone: string, after: Date): LocalSpan[] {
  const ends = Array.from({ length: 367 }, (_, day) => {
    const time = after.getTime() + day * DAY_MS;
    return { time, offset: offsetAt(time, timeZone) };
  });
  return ends.flatMap(({ time, offset }, index) => {
    const next = ends[index + 1];
    if (next === undefined || next.offset <= offset) return [];
    return [{ from: new Date(time + offset), until: new Date(next.time + next.offset) }];
  });
}

/** Formats by time zone: to make one takes ten times as long as to use it. */
const OFFSETS = new Map<string, Intl.DateTimeFormat>();

/** Offset of a time zone from UTC at a moment, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const format =
    OFFSETS.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  OFFSETS.set(timeZone, format);
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** Reports whether a name is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return /^[A-Z]/.test(name);
  } catch {
    return false;
  }
}
