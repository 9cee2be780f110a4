import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { type Translate, textTranslator } from "../../lib/i18n/formatting.ts";
import type { MetricName } from "../../lib/platform/observe.ts";
import { longestGapMs } from "../../lib/time/schedule.ts";
import type { DeskCounts } from "../desk/desk.ts";
import type { Parts } from "../parts.ts";
import { ALARMS } from "./alarm-texts.ts";
import { makeDashboard } from "./dashboard.ts";
import { countMetric } from "./metrics.ts";

/** Makes every alarm, which publishes to the operations topic, and the dashboard. */
export function monitor(scope: Construct, parts: Parts): void {
  const t = textTranslator(parts.settings.language);
  const rules = [
    ...intakeAlarms(parts, t),
    ...scanAlarms(parts, t),
    ...reminderAlarms(parts, t),
    ...functionAlarms(parts, t),
    ...briefAlarms(parts, t),
  ];
  const alarms = rules.map((rule) => makeAlarm(scope, rule, parts.alerting.operations));
  makeDashboard(scope, parts, alarms);
}

/** An alarm as the engineer who gets it needs it. */
export interface AlarmRule {
  /** The alarm's name: what is wrong. */
  id: string;
  metric: IMetric;
  /** It fires above this; 0 unless said. */
  above?: number;
  /** Or it fires when there was nothing for this many periods on end. */
  absentPeriods?: number;
  /** Says what happened, who is affected, and what to do next, in the language of operations. */
  text: string;
}

/** Makes an alarm that publishes its text to the operations topic. */
function makeAlarm(scope: Construct, rule: AlarmRule, operations: ITopic): Alarm {
  const alarm = new Alarm(scope, rule.id, {
    metric: rule.metric,
    alarmDescription: rule.text,
    ...(rule.absentPeriods === undefined ? presence(rule.above ?? 0) : absence(rule.absentPeriods)),
  });
  alarm.addAlarmAction(new SnsAction(operations));
  return alarm;
}

function presence(above: number) {
  return {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    threshold: above,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  };
}

function absence(periods: number) {
  return {
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    threshold: 1,
    evaluationPeriods: periods,
    treatMissingData: TreatMissingData.BREACHING,
  };
}

/** Failures between the service's call and the officer's alert. */
function intakeAlarms(parts: Parts, t: Translate): AlarmRule[] {
  return [
    ...queueAlarms(parts, t),
    ...callAlarms(parts, t),
    ...volumeAlarms(parts, t),
    ...contentAlarms(parts, t),
    ...alertAlarms(parts, t),
  ];
}

function queueAlarms({ settings: { stage }, intake: { queue } }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      id: "WebhooksInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      text: t(ALARMS.WebhooksInDeadLetterQueue, { stage }),
    },
    {
      // The age of the oldest message leaves out what was received three times: this is counted by the consumer.
      id: "DeliveriesNotStored",
      metric: countMetric("DeliveryNotStored", stage),
      text: t(ALARMS.DeliveriesNotStored),
    },
    {
      id: "DeliveryKillsConsumer",
      metric: countMetric("DeliveryKillsConsumer", stage),
      text: t(ALARMS.DeliveryKillsConsumer, { stage }),
    },
    {
      id: "WebhookQueueOld",
      metric: queue.queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" }),
      above: Duration.minutes(15).toSeconds(),
      text: t(ALARMS.WebhookQueueOld),
    },
  ];
}

/** Quarantined bodies have no alarm here: each is a message on the same topic. */
function contentAlarms({ settings: { stage } }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      id: "NotificationContradicted",
      metric: countMetric("NotificationContradicted", stage),
      text: t(ALARMS.NotificationContradicted, { stage }),
    },
    {
      id: "ServiceReportedError",
      metric: countMetric("ServiceErrorReported", stage),
      text: t(ALARMS.ServiceReportedError, { stage }),
    },
    {
      id: "WebhookOversized",
      metric: countMetric("WebhookOversized", stage),
      text: t(ALARMS.WebhookOversized),
    },
  ];
}

