/** Times of ISO 8601, in more of its forms than `Date.parse` reads, and in no other: "2" is a day in February to that. */

import { isCalendarDate } from "./calendar-date.ts";

/**
 * A calendar date and a time of day, in the extended or the basic form; a space may stand for the T and before the zone, as many
 * programs write it.
 */
const FORM =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?:(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)?)? ?(?:(Z)|([+\u2212-])(\d\d):?(\d\d)?)?$/i;

/** Milliseconds since 1970, of a time without a zone as if it were UTC; undefined where a text is no such time. */
export function isoTime(text: string): { time: number; hasZone: boolean } | undefined {
  const parts = FORM.exec(text);
  if (parts === null) return undefined;
  const [, year, , month, day, hour, , minute = "00", second = "00", fraction = "0", ...zone] = parts;
  const [utc, sign, hours = "00", minutes = "00"] = zone;
  const date = `${year}-${month}-${day}`;
  const offset = sign === undefined ? "Z" : `${sign.replace("\u2212", "-")}${hours}:${minutes}`;
  const time = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction}${offset}`);
  if (Number.isNaN(time) || !isCalendarDate(date)) return undefined;
  return { time, hasZone: (utc ?? sign) !== undefined };
}
