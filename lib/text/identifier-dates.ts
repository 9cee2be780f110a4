/** Dates as Mexico's identifiers of persons carry them: two digits each for year, month and day. */

import { isCalendarDate } from "../contract/calendar-date.ts";

/** Whether `YYMMDD` is a day of the century that begins with `19` or `20`. */
function isDayOf(century: "19" | "20", text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  return isCalendarDate(`${century}${year}-${month}-${day}`);
}

/** Whether `YYMMDD` is a day of this century or the last; of one alone where it is named. */
export function isDate(text: string, century?: "19" | "20"): boolean {
  return century === undefined ? isDayOf("19", text) || isDayOf("20", text) : isDayOf(century, text);
}

/** `1956-12-31` as `561231`. */
export function shortDate(date: string): string {
  return date.slice(2).replaceAll("-", "");
}
