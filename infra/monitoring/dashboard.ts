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
import type { MetricName } from "../../lib/platform/observe.ts";
import type { Parts } from "../parts.ts";
import { countMetric } from "./metrics.ts";

export function makeDashboard(
  scope: Construct,
  { settings, api, intake, scan }: Parts,
  alarms: Alarm[],
): void {
  const sum = (name: MetricName, label: string, period?: Duration) =>
    countMetric(name, settings.stage, period).with({ label });
  const day = Duration.days(1);
  const today = new SingleValueWidget({
    title: "Today",
    width: 24,
    height: 4,
    setPeriodToTimeRange: true,
    metrics: [
      sum("WebhookAccepted", "Webhooks", day),
      sum("NotificationStored", "Stored", day),
      sum("NotificationIllegal", "Illegal", day),
      sum("AlertPublished", "Alerts", day),
      sum("UserFound", "Users looked up", day),
      sum("WalletScored", "Wallets scored", day),
    ],
  });
  const arrival = graph("Are webhooks arriving?", [
    sum("WebhookAccepted", "accepted"),
    sum("SignatureMismatch", "refused: signature of another secret"),
    sum("SignatureMalformedOrStale", "refused: no signature, or a stale one"),
    sum("RequestTooLarge", "refused: unread, too large"),
    sum("WebhookUnreadable", "refused: unreadable"),
    sum("SecretMissing", "refused: no secret is set"),
    api.throttled,
    sum("WebhookOversized", "refused: too large"),
    api.stage.metricServerError({ statistic: "Sum", label: "server errors" }),
  ]);
  const storage = graph("Are they stored?", [
    sum("NotificationStored", "stored"),
    sum("NotificationRepeated", "repeated"),
    sum("NotificationContradicted", "contradicted"),
    sum("WebhookQuarantined", "quarantined"),
    sum("ServiceErrorReported", "service errors"),
  ]);
  const alerts = graph("How many are illegal?", [
    sum("NotificationIllegal", "illegal"),
    sum("AlertPublished", "alerts published"),
    sum("AlertFailed", "alerts failed"),
  ]);
  const { queue, deadLetters } = intake.queue;
  const waiting = graph("How old is the queue? (seconds)", [
    queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum", label: "oldest webhook" }),
    deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: "Maximum",
      label: "webhooks in the dead letter queue",
    }),
  ]);
  const scans = graph("How far is the scan?", [
    sum("WalletScored", "wallets scored"),
    sum("WalletScanFailed", "wallets failed"),
    sum("ScanCompleted", "scans completed"),
    sum("ScanIncomplete", "scans incomplete"),
    scan.queue.queue.metricApproximateNumberOfMessagesVisible({
      statistic: "Maximum",
      label: "pages waiting",
    }),
  ]);
  const lookups = graph("Are users found?", [
    sum("UserFound", "found"),
    sum("UserNotFound", "unknown"),
    sum("UserRecordInvalid", "record invalid"),
  ]);
  const status = new AlarmStatusWidget({ title: "Alarms", width: 24, height: 6, alarms });
  new Dashboard(scope, "Dashboard", {
    defaultInterval: day,
    widgets: [[today], [arrival, storage, alerts], [waiting, scans, lookups], [status]],
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}
