/** How long CloudWatch keeps a log that has to be kept for years. */

import { RetentionDays } from "aws-cdk-lib/aws-logs";

/** The terms that CloudWatch offers from a year on, in days. */
const TERMS = [
  RetentionDays.THIRTEEN_MONTHS,
  RetentionDays.TWO_YEARS,
  RetentionDays.THREE_YEARS,
  RetentionDays.FIVE_YEARS,
  RetentionDays.SIX_YEARS,
  RetentionDays.SEVEN_YEARS,
  RetentionDays.EIGHT_YEARS,
  RetentionDays.NINE_YEARS,
  RetentionDays.TEN_YEARS,
];

/** The shortest term that is not shorter than `years`; for ever beyond the longest. */
export function retentionOfYears(years: number): RetentionDays {
  return TERMS.find((days) => days >= Math.floor(years * 365.25)) ?? RetentionDays.INFINITE;
}