function alertAlarms({ settings: { stage }, alerting }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      id: "AlertPublishingFailed",
      metric: countMetric("AlertFailed", stage),
      text: t(ALARMS.AlertPublishingFailed, { stage }),
    },
    {
      id: "AlertsUndelivered",
      metric: alerting.alerts.metricNumberOfNotificationsFailed({ statistic: "Sum" }),
      text: t(ALARMS.AlertsUndelivered, { stage }),
    },
  ];
}

/** Failures of a call before any of it is stored. */
function callAlarms(parts: Parts, t: Translate): AlarmRule[] {
  return [...failureAlarms(parts, t), ...signatureAlarms(parts.settings, t), ...noiseAlarms(parts, t)];
}

function failureAlarms({ settings: { stage }, api }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      // A failure, a throttle or a missing secret in ReceiveWebhook and GetUser is answered with 5xx.
      id: "CallsAnsweredWithServerErrors",
      metric: api.stage.metricServerError({ statistic: "Sum" }),
      text: t(ALARMS.CallsAnsweredWithServerErrors, { stage }),
    },
    {
      id: "UserRecordInvalid",
      metric: countMetric("UserRecordInvalid", stage),
      text: t(ALARMS.UserRecordInvalid),
    },
  ];
}

/** Apart, so that a stranger's noise of the one sort does not hide the other, which a wrong secret makes. */
function signatureAlarms({ stage, alarms }: Parts["settings"], t: Translate): AlarmRule[] {
  return [
    {
      id: "SignaturesOfAnotherSecret",
      metric: countMetric("SignatureMismatch", stage),
      above: alarms.authenticationFailures,
      text: t(ALARMS.SignaturesOfAnotherSecret, { stage }),
    },
    {
      id: "SignaturesMissingOrStale",
      metric: countMetric("SignatureMalformedOrStale", stage),
      above: alarms.authenticationFailures,
      text: t(ALARMS.SignaturesMissingOrStale),
    },
  ];
}

function noiseAlarms({ settings: { stage }, api }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      id: "CallsThrottled",
      metric: api.throttled,
      text: t(ALARMS.CallsThrottled),
    },
    {
      id: "CallsUnreadable",
      metric: new MathExpression({
        expression: "FILL(unreadable, 0) + FILL(large, 0)",
        usingMetrics: {
          unreadable: countMetric("WebhookUnreadable", stage),
          large: countMetric("RequestTooLarge", stage),
        },
        label: "bodies refused unread",
      }),
      text: t(ALARMS.CallsUnreadable),
    },
  ];
}

/** In each there is a judgement, so that an alarm stays on as long as its cause does. */
const PERIOD = Duration.hours(2);

/**
 * Traffic of projects, and its absence: the owner of a project's secret can have ten years of storage, and every scan of each
 * wallet, paid for each request. StartScan judges all projects once an hour and names the affected ones in its log.
 */
function volumeAlarms({ settings: { stage, alarms }, scan }: Parts, t: Translate): AlarmRule[] {
  const judged = (name: MetricName) => countMetric(name, stage, PERIOD);
  const judge = scan.startScan.node.id;
  return [
    ...(alarms.silenceHours === 0
      ? []
      : [
          {
            id: "NoWebhooks",
            metric: judged("ProjectSilent"),
            text: t(ALARMS.NoWebhooks, { stage, judge, hours: alarms.silenceHours }),
          },
        ]),
    {
      id: "TooManyWebhooks",
      metric: judged("ProjectOverVolume"),
      text: t(ALARMS.TooManyWebhooks, {
        stage,
        judge,
        megabytes: alarms.megabytesPerDay,
        webhooks: alarms.webhooksPerDay,
      }),
    },
    {
      id: "TooManyNewWallets",
      metric: judged("ProjectOverWallets"),
      text: t(ALARMS.TooManyNewWallets, { stage, judge, wallets: alarms.newWalletsPerDay }),
    },
  ];
}

