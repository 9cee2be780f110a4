/** What can go wrong with the scan of the wallets. */

import { Duration } from "aws-cdk-lib";
import { longestGapMs } from "../../../lib/settings/schedule.ts";
import type { Parts } from "../../parts.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

/** CloudWatch looks back a week at most. */
const MAX_HOURS = 168;

/**
 * A run that ends incomplete, and one that has not moved for two hours, have no alarm here: each is a message of its own
 * on the same topic, which says why.
 */
export function scanAlarms({ settings, scan: { queue } }: Parts): AlarmRule[] {
  const { stage } = settings;
  return [
    {
      id: "ScansInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected:
        "the compliance officer: part of the wallets keep their old scores, since their scan has stopped.",
      action: `find the cause in the log of ScanWallets, remove it, then \`vigia dlq redrive --stage ${stage}\` or wait for the next scan.`,
    },
    ...absenceAlarm(settings),
  ];
}

/** None for a schedule so rare that CloudWatch cannot look back to its last run. */
function absenceAlarm({ stage, scan }: Parts["settings"]): AlarmRule[] {
  const gapMs = longestGapMs(scan.schedule, scan.timeZone);
  if (gapMs === undefined) return [];
  // Half an interval more is the time that a long scan may take.
  const hours = Math.ceil((1.5 * gapMs) / Duration.hours(1).toMilliseconds());
  if (hours > MAX_HOURS) return [];
  return [
    {
      id: "ScanAbsent",
      metric: countMetric("ScanCompleted", stage, Duration.hours(1)),
      absentPeriods: hours,
      affected: `the compliance officer, who relies on old scores: no scan has been completed for ${hours} hours.`,
      action: `run \`vigia doctor --stage ${stage}\`, then \`vigia scan run --stage ${stage} --wait\`. Before the very first scan this alarm is on, and clears by itself within an hour of its completion.`,
    },
  ];
}
