/** What can go wrong with a function as such: it fails. */

import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Parts } from "../../parts.ts";
import type { AlarmRule } from "./alarm.ts";

/**
 * Where another alarm says the same, there is none here: the API answers 5xx for ReceiveWebhook and GetUser; what
 * StoreNotifications and ScanWallets cannot do grows old in their queues and becomes a dead letter, and a run that does not
 * move is a message of its own. It is so whether a function fails or Lambda has no execution left for it.
 */
export function functionAlarms({ scan }: Parts): AlarmRule[] {
  return [failing(scan.startScan, "the compliance officer: the scan of the wallets does not start.")];
}

function failing(lambda: LambdaFunction, affected: string): AlarmRule {
  const name = lambda.node.id;
  return {
    id: `${name}Failing`,
    metric: lambda.metricErrors({ statistic: "Sum" }),
    affected,
    action: `read the errors in the log of ${name} and remove their cause.`,
  };
}
