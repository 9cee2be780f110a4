/** Local times as moments: times that a person writes by the clock of their time zone. */

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
  // The second time with the offset of the moment itself, where the clocks change in between.
  const close = asUtc - offsetAt(asUtc, timeZone);
  const time = asUtc - offsetAt(close, timeZone);
  const isSkipped = time + offsetAt(time, timeZone) !== asUtc;
  return new Date(isSkipped ? Math.max(close, time) : time).toISOString();
}

/** By time zone: to make one takes ten times as long as to use it. */
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
