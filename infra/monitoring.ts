import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  SingleValueWidget,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Construct } from "constructs";
import { METRICS_NAMESPACE, type MetricName, serviceName } from "../lib/aws/observe.ts";
import { texts } from "../lib/i18n/catalogue/texts.ts";
import { longestGapMs } from "../lib/i18n/time/schedule.ts";
import { textTranslator, type ValuesOf } from "../lib/i18n/translator.ts";
import { MOST_BACKUP_HOURS } from "../lib/settings/limits.ts";
import type { Settings } from "../lib/settings/settings.ts";
import type { Throttled } from "./http-api.ts";
import type { Parts } from "./parts.ts";

/** The alarms of a stack, by name; some are made for a desk alone, or for a schedule that CloudWatch can watch. */
type Alarms = Readonly<Partial<Record<AlarmName, Alarm>>>;

/** Condition under which an alarm fires. */
interface Condition {
  metric: IMetric;
  /** It fires above this; 0 unless said. */
  above?: number;
  /** For so many periods on end; one unless said. */
  periods?: number;
  /** Or it fires, as `INSUFFICIENT_DATA`, where something came before and nothing came for this many periods on end. */
  absentPeriods?: number;
}

/** The period of all counts but those by the hour or the day. */
const PERIOD = Duration.minutes(5);

/** Calls in a period of another secret, or without a fresh signature. */
const AUTHENTICATION_FAILURES = 20;

/** A stage that hears nothing of the service for so long may be missing what it says. */
const SILENT_HOURS = 24;

/** CloudWatch looks back a week at most. */
const MAX_HOURS = 168;

/** A day, and two hours in which a brief that failed may be sent. */
const BRIEF_HOURS = 26;

/**
 * Makes every alarm, which publishes to the operations topic, and the dashboard. Failures that another alarm covers have
 * no alarm of their own: the API answers 5xx where ReceiveWebhook and GetUser fail or have no execution left. Quarantined
 * bodies, a run with a problem, and one that has not ended when the next is due are messages of their own on the same topic.
 */
