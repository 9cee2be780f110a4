/** What can go wrong with the reminders of what is undecided. */

import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { Parts } from "../../parts.ts";
import { REMINDERS } from "../alarm-texts/reminders.ts";
import type { AlarmRule } from "./alarm.ts";

/** Whether the function fails, has no execution left, or cannot be called: the call is a dead letter after all tries. */
export function reminderAlarms({ reminders }: Parts, say: SayText): AlarmRule[] {
  if (reminders === undefined) return [];
  return [
    {
      id: "RemindersInDeadLetterQueue",
      metric: reminders.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected: say(REMINDERS.deadLettersAffected),
      action: say(REMINDERS.deadLettersAction, { name: reminders.sender.node.id }),
    },
  ];
}
