/** Deadlines that a law sets for a company, in settings and environments. */

import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { isTimeZone } from "../time/calendar.ts";

/** A month of every year has it. */
const LAST_DAY = 28;
/** A year. */
const MOST_HOURS = 366 * 24;

/** Matched by country code and law name, their case ignored. */
export const deadlineRule = lazySchema(() =>
  z.strictObject({
    /** ISO 3166 alpha-2. */
    countryCode: z
      .string()
      .check(z.regex(/^[A-Za-z]{2}$/, { error: "expected the two letters of a country" })),
    law: z.string().check(z.minLength(1)),
    /**
     * `dayOfNextMonth`: the end of that day of the month after the transaction's, by the clock of the time zone, never moved
     * for weekends or holidays; `hours`: so long after the transaction.
     */
    within: z.union([
      z.strictObject({
        dayOfNextMonth: z.int().check(z.minimum(1), z.maximum(LAST_DAY)),
        timeZone: z
          .string()
          .check(z.refine(isTimeZone, { error: "expected a time zone such as America/Mexico_City" })),
      }),
      z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(MOST_HOURS)) }),
    ]),
    /** Source of the rule. */
    source: z.string().check(z.minLength(1)),
    /** The day on which the source was read, `YYYY-MM-DD`. */
    readOn: z.iso.date(),
  }),
);
export type DeadlineRule = z.infer<typeof deadlineRule>;
