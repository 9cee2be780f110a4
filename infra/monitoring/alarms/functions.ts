/** What can go wrong with a function as such: it fails. */

import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { DeskCounts } from "../../desk/desk.ts";
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
export function functionAlarms({ settings, scan, holds, shown, counting }: Parts, say: SayText): AlarmRule[] {
  const { stage } = settings;
  return [
    failing(scan.startScan, say(SCAN.notStartedAffected), (name) => say(SCAN.notStartedAction, { name })),
    failing(holds.applyHolds, say(HOLDS.failingAffected), (name) =>
      say(HOLDS.failingAction, { name, stage }),
    ),
    ...(shown === undefined ? [] : [deskAlarm(shown, say)]),
    ...(counting === undefined
      ? []
      : [failing(counting, say(DESK.notCountedAffected), (name) => say(DESK.notCountedAction, { name }))]),
  ];
}

function deskAlarm({ failed, throttled }: DeskCounts, say: SayText): AlarmRule {
  return {
    id: "DeskFailing",
    metric: new MathExpression({
      expression: "FILL(failed, 0) + FILL(throttled, 0)",
      usingMetrics: { failed, throttled },
      label: "pages not shown",
    }),
    affected: say(DESK.failingAffected),
    action: say(DESK.failingAction),
  };
}

/** @param action says what to do, with the function's name */
function failing(called: LambdaFunction, affected: string, action: (name: string) => string): AlarmRule {
  const name = called.node.id;
  return {
    id: `${name}Failing`,
    metric: called.metricErrors({ statistic: "Sum" }),
    affected,
    action: action(name),
  };
}