export function monitor(scope: Construct, parts: Parts): Alarms {
  const { settings, api, alerting, intake, scan, brief, deskServer, backups } = parts;
  const { stage } = settings;
  const t = textTranslator(settings.language);
  const alarms = new Map<AlarmName, Alarm>();
  /** @param values of the alarm's text */
  const alarm = <Name extends AlarmName>(
    name: Name,
    condition: Condition,
    ...values: ValuesOf<(typeof ALARMS)[Name]["en"]>
  ): void => {
    const { metric } = condition;
    const heading = `docs/operate/alarms.md#${name.toLowerCase()}`;
    const alarmDescription = `${t(ALARMS[name], ...values)} ${t(MORE.more, { heading })}`;
    const alarm = new Alarm(scope, name, { metric, alarmDescription, ...thresholdOf(condition) });
    const mail = new SnsAction(alerting.operations);
    alarm.addAlarmAction(mail);
    // It begins in this state, and tells when it comes back to it: after something came, and then nothing more. CloudWatch comes to
    // it when its whole look-back is empty, which is longer than the periods. A warm-up would make it an alarm like any other, but
    // lasts two days at most: a stage with a weekly scan, or one that is not registered yet, would be told of silence.
    if (condition.absentPeriods !== undefined) alarm.addInsufficientDataAction(mail);
    alarms.set(name, alarm);
  };

  const sum = { statistic: "Sum" };
  const waiting = { statistic: "Maximum" };
  const webhooksDead = intake.queue.deadLetters.metricApproximateNumberOfMessagesVisible(waiting);
  alarm("WebhooksInDeadLetterQueue", { metric: webhooksDead }, { stage });
  alarm("MessagesGivenBack", { metric: countMetric("MessagesGivenBack", stage), periods: 2 });
  const { storeNotifications } = intake;
  alarm("StoreNotificationsFailing", {
    metric: sumOf("calls that failed or were refused", {
      errors: storeNotifications.metricErrors(sum),
      throttles: storeNotifications.metricThrottles(sum),
    }),
  });
  alarm("WebhookQueueOld", {
    metric: intake.queue.queue.metricApproximateAgeOfOldestMessage(waiting),
    above: Duration.minutes(15).toSeconds(),
  });

  // A failure, a throttle or a missing secret in ReceiveWebhook and GetUser is answered with 5xx.
  alarm("CallsAnsweredWithServerErrors", { metric: api.stage.metricServerError(sum) }, { stage });
  alarm("UserRecordInvalid", { metric: countMetric("UserRecordInvalid", stage) });
  // Apart, so that a stranger's noise of the one sort does not hide the other, which a wrong secret makes.
  const above = AUTHENTICATION_FAILURES;
  alarm("SignaturesOfAnotherSecret", { metric: countMetric("SignatureMismatch", stage), above }, { stage });
  alarm("SignaturesMissingOrStale", { metric: countMetric("SignatureMalformedOrStale", stage), above });
  alarm("CallsThrottled", { metric: throttledCalls(api) });
  alarm("CallsUnreadable", {
    metric: sumOf("bodies refused unread", {
      unreadable: countMetric("WebhookUnreadable", stage),
      large: countMetric("RequestTooLarge", stage),
    }),
  });

  alarm(
    "NoWebhooks",
    { metric: countMetric("WebhookAccepted", stage, Duration.hours(1)), absentPeriods: SILENT_HOURS },
    { stage, hours: SILENT_HOURS },
  );
  alarm("ServiceReportedError", { metric: countMetric("ServiceErrorReported", stage) }, { stage });
  alarm("WebhookOversized", { metric: countMetric("WebhookOversized", stage) });
  alarm("AlertPublishingFailed", { metric: countMetric("AlertFailed", stage) }, { stage });
  const { alerts, escalation } = alerting;
  alarm(
    "AlertsUndelivered",
    {
      metric: sumOf("messages not delivered", {
        alerts: alerts.metricNumberOfNotificationsFailed(sum),
        ...(escalation && { escalation: escalation.metricNumberOfNotificationsFailed(sum) }),
      }),
    },
    { stage },
  );

  const scansDead = scan.queue.deadLetters.metricApproximateNumberOfMessagesVisible(waiting);
  alarm("ScansInDeadLetterQueue", { metric: scansDead }, { stage });
  const hours = hoursWithoutScan(settings);
  if (hours !== undefined) {
    const metric = countMetric("ScanCompleted", stage, Duration.hours(1));
    alarm("ScanAbsent", { metric, absentPeriods: hours }, { stage, hours });
  }
  alarm("ScansFailing", {
    metric: sumOf("calls that failed", {
      starts: scan.startScan.metricErrors(sum),
      requests: scan.scanWallets.metricErrors(sum),
    }),
  });
  // The function is called each hour: the alarm comes again with each failure, also for those who subscribe later.
  alarm("BriefFailing", { metric: brief.sender.metricErrors(sum) });
  if (deskServer !== undefined)
    alarm("DeskFailing", {
      metric: throttledCalls(deskServer, { failed: deskServer.stage.metricServerError(sum) }),
    });
  if (backups !== undefined) {
    alarm("BackupFailing", { metric: sumOf("jobs without a backup", backups.missed) });
    alarm(
      "BackupAbsent",
      { metric: backups.completed, absentPeriods: MOST_BACKUP_HOURS },
      { hours: MOST_BACKUP_HOURS },
    );
  }
  // It goes off where officers hear nothing in the morning, also where the schedule is off.
  alarm(
    "BriefAbsent",
    { metric: countMetric("BriefSent", stage, Duration.hours(1)), absentPeriods: BRIEF_HOURS },
    { hours: BRIEF_HOURS },
  );

  makeDashboard(scope, parts, [...alarms.values()]);
  return Object.fromEntries(alarms);
}

function thresholdOf({ above = 0, periods = 1, absentPeriods }: Condition) {
  return absentPeriods === undefined
    ? {
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        threshold: above,
        evaluationPeriods: periods,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }
    : {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        threshold: 1,
        evaluationPeriods: absentPeriods,
        treatMissingData: TreatMissingData.MISSING,
      };
}

/** Undefined for a schedule so rare that CloudWatch cannot look back to its last run. */
function hoursWithoutScan({ scan }: Settings): number | undefined {
  const gapMs = longestGapMs(scan.schedule);
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
      label: "requests waiting",
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

function graph(title: string, metrics: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: metrics, width: 8, height: 6, leftYAxis: { min: 0 } });
}

/** The sum of counts, of which any may have nothing to count. */
function sumOf(label: string, usingMetrics: Record<string, IMetric>): MathExpression {
  return new MathExpression({ expression: sumExpression(usingMetrics), usingMetrics, label });
}

