/** What can go wrong between the service's call and the officer's alert. */

import { Duration } from "aws-cdk-lib";
import { counted, countedOf } from "../metrics.ts";
import type { Parts } from "../parts.ts";
import type { AlarmRule } from "./alarm.ts";

export function intakeAlarms(parts: Parts): AlarmRule[] {
  return [...queueAlarms(parts), ...callAlarms(parts), ...contentAlarms(parts), ...alertAlarms(parts)];
}

function queueAlarms({ settings: { stage }, intake: { queue } }: Parts): AlarmRule[] {
  return [
    {
      id: "WebhooksInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected:
        "the compliance officer, who has not been told of these notifications. They are kept for 14 days from their arrival.",
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

function callAlarms({ settings, api }: Parts): AlarmRule[] {
  const { stage, alarms } = settings;
  return [
    {
      id: "CallsAnsweredWithServerErrors",
      metric: api.stage.metricServerError({ statistic: "Sum" }),
      affected:
        "the risk service, whose webhook or look-up was not answered. It sends a webhook again until it gives up.",
      action: `run \`vigia doctor --stage ${stage}\` and read the errors in the logs of ReceiveWebhook and GetUser.`,
    },
    {
      id: "AuthenticationFailures",
      metric: counted("SignatureMismatch", stage),
      above: alarms.authenticationFailures,
      affected:
        "the risk service, if its secret differs from ours and all its calls are refused; nobody, if a stranger is knocking.",
      action: `compare the secret with the service's dashboard (\`vigia secrets list --stage ${stage}\`, \`vigia verify\` for a captured request); if it is right, a stranger is knocking, and throttle.rate bounds what that costs.`,
    },
    {
      id: "SecretMissing",
      metric: counted("SecretMissing", stage),
      affected:
        "the risk service, all of whose calls are answered with 503, and the scan, which cannot ask for scores.",
      action: `set the secrets of each project with \`vigia secrets set --stage ${stage}\`.`,
    },
    {
      id: "UserRecordInvalid",
      metric: counted("UserRecordInvalid", stage),
      affected:
        "the risk service, which was refused the record of a user because the stored one is not valid.",
      action:
        "find the user and the wrong fields in the log of GetUser, and write the record again from your backend or with `vigia users import`.",
    },
    ...silenceAlarm(settings),
  ];
}

function silenceAlarm({ stage, projects, alarms: { silenceHours } }: Parts["settings"]): AlarmRule[] {
  if (silenceHours === undefined) return [];
  return projects.map(({ id }) => ({
    id: `NoWebhooksOfProject${id}`,
    metric: countedOf(id, "WebhookAccepted", stage, Duration.hours(1)),
    absentPeriods: silenceHours,
    affected: `the compliance officer, who may be missing notifications: no webhook of project ${id} has come for ${silenceHours} hours.`,
    action: `send one with \`vigia trigger warn --stage ${stage}\`; if it arrives, check the webhook URL in the service's dashboard, else run \`vigia doctor --stage ${stage}\`.`,
  }));
}

function contentAlarms({ settings: { stage } }: Parts): AlarmRule[] {
  return [
    {
      id: "WebhookQuarantined",
      metric: counted("WebhookQuarantined", stage),
      affected:
        "the compliance officer, who cannot rely on a notification that is not what the interface promises. It is kept whole.",
      action: `read it with \`vigia quarantine list --stage ${stage}\`, tell the service, and replay it when it can be read.`,
    },
    {
      id: "ServiceReportedError",
      metric: counted("ServiceErrorReported", stage),
      affected: "the compliance officer: the risk service says that its monitoring of a transaction failed.",
      action: `read the message with \`vigia notifications list --kind error --stage ${stage}\` and ask the service.`,
    },
    {
      id: "WebhookOversized",
      metric: counted("WebhookOversized", stage),
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
      metric: counted("AlertFailed", stage),
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
