/** What can go wrong with a function as such: it fails, or Lambda does not let it run. */

import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Parts } from "../../parts.ts";
import type { AlarmRule } from "./alarm.ts";

/** ReceiveWebhook and GetUser are not here: the API answers 5xx for them, and has an alarm on that. */
export function functionAlarms({ intake, scan }: Parts): AlarmRule[] {
  return [
    failing(
      intake.storeNotifications,
      "the compliance officer, whose alerts are late. The notifications wait in the queue.",
    ),
    failing(scan.startScan, "the compliance officer: the scan of the wallets does not start."),
    failing(
      scan.scanWallets,
      "the compliance officer: the scan of the wallets is held up. Its pages wait in the queue.",
    ),
    {
      id: "FunctionsThrottled",
      // Of all functions of the account and region together, since they share its executions: an alarm each costs five.
      metric: LambdaFunction.metricAllThrottles({ statistic: "Sum" }),
      affected:
        "the risk service, whose calls are answered with 503, or the compliance officer, whose alerts and scores are late: Lambda had no execution left for a function of this account.",
      action:
        "ask AWS for a higher limit of concurrent Lambda executions, or find what else in the account uses them up; inbound.reservedConcurrency keeps some for StoreNotifications.",
    },
  ];
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