function sumExpression(metrics: Record<string, IMetric>): string {
  return Object.keys(metrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(" + ");
}

/**
 * Calls that an API refused with 429, beside other failures. API Gateway may not log all of a flood: more calls than one
 * route may have count as one.
 */
function throttledCalls(
  { stage, throttled, rate }: Throttled,
  others: Record<string, IMetric> = {},
): IMetric {
  const counted = { ...others, refused: throttled };
  const most = rate * PERIOD.toSeconds();
  return new MathExpression({
    expression: `${sumExpression(counted)} + IF(FILL(calls, 0) > ${most}, 1, 0)`,
    usingMetrics: { ...counted, calls: stage.metricCount({ statistic: "Sum", period: PERIOD }) },
    label: "calls refused or failed",
    period: PERIOD,
  });
}

/** The sum of a count over a period; all functions of a stage count as one `service`. */
function countMetric(metricName: MetricName, stage: string, period = PERIOD): Metric {
  const dimensionsMap = { service: serviceName(stage) };
  return new Metric({ namespace: METRICS_NAMESPACE, metricName, dimensionsMap, statistic: "Sum", period });
}

/** End of each text: its heading in the documents. */
const MORE = texts({
  more: { en: "More: {$heading} in the package vigia", es: "Más: {$heading} en el paquete vigia" },
});

/**
 * Text of each alarm, by its name: what happened, who is affected, and what to do next. CloudWatch sends the text as it was
 * when the stack was deployed, in the language of the settings.
 */
export const ALARMS = texts({
  WebhooksInDeadLetterQueue: {
    en: "Notifications could not be stored and are in the dead-letter queue. The compliance officer has not been alerted to them; the queue keeps them for at least 12 days. To do: find the cause in the log of StoreNotifications and with `vigia dlq list --stage {$stage}`. Remove it, then run `vigia dlq redrive --stage {$stage}`.",
    es: "Hay notificaciones que no se pudieron guardar y quedaron en la cola de mensajes fallidos. El área de cumplimiento no ha recibido alerta de ellas; la cola las conserva al menos 12 días. Qué hacer: busque la causa en la bitácora de StoreNotifications y con `vigia dlq list --stage {$stage}`. Corríjala y después ejecute `vigia dlq redrive --stage {$stage}`.",
  },
  MessagesGivenBack: {
    en: "Messages of the webhook queue have failed for ten minutes. The compliance officer is alerted late; nothing is lost, since each comes again every few minutes for more than a day. To do: read the errors in the log of StoreNotifications, and look at the AWS Health Dashboard. An outage of AWS needs nothing of you. Restore a missing permission, table or key within a day.",
    es: "Los mensajes de la cola de webhooks fallan desde hace diez minutos. El área de cumplimiento recibe sus alertas con retraso; no se pierde nada, porque cada uno vuelve cada pocos minutos durante más de un día. Qué hacer: revise los errores en la bitácora de StoreNotifications y consulte el AWS Health Dashboard. Una interrupción de AWS se resuelve sola. Si falta un permiso, una tabla o una llave, restablézcalo en menos de un día.",
  },
  StoreNotificationsFailing: {
    en: "StoreNotifications failed, or had no execution left. The compliance officer is alerted late; nothing is lost, since the messages come again for more than a day. To do: read the errors in its log. A message that ends the function each time is worked on alone, and is in the dead-letter queue after 30 hours.",
    es: "StoreNotifications falló o no tuvo ejecuciones disponibles. El área de cumplimiento recibe sus alertas con retraso; no se pierde nada, porque los mensajes vuelven durante más de un día. Qué hacer: revise los errores en su bitácora. Un mensaje que termina la función cada vez se procesa solo y pasa a la cola de mensajes fallidos después de 30 horas.",
  },
  NoWebhooks: {
    en: ".input {$hours :integer}\n.match $hours\none {{No webhook has come for at least {$hours} hour. The compliance officer may be missing notifications. To do: send one with `vigia trigger warn --stage {$stage}`. If it arrives, check the webhook URL in the service's dashboard. Otherwise run `vigia doctor --stage {$stage}`.}}\n* {{No webhook has come for at least {$hours} hours. The compliance officer may be missing notifications. To do: send one with `vigia trigger warn --stage {$stage}`. If it arrives, check the webhook URL in the service's dashboard. Otherwise run `vigia doctor --stage {$stage}`.}}",
    es: ".input {$hours :integer}\n.match $hours\none {{Desde hace al menos {$hours} hora no llega ningún webhook. Al área de cumplimiento le pueden estar faltando notificaciones. Qué hacer: envíe uno con `vigia trigger warn --stage {$stage}`. Si llega, revise la URL del webhook en el panel del servicio. Si no, ejecute `vigia doctor --stage {$stage}`.}}\n* {{Desde hace al menos {$hours} horas no llega ningún webhook. Al área de cumplimiento le pueden estar faltando notificaciones. Qué hacer: envíe uno con `vigia trigger warn --stage {$stage}`. Si llega, revise la URL del webhook en el panel del servicio. Si no, ejecute `vigia doctor --stage {$stage}`.}}",
  },
  WebhookQueueOld: {
    en: "Webhooks have waited in the queue for more than 15 minutes. The compliance officer is alerted late; nothing is lost. To do: look for errors and throttles of StoreNotifications in its log and on the dashboard.",
    es: "Hay webhooks que llevan más de 15 minutos en la cola. El área de cumplimiento recibe sus alertas con retraso; no se pierde nada. Qué hacer: busque errores y limitaciones (throttles) de StoreNotifications en su bitácora y en el tablero.",
  },
  ServiceReportedError: {
    en: "The risk service reports that its monitoring of a transaction failed. The compliance officer may be missing an alert about it. To do: read the message with `vigia notifications list --kind error --stage {$stage}`, and ask the service.",
    es: "El servicio de riesgo informa que falló su monitoreo de una operación. Al área de cumplimiento le puede faltar una alerta sobre ella. Qué hacer: lea el mensaje con `vigia notifications list --kind error --stage {$stage}` y pregunte al servicio.",
  },
  WebhookOversized: {
    en: "An authentic notification of more than 256 KiB was refused. The compliance officer does not see it: it is not stored. To do: find its request id and project in the log of ReceiveWebhook, and get the notification from the service's dashboard.",
    es: "Se rechazó una notificación auténtica de más de 256 KiB. El área de cumplimiento no la ve: no quedó guardada. Qué hacer: busque el identificador de la solicitud y el proyecto en la bitácora de ReceiveWebhook, y obtenga la notificación en el panel del servicio.",
  },
  AlertPublishingFailed: {
    en: "An alert could not be published. The compliance officer gets it late: it is tried again until it goes out. To do: read the cause in the logs of StoreNotifications and ScanWallets. `vigia notifications list --alert pending --stage {$stage}` shows what is pending.",
    es: "No se pudo publicar una alerta. El área de cumplimiento la recibe con retraso: se reintenta hasta que salga. Qué hacer: revise la causa en las bitácoras de StoreNotifications y ScanWallets. `vigia notifications list --alert pending --stage {$stage}` muestra lo pendiente.",
  },
  AlertsUndelivered: {
    en: "An alert was published, but did not reach an e-mail address or the Slack channel. The compliance officer may not have read it. An address whose mail bounced gets nothing for about a week. To do: check the subscriptions with `vigia doctor --stage {$stage}`, and show the officer `vigia notifications list --stage {$stage}`.",
    es: "Se publicó una alerta que no llegó a un correo o al canal de Slack. Es posible que el área de cumplimiento no la haya leído. Una dirección que rechazó un correo no recibe nada durante una semana, más o menos. Qué hacer: revise las suscripciones con `vigia doctor --stage {$stage}` y muestre al área de cumplimiento `vigia notifications list --stage {$stage}`.",
  },
  CallsAnsweredWithServerErrors: {
    en: "Vigía answered calls of the risk service with 5xx. The risk service did not get the user that it looked up, or resends its webhook until it gives up. To do: run `vigia doctor --stage {$stage}`, which finds a secret that was never set (`vigia secrets set`). Read the errors in the logs of ReceiveWebhook and GetUser.",
    es: "Vigía respondió con 5xx a llamadas del servicio de riesgo. El servicio de riesgo no obtuvo el usuario que consultó, o reenvía su webhook hasta que desiste. Qué hacer: ejecute `vigia doctor --stage {$stage}`, que detecta si falta configurar un secreto (`vigia secrets set`). Revise los errores en las bitácoras de ReceiveWebhook y GetUser.",
  },
  UserRecordInvalid: {
    en: "A stored user record is invalid. The risk service asked for this user and was answered with an error. To do: find the user and the wrong fields in the log of GetUser. Write the record again from your backend or with `vigia users import`.",
    es: "El expediente guardado de un usuario no es válido. El servicio de riesgo consultó a ese usuario y recibió un error. Qué hacer: busque en la bitácora de GetUser el usuario y los campos incorrectos. Vuelva a guardar el expediente desde su sistema o con `vigia users import`.",
  },
  SignaturesOfAnotherSecret: {
    en: "Calls were refused because another secret signed them. The risk service is affected if its secret differs from yours: all of its calls are refused then. To do: compare the secret with the service's dashboard (`vigia secrets list --stage {$stage}`, and `vigia verify` for a captured request). If it is right, a stranger is guessing, and throttle.rate limits the cost of that.",
    es: "Se rechazaron llamadas firmadas con otro secreto. El servicio de riesgo resulta afectado si su secreto no coincide con el de usted: entonces se rechazan todas sus llamadas. Qué hacer: compare el secreto con el del panel del servicio (`vigia secrets list --stage {$stage}`, y `vigia verify` con una solicitud capturada). Si es correcto, es un extraño que intenta adivinarlo, y throttle.rate limita lo que eso cuesta.",
  },
  SignaturesMissingOrStale: {
    en: "Calls were refused because their signature is missing or too old. The risk service is affected if its clock or its headers are wrong: all of its calls are refused then. To do: check the names of the headers and the clock with `vigia verify` for a captured request. If they are right, a stranger sends the calls: see docs/operate/floods.md in the package vigia.",
    es: "Se rechazaron llamadas sin firma o con una firma vencida. El servicio de riesgo resulta afectado si su reloj o sus encabezados están mal: entonces se rechazan todas sus llamadas. Qué hacer: revise los nombres de los encabezados y el reloj con `vigia verify` y una solicitud capturada. Si están bien, las envía un extraño: consulte docs/operate/floods.md en el paquete vigia.",
  },
  CallsThrottled: {
    en: "Calls were refused with 429, or came faster than a route may take them. The risk service is affected: its webhooks and look-ups share the limit with every other caller. To do: see on the dashboard what is refused. If it is the service's own traffic, raise throttle.rate. If a stranger uses them up, see docs/operate/floods.md in the package vigia.",
    es: "Se rechazaron llamadas con 429, o llegaron más de las que admite una ruta. El servicio de riesgo resulta afectado: sus webhooks y consultas comparten el límite con las demás llamadas. Qué hacer: vea en el tablero qué se rechaza. Si es el tráfico del propio servicio, aumente throttle.rate. Si un extraño los agota, consulte docs/operate/floods.md en el paquete vigia.",
  },
  CallsUnreadable: {
    en: "Bodies were refused before their signature was checked: not JSON, nested too deep, or over 264 KiB. The compliance officer is affected if the risk service sent them: they are not stored. To do: find their times in the access log of the API, and ask the service what it sent then. If it sent nothing, a stranger did: see docs/operate/floods.md in the package vigia.",
    es: "Se rechazaron mensajes antes de verificar su firma: no son JSON, tienen demasiados niveles o pasan de 264 KiB. El área de cumplimiento resulta afectada si los envió el servicio de riesgo: no quedaron guardados. Qué hacer: busque a qué hora llegaron en la bitácora de acceso de la API y pregunte al servicio qué envió entonces. Si no envió nada, fue un extraño: consulte docs/operate/floods.md en el paquete vigia.",
  },
  ScansInDeadLetterQueue: {
    en: "Part of a scan failed at each try and is in the dead-letter queue. The compliance officer sees old scores for its wallets, which are queued again within an hour. To do: find the cause in the log of ScanWallets and remove it. Then run `vigia dlq discard --all --queue scan --stage {$stage}`.",
    es: "Una parte de un escaneo falló en cada intento y quedó en la cola de mensajes fallidos. El área de cumplimiento ve la calificación anterior de sus billeteras, que vuelven a la cola en menos de una hora. Qué hacer: busque la causa en la bitácora de ScanWallets y corríjala. Después ejecute `vigia dlq discard --all --queue scan --stage {$stage}`.",
  },
  ScanAbsent: {
    en: ".input {$hours :integer}\n.match $hours\none {{No scan has been completed for at least {$hours} hour. The compliance officer relies on old scores. To do: run `vigia doctor --stage {$stage}`, then `vigia scan run --stage {$stage} --wait`.}}\n* {{No scan has been completed for at least {$hours} hours. The compliance officer relies on old scores. To do: run `vigia doctor --stage {$stage}`, then `vigia scan run --stage {$stage} --wait`.}}",
    es: ".input {$hours :integer}\n.match $hours\none {{Desde hace al menos {$hours} hora no se completa ningún escaneo. El área de cumplimiento trabaja con calificaciones atrasadas. Qué hacer: ejecute `vigia doctor --stage {$stage}` y después `vigia scan run --stage {$stage} --wait`.}}\n* {{Desde hace al menos {$hours} horas no se completa ningún escaneo. El área de cumplimiento trabaja con calificaciones atrasadas. Qué hacer: ejecute `vigia doctor --stage {$stage}` y después `vigia scan run --stage {$stage} --wait`.}}",
  },
  ScansFailing: {
    en: "StartScan or ScanWallets failed, so a scan of the wallets does not start or is not complete. The compliance officer relies on old scores. To do: read the errors in the logs of both and remove their cause.",
    es: "StartScan o ScanWallets falló, por lo que un escaneo de las billeteras no arranca o queda incompleto. El área de cumplimiento trabaja con calificaciones atrasadas. Qué hacer: revise los errores en las bitácoras de ambas y corrija su causa.",
  },
  DeskFailing: {
    en: "Pages of the desk fail, or are refused with 429. The compliance officer may be unable to read or decide a case. To do: read the errors in the log of ServeDesk, and the times in DeskAccessLog. If strangers call the desk, see docs/operate/floods.md in the package vigia.",
    es: "Las páginas del escritorio fallan o se rechazan con 429. Es posible que el área de cumplimiento no pueda leer ni dictaminar un caso. Qué hacer: revise los errores en la bitácora de ServeDesk y las horas en DeskAccessLog. Si son extraños los que llaman al escritorio, consulte docs/operate/floods.md en el paquete vigia.",
  },
  BriefFailing: {
    en: "SendBrief failed: a brief, or a reminder of a 24-hour notice, did not go out. The compliance officer may let a deadline pass unnoticed. To do: read the errors in the log of SendBrief and remove their cause. The next runs send what is left: you do not have to send anything.",
    es: "SendBrief falló: no salió un resumen o un recordatorio de un aviso de 24 horas. Al área de cumplimiento se le puede vencer un plazo sin que lo note. Qué hacer: revise los errores en la bitácora de SendBrief y corrija su causa. Las ejecuciones siguientes envían lo que falta: usted no tiene que reenviar nada.",
  },
  BackupFailing: {
    en: "A backup of a table was not made. The compliance officer has no locked backup of that night; the tables themselves are not affected. To do: read the reason in AWS Backup under Jobs, and remove it. The next night tries again; `vigia doctor` names the last backup of each table.",
    es: "No se hizo el respaldo de una tabla. El área de cumplimiento no tiene un respaldo bloqueado de esa noche; las tablas mismas no resultan afectadas. Qué hacer: lea la causa en AWS Backup, en Jobs, y corríjala. La noche siguiente se intenta de nuevo; `vigia doctor` nombra el último respaldo de cada tabla.",
  },
  BackupAbsent: {
    en: "No backup of any table has been made for at least {$hours} hours. The compliance officer has no locked backup of the last night. To do: look in AWS Backup whether the plan still has its rules and tables, and deploy again if it does not.",
    es: "Desde hace al menos {$hours} horas no se hace el respaldo de ninguna tabla. El área de cumplimiento no tiene un respaldo bloqueado de la última noche. Qué hacer: vea en AWS Backup si el plan conserva sus reglas y tablas y, si no, despliegue de nuevo.",
  },
  BriefAbsent: {
    en: "No brief has gone out for at least {$hours} hours. The compliance officer relies on one each morning; the next one catches up on the missing days. To do: read the errors in the log of SendBrief and remove their cause.",
    es: "Desde hace al menos {$hours} horas no sale ningún resumen. El área de cumplimiento cuenta con uno cada mañana; los días faltantes se envían con el siguiente. Qué hacer: revise los errores en la bitácora de SendBrief y corrija su causa.",
  },
});

export type AlarmName = keyof typeof ALARMS;
