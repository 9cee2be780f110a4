/** Times for people: in their time zone, which is named, in the form of their language. */

import { TIMES } from "./catalogue/common.ts";
import type { Language } from "./catalogue/language.ts";
import { LOCALES } from "./catalogue/texts.ts";
import { addDays, instantOf, lacksZone, momentOf } from "./time/calendar.ts";

const PARTS: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZoneName: "shortOffset",
};

export interface ZonedTimes {
  /**
   * A time in ISO 8601 as it is in the time zone, which is named; undefined where the text names no moment since 1970. One without a zone
   * is taken for UTC, and says that it had none.
   */
  time(iso: string): string | undefined;
  /** The same; where the text names none the text itself. @param knownOffset what readers know already: a zone with this offset is left out */
  moment(iso: string, knownOffset?: string): string;
  /** The same to the minute, without its zone, and with its year where that is another: for lists. */
  short(iso: string, now?: number): string | undefined;
  /** Day and month in the time zone, with the year where that is another: for lists and charts. */
  shortDay(iso: string, now?: number): string | undefined;
  /** The same on the clock of the time zone alone, `YYYY-MM-DD HH:MM:SS`: for cells that hold times. */
  onTheClock(iso: string): string | undefined;
  /** How far the time zone is from UTC at a time, as in `UTC-6`; empty where the text names none. */
  offset(iso: string): string;
  /** The calendar day in the time zone, `YYYY-MM-DD`; undefined where the text names none. */
  day(iso: string): string | undefined;
  /** Beginning of a day `YYYY-MM-DD`, or of the day some days later, in the time zone: ISO 8601 in UTC. */
  startOf(day: string, daysLater?: number): string;
  /** A day `YYYY-MM-DD` in words. */
  inWords(day: string): string;
  /** A month `YYYY-MM` in words. */
  monthInWords(month: string): string;
}

export function zonedTimes(language: Language, timeZone: string): ZonedTimes {
  const parts = new Intl.DateTimeFormat("en-US", { ...PARTS, timeZone });
  // Days are counted in UTC once they are days.
  const words = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" });
  const months = new Intl.DateTimeFormat(LOCALES[language], {
    ...({ year: "numeric", month: "long", timeZone: "UTC" } as const),
  });
  const inLists = (more: Intl.DateTimeFormatOptions) => {
    const all = { day: "numeric", month: "short", timeZone, ...more } as const;
    const ofThisYear = new Intl.DateTimeFormat(LOCALES[language], all);
    const ofAnother = new Intl.DateTimeFormat(LOCALES[language], { ...all, year: "numeric" });
    return (iso: string, now = Date.now()) => {
      const year = yearOf(iso);
      if (year === undefined) return undefined;
      return (year === yearOf(new Date(now).toISOString()) ? ofThisYear : ofAnother).format(momentOf(iso));
    };
  };
  const yearOf = (iso: string) => read(iso)?.day.slice(0, 4);
  const inWords = (day: string) => words.format(new Date(`${day}T00:00:00Z`));

  function read(iso: string) {
    const time = momentOf(iso);
    // Before 1970 zones have offsets of minutes and seconds, and the year 0 is written as 1: no transaction is of then.
    if (!(time >= 0)) return undefined;
    const values = new Map(parts.formatToParts(time).map(({ type, value }) => [type, value]));
    return {
      day: `${values.get("year")?.padStart(4, "0")}-${values.get("month")}-${values.get("day")}`,
      clock: `${values.get("hour")}:${values.get("minute")}:${values.get("second")}`,
      // `GMT-6`; of UTC itself `GMT` or `GMT+0`.
      zone: (values.get("timeZoneName") ?? "").replace(/^GMT(\+0$)?/, "UTC"),
    };
  }

  function time(iso: string, knownOffset?: string): string | undefined {
    const moment = read(iso);
    if (moment === undefined) return undefined;
    const { day, clock, zone } = moment;
    const shown = zone === knownOffset ? [] : [zone];
    const doubts = lacksZone(iso) ? [TIMES.noZone[language]] : [];
    if (language === "es") {
      const remarks = [...shown, ...doubts].join("; ");
      return `${inWords(day)}, ${clock}${remarks && ` (${remarks})`}`;
    }
    return [day, clock, ...shown, ...doubts.map((doubt) => `(${doubt})`)].join(" ");
  }

  return {
    time: (iso) => time(iso),
    moment: (iso, knownOffset) => time(iso, knownOffset) ?? iso,
    short: inLists({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    shortDay: inLists({}),
    offset: (iso) => read(iso)?.zone ?? "",
    day: (iso) => read(iso)?.day,
    onTheClock(iso) {
      const moment = read(iso);
      return moment && `${moment.day} ${moment.clock}`;
    },
    startOf(day, daysLater = 0) {
      const wanted = addDays(day, daysLater);
      return instantOf(`${wanted}T00:00`, timeZone) ?? wanted;
    },
    inWords,
    monthInWords: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
  };
}
