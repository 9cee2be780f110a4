/** What can go wrong with a function as such: it fails, or Lambda does not let it run. */

import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Parts } from "../parts.ts";
import type { AlarmRule } from "./alarm.ts";

export function functionAlarms({ intake, lookup, scan }: Parts): AlarmRule[] {
  return [
    ...alarmsOf(
      intake.receiveWebhook,
      "the risk service, whose webhooks are not accepted; it sends them again.",
    ),
    ...alarmsOf(
      intake.storeNotifications,
      "the compliance officer, whose alerts are late. The notifications wait in the queue.",
    ),
    ...alarmsOf(lookup.getUser, "the risk service, whose look-ups of users are not answered."),
    ...alarmsOf(scan.startScan, "the compliance officer: the scan of the wallets does not start."),
    ...alarmsOf(
      scan.scanWallets,
      "the compliance officer: the scan of the wallets is held up. Its pages wait in the queue.",
    ),
  ];
}

function alarmsOf(lambda: LambdaFunction, affected: string): AlarmRule[] {
  const name = lambda.node.id;
  return [
    {
      id: `${name}Failing`,
      metric: lambda.metricErrors({ statistic: "Sum" }),
      affected,
      action: `read the errors in the log of ${name} and remove their cause.`,
    },
    {
      id: `${name}Throttled`,
      metric: lambda.metricThrottles({ statistic: "Sum" }),
      affected,
      action:
        "ask AWS for a higher limit of concurrent Lambda executions, or find what else in the account uses them up.",
    },
  ];
}
