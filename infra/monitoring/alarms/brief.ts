/** That officers hear nothing in the morning, not even that there is nothing. */

import { Duration } from "aws-cdk-lib";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { Parts } from "../../parts.ts";
import { BRIEF } from "../alarm-texts/brief.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";

/** A day, and two hours in which a brief that failed may be sent. */
const HOURS = 26;

/** Whatever keeps it away, the schedule, the function or what it reads: one alarm says it. */
export function briefAlarms({ settings: { stage } }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      id: "BriefAbsent",
      metric: countMetric("BriefSent", stage, Duration.hours(1)),
      absentPeriods: HOURS,
      affected: say(BRIEF.absentAffected, { hours: HOURS }),
      action: say(BRIEF.absentAction, { stage }),
    },
  ];
}
