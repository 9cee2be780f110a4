/** What can go wrong with a function as such: it fails. */

import type { SayText } from "../../../lib/language/formatting.ts";
import type { Parts } from "../../parts.ts";
import { DESK } from "../alarm-texts/desk.ts";
import { HOLDS } from "../alarm-texts/holds.ts";
import { SCAN } from "../alarm-texts/scan.ts";
import type { AlarmRule } from "./alarm.ts";

/**
 * Where another alarm says the same, there is none here: the API answers 5xx for ReceiveWebhook and GetUser; what
 * StoreNotifications and ScanWallets cannot do grows old in their queues and becomes a dead letter, and a run that does not
 * move is a message of its own. It is so whether a function fails or Lambda has no execution left for it.
 */
export function functionAlarms({ settings, scan, holds, counting }: Parts, say: SayText): AlarmRule[] {
  const name = scan.startScan.node.id;
  return [
    {
      id: `${name}Failing`,
      metric: scan.startScan.metricErrors({ statistic: "Sum" }),
      affected: say(SCAN.notStartedAffected),
      action: say(SCAN.notStartedAction, { name }),
    },
    notHeld(holds, settings.stage, say),
    ...(counting === undefined ? [] : [notCounted(counting, say)]),
  ];
}

function notCounted(counting: NonNullable<Parts["counting"]>, say: SayText): AlarmRule {
  const name = counting.node.id;
  return {
    id: `${name}Failing`,
    metric: counting.metricErrors({ statistic: "Sum" }),
    affected: say(DESK.notCountedAffected),
    action: say(DESK.notCountedAction, { name }),
  };
}

function notHeld({ applyHolds }: Parts["holds"], stage: string, say: SayText): AlarmRule {
  const name = applyHolds.node.id;
  return {
    id: `${name}Failing`,
    metric: applyHolds.metricErrors({ statistic: "Sum" }),
    affected: say(HOLDS.failingAffected),
    action: say(HOLDS.failingAction, { name, stage }),
  };
}
