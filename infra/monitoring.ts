import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  SingleValueWidget,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Construct } from "constructs";
import type { MetricName } from "../lib/aws/observe.ts";
import { longestGapMs } from "../lib/i18n/time/schedule.ts";
import { textTranslator, type ValuesOf } from "../lib/i18n/translator.ts";
import { TRAFFIC_LIMITS } from "../lib/settings/limits.ts";
import type { Settings } from "../lib/settings/settings.ts";
import { ALARMS, type AlarmName, MORE } from "./monitoring/alarm-texts.ts";
import { countMetric } from "./monitoring/metrics.ts";
import type { Parts } from "./parts.ts";

/** The alarms of a stack, by name; some are made for a desk alone, or for a schedule that CloudWatch can watch. */
type Alarms = Readonly<Partial<Record<AlarmName, Alarm>>>;

/** Condition under which an alarm fires. */
interface Condition {
  metric: IMetric;
  /** It fires above this; 0 unless said. */
  above?: number;
  /** Or it fires when there was nothing for this many periods on end. */
  absentPeriods?: number;
}

/** Calls in five minutes of another secret, or without a fresh signature. */
const AUTHENTICATION_FAILURES = 20;

/** A judgement falls into each, so that an alarm stays on as long as its cause does. */
const JUDGED_PERIOD = Duration.hours(2);

/** CloudWatch looks back a week at most. */
const MAX_HOURS = 168;

/** A day, and two hours in which a brief that failed may be sent. */
const BRIEF_HOURS = 26;

/**
 * Makes every alarm, which publishes to the operations topic, and the dashboard. Failures that another alarm covers have
 * no alarm of their own: the API answers 5xx for ReceiveWebhook and GetUser; what StoreNotifications and ScanWallets
 * cannot do grows old in their queues and becomes a dead-letter message. This holds for a failing function, and for one without
 * an execution left. Quarantined bodies, a run that ends incomplete, and one that has not moved for two hours are
 * messages of their own on the same topic.
 */
