/** What can go wrong with the scan of the wallets. */

import { Duration } from "aws-cdk-lib";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import { longestGapMs } from "../../../lib/time/schedule.ts";
import type { Parts } from "../../parts.ts";
import { SCAN } from "../alarm-texts/scan.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

/** CloudWatch looks back a week at most. */
const MAX_HOURS = 168;

/**
 * A run that ends incomplete, and one that has not moved for two hours, have no alarm here: each is a message of its own
 * on the same topic, which says why.
 */
export function scanAlarms({ settings, scan: { queue } }: Parts, say: SayText): AlarmRule[] {
  const { stage } = settings;
  return [
    {
      id: "ScansInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected: say(SCAN.deadLettersAffected),
      action: say(SCAN.deadLettersAction, { stage }),
    },
    ...absenceAlarm(settings, say),
  ];
}

/** None for a schedule so rare that CloudWatch cannot look back to its last run. */
function absenceAlarm({ stage, scan }: Parts["settings"], say: SayText): AlarmRule[] {
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
      affected: say(SCAN.absentAffected, { hours }),
      action: say(SCAN.absentAction, { stage }),
    },
  ];
}
