/** How days stand in CSV. */

import type { DayCount } from "../../days/day-count.ts";
import { countOfDurations, type Durations, medianMs } from "../../days/durations.ts";
import type { CsvForm } from "../../text/csv.ts";
import type { StoredDay } from "./days.ts";

type Columns = readonly (readonly [name: string, cell: (count: DayCount) => string | number | undefined])[];

function byRisk(name: "notifications" | "changes" | "quarantined"): Columns {
  return [
    [`${name}Illegal`, (count) => count[name].illegal],
    [`${name}Warn`, (count) => count[name].warn],
    [`${name}None`, (count) => count[name].none],
  ];
}

/** How many, and in seconds within which time half of them were done, and the last. */
function times(name: string, of: (count: DayCount) => Durations): Columns {
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
  return [
    [name, (count) => countOfDurations(of(count))],
    [`${name}HalfWithinSeconds`, (count) => seconds(medianMs(of(count)))],
    [`${name}LongestSeconds`, (count) => seconds(of(count).longestMs)],
  ];
}

const COLUMNS: Columns = [
  ...byRisk("notifications"),
  ...byRisk("changes"),
  ...byRisk("quarantined"),
  ["errors", ({ errors }) => errors],
  [
    "laws",
    ({ laws }) =>
      laws
        .map(
          ({ countryCode, name, illegal, warn }) =>
            `${countryCode} ${name} (${illegal} illegal, ${warn} warn)`,
        )
        .join("; "),
  ],
  ["otherLaws", ({ otherLaws }) => otherLaws],
  ...times("alerted", ({ toAlert }) => toAlert),
  ["unalerted", ({ unalerted }) => unalerted],
  ["crossings", ({ cases }) => cases.wallet],
  ["cases", ({ cases }) => cases.notification + cases.change + cases.quarantine + cases.wallet],
  ["reported", ({ outcomes }) => outcomes.reported],
  ["notReportable", ({ outcomes }) => outcomes["not-reportable"]],
  ["falsePositive", ({ outcomes }) => outcomes["false-positive"]],
  ["open", ({ open }) => open],
  ["decidedInTime", ({ decidedInTime }) => decidedInTime],
  ["decidedLate", ({ decidedLate }) => decidedLate],
  ...times("decided", ({ toDecision }) => toDecision),
];

export const dayCsv: CsvForm<StoredDay> = {
  csvHeader: ["projectId", "day", "timeZone", "countedAt", ...COLUMNS.map(([name]) => name)],
  csvCells: ({ projectId, day, timeZone, countedAt, count }) => [
    ...[projectId, day, timeZone, countedAt],
    ...COLUMNS.map(([, cell]) => cell(count)),
  ],
};
