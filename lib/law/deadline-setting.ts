/** Deadlines that a law sets for a company, in settings and environments. */

import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { isTimeZone } from "../i18n/time/calendar.ts";
import type { Threshold } from "./threshold.ts";

/** A month of every year has it. */
const LAST_DAY = 28;
/** A year. */
const MOST_HOURS = 366 * 24;

/** Reports whether a text is the code of a country, in any case, and not another name of one, such as UK. */
function isCountryCode(code: string): boolean {
  const { region = "" } = new Intl.Locale(`und-${code}`);
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return region === code.toUpperCase() && names.of(region) !== undefined;
}

/** Matched by country code and law name, their case ignored. */
export const deadlineRule = lazySchema(() =>
  z.strictObject({
    countryCode: z.string().check(
      z.regex(/^[A-Za-z]{2}$/, { error: "expected the two letters of a country", abort: true }),
      z.refine(isCountryCode, {
        error: "expected a country's code of ISO 3166, such as MX, and GB for the United Kingdom",
      }),
      z.describe("Country of the law, a code of ISO 3166 such as MX."),
    ),
    law: z
      .string()
      .check(
        z.minLength(1),
        z.describe(
          "Name of the law as the service writes it, in any case. LFPIORPI replaces Vigía's rule under all names of that law, another of its names under that one alone.",
        ),
      ),
    within: z
      .discriminatedUnion("kind", [
        z.strictObject({
          kind: z.literal("day-of-next-month"),
          day: z
            .int()
            .check(
              z.minimum(1),
              z.maximum(LAST_DAY),
              z.describe(
                "Day of the month after the transaction's, at whose end it is due; never moved for weekends or holidays.",
              ),
            ),
          timeZone: z
            .string()
            .check(
              z.refine(isTimeZone, { error: "expected a time zone such as America/Mexico_City" }),
              z.describe("Time zone of that day."),
            ),
        }),
        z.strictObject({
          kind: z.literal("hours"),
          hours: z
            .int()
            .check(z.minimum(1), z.maximum(MOST_HOURS), z.describe("Hours after the transaction.")),
        }),
      ])
      .check(z.describe("Time to file, by its `kind`.")),
    source: z
      .string()
      .check(z.minLength(1), z.describe("Source of the rule, such as counsel's letter. The case shows it.")),
    readOn: z.iso
      .date({ error: "expected a date as YYYY-MM-DD" })
      .check(z.describe("Day on which the source was read, as 2026-02-01.")),
  }),
);
export type DeadlineRule = z.infer<typeof deadlineRule>;

/** A rule that Vigía knows, with every name that its law goes by. */
export interface KnownRule extends DeadlineRule {
  /** One of its names in the words of a longer one, as `wordsIn` gives them. */
  names: RegExp;
  /** From what amount on it demands a notice; absent where it demands one of every operation. */
  threshold?: Threshold;
}

/** The laws of a country, as Vigía knows them. */
export interface CountryLaws {
  /** Reports whether a country's code or name is this one's. */
  isCountry(country: string): boolean;
  rules: readonly KnownRule[];
  /** Hours that its law leaves for a notice from the knowledge or suspicion of a crime on. */
  suspicionHours: number;
}
