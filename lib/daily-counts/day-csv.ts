/** Days as CSV. */

import { csvForm } from "../text/csv.ts";
import type { DayCount } from "./day-count.ts";
import type { StoredDay } from "./days.ts";
import { countOfDurations, type Durations, medianMs } from "./durations.ts";

type Columns = Record<string, (day: StoredDay) => number | undefined>;

function byRisk(name: "notifications" | "changes" | "quarantined"): Columns {
  return {
    [`${name}Illegal`]: ({ count }) => count[name].illegal,
    [`${name}Warn`]: ({ count }) => count[name].warn,
    [`${name}None`]: ({ count }) => count[name].none,
  };
}

/** Number of alerts or decisions, and the seconds within which half of them and the last were done. */
function times(name: string, of: (count: DayCount) => Durations): Columns {
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
  return {
    [name]: ({ count }) => countOfDurations(of(count)),
    [`${name}HalfWithinSeconds`]: ({ count }) => seconds(medianMs(of(count))),
    [`${name}LongestSeconds`]: ({ count }) => seconds(of(count).longestMs),
  };
}

export const dayCsv = csvForm<StoredDay>({
  projectId: ({ projectId }) => projectId,
  day: ({ day }) => day,
  timeZone: ({ timeZone }) => timeZone,
  countedAt: ({ countedAt }) => countedAt,
  ...byRisk("notifications"),
  ...byRisk("changes"),
  ...byRisk("quarantined"),
  errors: ({ count }) => count.errors,
  laws: ({ count }) => count.laws.map(lawText).join("; "),
  otherLaws: ({ count }) => count.otherLaws,
  ...times("alerted", ({ toAlert }) => toAlert),
  unalerted: ({ count }) => count.unalerted,
  crossings: ({ count }) => count.cases.wallet,
  cases: ({ count: { cases } }) => cases.notification + cases.change + cases.quarantine + cases.wallet,
  reported: ({ count }) => count.outcomes.reported,
  notReportable: ({ count }) => count.outcomes["not-reportable"],
  falsePositive: ({ count }) => count.outcomes["false-positive"],
  open: ({ count }) => count.open,
  decidedInTime: ({ count }) => count.decidedInTime,
  decidedLate: ({ count }) => count.decidedLate,
  ...times("decided", ({ toDecision }) => toDecision),
});

function lawText({ countryCode, name, illegal, warn }: DayCount["laws"][number]): string {
  return `${countryCode} ${name} (${illegal} illegal, ${warn} warn)`;
}