export function monitor(scope: Construct, parts: Parts): Alarms {
  const { settings, api, alerting, intake, scan, brief, shown } = parts;
  const { stage } = settings;
  const t = textTranslator(settings.language);
  const made = new Map<AlarmName, Alarm>();
  /** @param values of the alarm's text */
  const alarm = <Name extends AlarmName>(
    name: Name,
    condition: Condition,
    ...values: ValuesOf<(typeof ALARMS)[Name]["en"]>
  ): void => {
    const { metric } = condition;
    const heading = `docs/operate/alarms.md#${name.toLowerCase()}`;
    const alarmDescription = `${t(ALARMS[name], ...values)} ${t(MORE.more, { heading })}`;
    const one = new Alarm(scope, name, { metric, alarmDescription, ...thresholdOf(condition) });
    one.addAlarmAction(new SnsAction(alerting.operations));
    made.set(name, one);
  };

  const waiting = { statistic: "Maximum" };
  const webhooksDead = intake.queue.deadLetters.metricApproximateNumberOfMessagesVisible(waiting);
  alarm("WebhooksInDeadLetterQueue", { metric: webhooksDead }, { stage });
  // The age of the oldest message leaves out what was received three times: this is counted by the consumer.
  alarm("DeliveriesNotStored", { metric: countMetric("DeliveryNotStored", stage) });
  alarm("DeliveryKillsConsumer", { metric: countMetric("DeliveryKillsConsumer", stage) }, { stage });
  alarm("WebhookQueueOld", {
    metric: intake.queue.queue.metricApproximateAgeOfOldestMessage(waiting),
    above: Duration.minutes(15).toSeconds(),
  });

  const sum = { statistic: "Sum" };
  // A failure, a throttle or a missing secret in ReceiveWebhook and GetUser is answered with 5xx.
  alarm("CallsAnsweredWithServerErrors", { metric: api.stage.metricServerError(sum) }, { stage });
  alarm("UserRecordInvalid", { metric: countMetric("UserRecordInvalid", stage) });
  // Apart, so that a stranger's noise of the one sort does not hide the other, which a wrong secret makes.
  const above = AUTHENTICATION_FAILURES;
  alarm("SignaturesOfAnotherSecret", { metric: countMetric("SignatureMismatch", stage), above }, { stage });
  alarm("SignaturesMissingOrStale", { metric: countMetric("SignatureMalformedOrStale", stage), above });
  alarm("CallsThrottled", { metric: api.throttled });
  alarm("CallsUnreadable", {
    metric: new MathExpression({
      expression: "FILL(unreadable, 0) + FILL(large, 0)",
      usingMetrics: {
        unreadable: countMetric("WebhookUnreadable", stage),
        large: countMetric("RequestTooLarge", stage),
      },
      label: "bodies refused unread",
    }),
  });

  // Traffic of projects, and its absence: the owner of a project's secret can have ten years of storage, and every scan of
  // each wallet, paid for each request. StartScan judges all projects once an hour and names the affected ones in its log.
  const judge = scan.startScan.node.id;
  const limits = TRAFFIC_LIMITS;
  alarm(
    "NoWebhooks",
    { metric: countMetric("ProjectSilent", stage, JUDGED_PERIOD) },
    { stage, judge, hours: limits.silenceHours },
  );
  alarm(
    "TooManyWebhooks",
    { metric: countMetric("ProjectOverVolume", stage, JUDGED_PERIOD) },
    { stage, judge, megabytes: limits.megabytesPerDay, webhooks: limits.webhooksPerDay },
  );
  alarm(
    "TooManyNewWallets",
    { metric: countMetric("ProjectOverWallets", stage, JUDGED_PERIOD) },
    { stage, judge, wallets: limits.newWalletsPerDay },
  );

  alarm("NotificationContradicted", { metric: countMetric("NotificationContradicted", stage) }, { stage });
  alarm("ServiceReportedError", { metric: countMetric("ServiceErrorReported", stage) }, { stage });
  alarm("WebhookOversized", { metric: countMetric("WebhookOversized", stage) });
  alarm("AlertPublishingFailed", { metric: countMetric("AlertFailed", stage) }, { stage });
  alarm("AlertsUndelivered", { metric: alerting.alerts.metricNumberOfNotificationsFailed(sum) }, { stage });

  const pagesDead = scan.queue.deadLetters.metricApproximateNumberOfMessagesVisible(waiting);
  alarm("ScansInDeadLetterQueue", { metric: pagesDead }, { stage });
  const hours = hoursWithoutScan(settings);
  if (hours !== undefined) {
    const metric = countMetric("ScanCompleted", stage, Duration.hours(1));
    alarm("ScanAbsent", { metric, absentPeriods: hours }, { stage, hours });
  }
  // A call is in the dead-letter queue after all tries: the function fails, or cannot be called.
  const briefsDead = brief.deadLetters.metricApproximateNumberOfMessagesVisible(waiting);
  alarm("BriefInDeadLetterQueue", { metric: briefsDead }, { name: brief.sender.node.id });
  alarm("StartScanFailing", { metric: scan.startScan.metricErrors(sum) }, { name: judge });
  if (shown !== undefined)
    alarm("DeskFailing", {
      metric: new MathExpression({
        expression: "FILL(failed, 0) + FILL(throttled, 0)",
        usingMetrics: { failed: shown.failed, throttled: shown.throttled },
        label: "pages not shown",
      }),
    });
  // Officers hear nothing in the morning: one alarm for the schedule, the function and what it reads.
  alarm(
    "BriefAbsent",
    { metric: countMetric("BriefSent", stage, Duration.hours(1)), absentPeriods: BRIEF_HOURS },
    { hours: BRIEF_HOURS },
  );

  makeDashboard(scope, parts, [...made.values()]);
  return Object.fromEntries(made);
}

function thresholdOf({ above = 0, absentPeriods }: Condition) {
  return absentPeriods === undefined
    ? {
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        threshold: above,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }
    : {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        threshold: 1,
        evaluationPeriods: absentPeriods,
        treatMissingData: TreatMissingData.BREACHING,
      };
}

/** Undefined for a schedule so rare that CloudWatch cannot look back to its last run. */
function hoursWithoutScan({ scan, timeZone }: Settings): number | undefined {
  const gapMs = longestGapMs(scan.schedule, timeZone);
  if (gapMs === undefined) return undefined;
  // Half an interval more is the time that a long scan may take.
  const hours = Math.ceil((1.5 * gapMs) / Duration.hours(1).toMilliseconds());
  return hours > MAX_HOURS ? undefined : hours;
}

function makeDashboard(scope: Construct, { settings, api, intake, scan }: Parts, alarms: Alarm[]): void {
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
      label: "webhooks in the dead-letter queue",
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
