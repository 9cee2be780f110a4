/** What can go wrong between the service's call and the officer's alert. */

import { Duration } from "aws-cdk-lib";
import type { SayText } from "../../../lib/i18n/formatting.ts";
import type { Parts } from "../../parts.ts";
import { INTAKE } from "../alarm-texts/intake.ts";
import { countMetric } from "../metrics.ts";
import type { AlarmRule } from "./alarm.ts";
import { callAlarms } from "./calls.ts";
import { volumeAlarms } from "./volume.ts";

export function intakeAlarms(parts: Parts, say: SayText): AlarmRule[] {
  return [
    ...queueAlarms(parts, say),
    ...callAlarms(parts, say),
    ...volumeAlarms(parts, say),
    ...contentAlarms(parts, say),
    ...alertAlarms(parts, say),
  ];
}

function queueAlarms({ settings: { stage }, intake: { queue } }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      id: "WebhooksInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      affected: say(INTAKE.deadLettersAffected),
      action: say(INTAKE.deadLettersAction, { stage }),
    },
    {
      // The age of the oldest message leaves out what was received three times: this is counted by the consumer.
      id: "DeliveriesNotStored",
      metric: countMetric("DeliveryNotStored", stage),
      affected: say(INTAKE.notStoredAffected),
      action: say(INTAKE.notStoredAction),
    },
    {
      id: "DeliveryKillsConsumer",
      metric: countMetric("DeliveryKillsConsumer", stage),
      affected: say(INTAKE.killerAffected),
      action: say(INTAKE.killerAction, { stage }),
    },
    {
      id: "WebhookQueueOld",
      metric: queue.queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" }),
      above: Duration.minutes(15).toSeconds(),
      affected: say(INTAKE.queueOldAffected),
      action: say(INTAKE.queueOldAction),
    },
  ];
}

/** What is quarantined has no alarm here: each is a message of its own on the same topic. */
function contentAlarms({ settings: { stage } }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      id: "NotificationContradicted",
      metric: countMetric("NotificationContradicted", stage),
      affected: say(INTAKE.contradictedAffected),
      action: say(INTAKE.contradictedAction, { stage }),
    },
    {
      id: "ServiceReportedError",
      metric: countMetric("ServiceErrorReported", stage),
      affected: say(INTAKE.serviceErrorAffected),
      action: say(INTAKE.serviceErrorAction, { stage }),
    },
    {
      id: "WebhookOversized",
      metric: countMetric("WebhookOversized", stage),
      affected: say(INTAKE.oversizedAffected),
      action: say(INTAKE.oversizedAction),
    },
  ];
}

function alertAlarms({ settings: { stage }, alerting }: Parts, say: SayText): AlarmRule[] {
  return [
    {
      id: "AlertPublishingFailed",
      metric: countMetric("AlertFailed", stage),
      affected: say(INTAKE.publishingAffected),
      action: say(INTAKE.publishingAction, { stage }),
    },
    {
      id: "AlertsUndelivered",
      metric: alerting.alerts.metricNumberOfNotificationsFailed({ statistic: "Sum" }),
      affected: say(INTAKE.undeliveredAffected),
      action: say(INTAKE.undeliveredAction, { stage }),
    },
  ];
}
