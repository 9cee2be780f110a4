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
import type { Settings } from "../../lib/settings/settings.ts";
import type { Parts } from "../parts.ts";
import { countMetric } from "./metrics.ts";

export function makeDashboard(scope: Construct, parts: Parts, alarms: Alarm[]): void {
  new Dashboard(scope, "Dashboard", {
    defaultInterval: Duration.days(1),
    widgets: [
      [todayWidget(parts)],
      [arrivalGraph(parts), storageGraph(parts), alertGraph(parts)],
      [queueGraph(parts), scanGraph(parts), lookupGraph(parts)],
      [new AlarmStatusWidget({ title: "Alarms", width: 24, height: 6, alarms })],
    ],
  });
}

function todayWidget({ settings }: Parts): SingleValueWidget {
  const day = Duration.days(1);
  return new SingleValueWidget({
    title: "Today",
    width: 24,
    height: 4,
    setPeriodToTimeRange: true,
    metrics: [
      sum("WebhookAccepted", "Webhooks", settings, day),
      sum("NotificationStored", "Stored", settings, day),
      sum("NotificationIllegal", "Illegal", settings, day),
      sum("AlertPublished", "Alerts", settings, day),
      sum("UserFound", "Users looked up", settings, day),
      sum("WalletScored", "Wallets scored", settings, day),
    ],
  });
}

function arrivalGraph({ settings, api }: Parts): GraphWidget {
  return graph("Are webhooks arriving?", [
    sum("WebhookAccepted", "accepted", settings),
    sum("SignatureMismatch", "refused: signature of another secret", settings),
    sum("SignatureMalformedOrStale", "refused: no signature, or a stale one", settings),
    sum("RequestTooLarge", "refused: unread, too large", settings),
    sum("WebhookUnreadable", "refused: unreadable", settings),
    sum("SecretMissing", "refused: no secret is set", settings),
    api.throttled,
    sum("WebhookOversized", "refused: too large", settings),
    api.stage.metricServerError({ statistic: "Sum", label: "server errors" }),
  ]);
}

function storageGraph({ settings }: Parts): GraphWidget {
  return graph("Are they stored?", [
    sum("NotificationStored", "stored", settings),
    sum("NotificationRepeated", "repeated", settings),
    sum("NotificationContradicted", "contradicted", settings),
    sum("WebhookQuarantined", "quarantined", settings),
    sum("ServiceErrorReported", "service errors", settings),
  ]);
}

function alertGraph({ settings }: Parts): GraphWidget {
  return graph("How many are illegal?", [
    sum("NotificationIllegal", "illegal", settings),
    sum("AlertPublished", "alerts published", settings),
    sum("AlertFailed", "alerts failed", settings),
  ]);
}

function queueGraph({ intake: { queue } }: Parts): GraphWidget {
  return graph("How old is the queue? (seconds)", [
    queue.queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum", label: "oldest webhook" }),
    queue.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: "Maximum",
      label: "webhooks in the dead letter queue",
    }),
  ]);
}

function scanGraph({ settings, scan }: Parts): GraphWidget {
  return graph("How far is the scan?", [
    sum("WalletScored", "wallets scored", settings),
    sum("WalletScanFailed", "wallets failed", settings),
    sum("ScanCompleted", "scans completed", settings),
    sum("ScanIncomplete", "scans incomplete", settings),
    scan.queue.queue.metricApproximateNumberOfMessagesVisible({
      statistic: "Maximum",
      label: "pages waiting",
    }),
  ]);
}

function lookupGraph({ settings }: Parts): GraphWidget {
  return graph("Are users found?", [
    sum("UserFound", "found", settings),
    sum("UserNotFound", "unknown", settings),
    sum("UserRecordInvalid", "record invalid", settings),
  ]);
}

function sum(name: MetricName, label: string, { stage }: Settings, period?: Duration): IMetric {
  return countMetric(name, stage, period).with({ label });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
}
