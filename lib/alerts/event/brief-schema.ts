/** A day, as the daily brief speaks of it. */

import * as z from "zod/mini";
import { about, count, deskLinks, digits, text, time } from "./schema-parts.ts";

const times = z
  .object({
    count,
    medianSeconds: z.nullable(count).check(about("At most this for half of them.")),
    longestSeconds: z.nullable(count),
  })
  .check(about("Counts and times alone: nothing says what was decided."));
const risks = z.object({ illegal: count, warn: count, none: count });
const ofCases = "Null where no desk is deployed.";

export const briefSubject = z.object({
  type: z.literal("brief"),
  key: text.check(about("The day that ended, YYYY-MM-DD, where the officers are.")),
  from: time,
  to: time.check(about("Not included.")),
  projectIds: z.array(digits),
  notifications: risks,
  changes: risks.check(about("Other contents under known ids.")),
  quarantined: risks.check(about("Bodies that were not understood.")),
  errors: count.check(about("What the service reported of itself.")),
  laws: z
    .array(z.object({ name: text, countryCode: text, illegal: count, warn: count }))
    .check(about("The first 50, those by which most was illegal first.")),
  lawCount: count,
  toAlert: times,
  unalerted: count,
  crossings: count.check(about("Wallets that crossed the line in scans that began on the day.")),
  toDecision: z.nullable(times).check(about(ofCases)),
  undecided: z
    .nullable(z.object({ count, oldest: z.nullable(time), overdue: count, dueWithinWeek: count }))
    .check(about(`When the brief was made. ${ofCases}`)),
  scans: z.array(
    z.object({
      projectId: digits,
      state: z.enum(["none", "fine", "unfinished", "old", "poor"]),
      coverage: z.nullable(count).check(about("In percent of the known wallets.")),
      newlyAbove: count,
    }),
  ),
  waiting: z.object({ quarantined: count, webhook: count, scan: count }),
  anchor: z
    .nullable(text)
    .check(
      about(
        "SHA-256 over the anchor before and every step since, in hexadecimal. Null without a desk, and where the day has none of its own.",
      ),
    ),
  links: deskLinks,
});
