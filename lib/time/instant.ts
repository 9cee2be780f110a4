/** Moments as cases and steps hold them: in one form, which sorts by time. */

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