/** CloudWatch looks back a week at most. */
const MAX_HOURS = 168;

/**
 * A run that ends incomplete, and one that has not moved for two hours, have no alarm here: each is a message of its own
 * on the same topic, which says why.
 */
function scanAlarms({ settings, scan: { queue } }: Parts, t: Translate): AlarmRule[] {
  const { stage } = settings;
  return [
    {
      id: "ScansInDeadLetterQueue",
      metric: queue.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      text: t(ALARMS.ScansInDeadLetterQueue, { stage }),
    },
    ...absenceAlarm(settings, t),
  ];
}

/** None for a schedule so rare that CloudWatch cannot look back to its last run. */
function absenceAlarm({ stage, scan }: Parts["settings"], t: Translate): AlarmRule[] {
  const gapMs = longestGapMs(scan.schedule, scan.timeZone);
  if (gapMs === undefined) return [];
  // Half an interval more is the time that a long scan may take.
  const hours = Math.ceil((1.5 * gapMs) / Duration.hours(1).toMilliseconds());
  if (hours > MAX_HOURS) return [];
  return [
    {
      id: "ScanAbsent",
      metric: countMetric("ScanCompleted", stage, Duration.hours(1)),
      absentPeriods: hours,
      text: t(ALARMS.ScanAbsent, { stage, hours }),
    },
  ];
}

/**
 * Failures that another alarm covers have no alarm here: the API answers 5xx for ReceiveWebhook and GetUser; what
 * StoreNotifications and ScanWallets cannot do grows old in their queues and becomes a dead letter, and a run that does not
 * move is a message of its own. This holds for a failing function, and for one without an execution left.
 */
function functionAlarms({ settings, scan, holds, shown, counting }: Parts, t: Translate): AlarmRule[] {
  const { stage } = settings;
  return [
    failing(scan.startScan, (name) => t(ALARMS.StartScanFailing, { name })),
    failing(holds.applyHolds, (name) => t(ALARMS.ApplyHoldsFailing, { name, stage })),
    ...(shown === undefined ? [] : [deskAlarm(shown, t)]),
    ...(counting === undefined ? [] : [failing(counting, (name) => t(ALARMS.CountDaysFailing, { name }))]),
  ];
}

function deskAlarm({ failed, throttled }: DeskCounts, t: Translate): AlarmRule {
  return {
    id: "DeskFailing",
    metric: new MathExpression({
      expression: "FILL(failed, 0) + FILL(throttled, 0)",
      usingMetrics: { failed, throttled },
      label: "pages not shown",
    }),
    text: t(ALARMS.DeskFailing),
  };
}

/** @param text of the alarm, from the function's name */
function failing(called: LambdaFunction, text: (name: string) => string): AlarmRule {
  const name = called.node.id;
  return {
    id: `${name}Failing`,
    metric: called.metricErrors({ statistic: "Sum" }),
    text: text(name),
  };
}

/** The reminders of undecided cases: where the function fails or cannot be called, the call is a dead letter after all tries. */
function reminderAlarms({ reminders }: Parts, t: Translate): AlarmRule[] {
  if (reminders === undefined) return [];
  return [
    {
      id: "RemindersInDeadLetterQueue",
      metric: reminders.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
      text: t(ALARMS.RemindersInDeadLetterQueue, { name: reminders.sender.node.id }),
    },
  ];
}

/** A day, and two hours in which a brief that failed may be sent. */
const HOURS = 26;

/** Officers hear nothing in the morning: one alarm for the schedule, the function and what it reads. */
function briefAlarms({ settings: { stage } }: Parts, t: Translate): AlarmRule[] {
  return [
    {
      id: "BriefAbsent",
      metric: countMetric("BriefSent", stage, Duration.hours(1)),
      absentPeriods: HOURS,
      text: t(ALARMS.BriefAbsent, { stage, hours: HOURS }),
    },
  ];
}
