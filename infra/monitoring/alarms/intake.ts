/** What can go wrong between the service's call and the officer's alert. */

import { Duration } from "aws-cdk-lib";
import type { Parts } from "../../parts.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";
import { callAlarms } from "./calls.ts";
import { volumeAlarms } from "./volume.ts";

export function intakeAlarms(parts: Parts): AlarmRule[] {
  return [
    ...queueAlarms(parts),
    ...callAlarms(parts),
    ...volumeAlarms(parts),
    ...contentAlarms(parts),
    ...alertAlarms(parts),
  ];
}

function queueAlarms({ settings: { stage }, intake: { queue } }: Parts): AlarmRule[] {
  return [
    {
      id: "WebhooksInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected:
        "the compliance officer, who has not been alerted to these notifications. They are kept for 14 days from their arrival.",
      action: `find the cause in the log of StoreNotifications and with \`vigia dlq list --stage ${stage}\`, remove it, then \`vigia dlq redrive --stage ${stage}\`.`,
    },
    {
      id: "WebhookQueueOld",
      metric: queue.queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" }),
      above: Duration.minutes(15).toSeconds(),
      affected: "the compliance officer, whose alerts come more than 15 minutes late. Nothing is lost.",
      action: "look for errors and throttles of StoreNotifications in its log and on the dashboard.",
    },
  ];
}

/** What is quarantined has no alarm here: each is a message of its own on the same topic. */
function contentAlarms({ settings: { stage } }: Parts): AlarmRule[] {
  return [
    {
      id: "NotificationContradicted",
      metric: countMetric("NotificationContradicted", stage),
      affected:
        "the compliance officer: the risk service used the id of a notification again for another transaction. Both are kept, and alerted where they are illegal.",
      action: `see them with \`vigia notifications list --stage ${stage}\`, where they are marked as changes, and report it to the service.`,
    },
    {
      id: "ServiceReportedError",
      metric: countMetric("ServiceErrorReported", stage),
      affected: "the compliance officer: the risk service says that its monitoring of a transaction failed.",
      action: `read the message with \`vigia notifications list --kind error --stage ${stage}\` and ask the service.`,
    },
    {
      id: "WebhookOversized",
      metric: countMetric("WebhookOversized", stage),
      affected:
        "the compliance officer: an authentic notification of more than 256 KiB was refused and is not stored.",
      action:
        "find its request id and project in the log of ReceiveWebhook, and get the notification from the service's dashboard.",
    },
  ];
}

function alertAlarms({ settings: { stage }, alerting }: Parts): AlarmRule[] {
  return [
    {
      id: "AlertPublishingFailed",
      metric: countMetric("AlertFailed", stage),
      affected: "the compliance officer, whose alert is late. It is tried again until it goes out.",
      action: `read the cause in the logs of StoreNotifications and ScanWallets; \`vigia alerts list --stage ${stage}\` shows what is pending.`,
    },
    {
      id: "AlertsUndelivered",
      metric: alerting.alerts.metricNumberOfNotificationsFailed({ statistic: "Sum" }),
      affected:
        "the compliance officer: an alert was published, but did not reach an e-mail address or the Slack channel.",
      action: `check the subscriptions with \`vigia doctor --stage ${stage}\`, and show the officer \`vigia alerts list --stage ${stage}\`.`,
    },
  ];
}
