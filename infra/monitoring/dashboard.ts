/** One page that answers at a glance: do webhooks arrive, are they stored, what is illegal, how far is the scan. */

import { Duration } from "aws-cdk-lib";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  SingleValueWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { MetricName } from "../../lib/runtime/observe.ts";
import type { Parts } from "../parts.ts";
import { countMetric, projectMetric } from "./metrics.ts";

export function makeDashboard(scope: Construct, parts: Parts, alarms: Alarm[]): void {
  const { settings, intake, scan, api } = parts;
  const sum = (name: MetricName, label: string) => countMetric(name, settings.stage).with({ label });
  const perDay = (name: MetricName, label: string) =>
    countMetric(name, settings.stage, Duration.days(1)).with({ label });
  const accepted = (label: string, period?: Duration) =>
    settings.projects.map(({ id }) =>
      projectMetric(id, "WebhookAccepted", settings.stage, period).with({
        label: `${label} of project ${id}`,
      }),
    );
  const { queue, deadLetters } = intake.queue;

  new Dashboard(scope, "Dashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [
        new SingleValueWidget({
          title: "Today",
          width: 24,
          height: 4,
          setPeriodToTimeRange: true,
          metrics: [
            ...accepted("Webhooks", Duration.days(1)),
            perDay("NotificationStored", "Stored"),
            perDay("NotificationIllegal", "Illegal"),
            perDay("AlertPublished", "Alerts"),
            perDay("UserFound", "Users looked up"),
            perDay("WalletScored", "Wallets scored"),
          ],
        }),
      ],
      [
        graph("Are webhooks arriving?", [
          ...accepted("accepted"),
          sum("SignatureMismatch", "refused: signature of another secret"),
          sum("SignatureMalformedOrStale", "refused: no signature, or a stale one"),
          sum("RequestTooLarge", "refused: unread, too large"),
          sum("WebhookUnreadable", "refused: unreadable"),
          sum("SecretMissing", "refused: no secret is set"),
          api.throttled,
          sum("WebhookOversized", "refused: too large"),
          api.stage.metricServerError({ statistic: "Sum", label: "server errors" }),
        ]),
        graph("Are they stored?", [
          sum("NotificationStored", "stored"),
          sum("NotificationRepeated", "repeated"),
          sum("NotificationContradicted", "contradicted"),
          sum("WebhookQuarantined", "quarantined"),
          sum("ServiceErrorReported", "service errors"),
        ]),
        graph("How many are illegal?", [
          sum("NotificationIllegal", "illegal"),
          sum("AlertPublished", "alerts published"),
          sum("AlertFailed", "alerts failed"),
        ]),
      ],
      [
        graph("How old is the queue? (seconds)", [
          queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum", label: "oldest webhook" }),
          deadLetters.metricApproximateNumberOfMessagesVisible({
            statistic: "Maximum",
            label: "webhooks in the dead letter queue",
          }),
        ]),
        graph("How far is the scan?", [
          sum("WalletScored", "wallets scored"),
          sum("WalletScanFailed", "wallets failed"),
          sum("ScanCompleted", "scans completed"),
          sum("ScanIncomplete", "scans incomplete"),
          scan.queue.queue.metricApproximateNumberOfMessagesVisible({
            statistic: "Maximum",
            label: "pages waiting",
          }),
        ]),
        graph("Are users found?", [
          sum("UserFound", "found"),
          sum("UserNotFound", "unknown"),
          sum("UserRecordInvalid", "record invalid"),
        ]),
      ],
      [new AlarmStatusWidget({ title: "Alarms", width: 24, height: 6, alarms })],
    ],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}
