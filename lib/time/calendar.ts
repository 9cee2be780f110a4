/** Days and months of the calendar, as `YYYY-MM-DD` and `YYYY-MM`; moments as cases and steps hold them. */

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

/** Reports whether a text is a moment in ISO 8601, UTC, with milliseconds and a year of four digits. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;

/** Reports whether a time names no zone, so that its moment is unknown. */
export function lacksZone(time: string): boolean {
  return WITHOUT_ZONE.test(time);
}

/** Parses a time that others wrote, into milliseconds since 1970; UTC if it names no zone, NaN if it is not a time. */
export function momentOf(time: string): number {
  // By itself, a time without a zone is one of the machine's.
  return Date.parse(lacksZone(time) ? `${time.replace(",", ".")}Z` : time);
}
