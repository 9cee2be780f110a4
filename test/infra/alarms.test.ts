import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { METRIC_NAMES } from "../../lib/aws/observe.ts";
import { type Properties, resourceOf, resourcesOf, SUBSCRIBED, synthesize, targetOf } from "./synthesized.ts";

const template = synthesize();
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

const metric = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Period: z.optional(z.number()),
  Dimensions: z._default(z.array(z.object({ Name: z.string(), Value: z.unknown() })), []),
});
const part = z.union([
  z.object({ Expression: z.string() }),
  z.object({ MetricStat: z.object({ Metric: metric, Period: z.number() }) }),
]);

/** Metrics of an alarm: one metric, or the parts of an expression. */
function partsOf({ Metrics }: Properties) {
  return Metrics === undefined ? [] : z.array(part).parse(Metrics);
}

function metricsOf(alarm: Properties): z.infer<typeof metric>[] {
  if (alarm["Metrics"] === undefined) return [metric.parse(alarm)];
  return partsOf(alarm).flatMap((metricPart) =>
    "MetricStat" in metricPart
      ? [{ ...metricPart.MetricStat.Metric, Period: metricPart.MetricStat.Period }]
      : [],
  );
}

/** The period, and the metric or the expression. */
function watchedBy(alarm: Properties): [number | undefined, string] {
  const [first] = metricsOf(alarm);
  const [expression] = partsOf(alarm).flatMap((metricPart) =>
    "Expression" in metricPart ? [metricPart.Expression] : [],
  );
  return [first?.Period, expression ?? `${first?.Namespace} ${first?.MetricName}`];
}

describe("the alarms", () => {
  test.each([...alarms])(
    "%s tells operations what happened, who is affected and what to do",
    (_, { Properties }) => {
      expect(Properties["AlarmDescription"]).toMatch(
        /^[A-Z].{20,}\. The (compliance officer|risk service)\b.{10,}\. To do: .{20,}\. More: docs\/operate\/alarms\.md#[a-z]+ in the package vigia$/,
      );
      expect(Properties["AlarmDescription"].length).toBeLessThanOrEqual(1_024);
      expect(Properties["AlarmActions"].map(targetOf)).toEqual(["OperationsTopic"]);
    },
  );

  test("say so in the language of the settings, under the same names", () => {
    const template = synthesize({ language: "es" });
    expect(
      [...resourcesOf(template, "AWS::SNS::Topic").values()].map(
        ({ Properties }) => Properties["DisplayName"],
      ),
    ).toEqual(["Vigia dev: alertas", "Vigia dev: operaciones"]);
    const spanish = resourcesOf(template, "AWS::CloudWatch::Alarm");
    expect([...spanish.keys()]).toEqual([...alarms.keys()]);
    const descriptions = new Map(
      [...spanish].map(([name, { Properties }]) => [name, Properties["AlarmDescription"]]),
    );
    for (const [name, text] of descriptions) {
      expect([name, text]).toEqual([
        name,
        expect.stringMatching(
          /^\p{Lu}.{20,}\. .*(cumplimiento|servicio de riesgo)\b.{10,}\. Qué hacer: .{20,}\. Más: docs\/operate\/alarms\.md#[a-z]+ en el paquete vigia$/u,
        ),
      ]);
      expect([name, text.length <= 1_024]).toEqual([name, true]);
    }
    expect(descriptions.get("WebhooksInDeadLetterQueue")).toBe(
      "Hay notificaciones que no se pudieron guardar y quedaron en la cola de mensajes fallidos. El área de cumplimiento no ha recibido alerta de ellas; la cola las conserva al menos 12 días. Qué hacer: busque la causa en la bitácora de StoreNotifications y con `vigia dlq list --stage dev`. Corríjala y después ejecute `vigia dlq redrive --stage dev`. Más: docs/operate/alarms.md#webhooksindeadletterqueue en el paquete vigia",
    );
    expect(descriptions.get("NoWebhooks")).toContain("Desde hace al menos 24 horas no llega ningún webhook.");
  });

  test("watch all of this", () => {
    const watched = [...alarms].map(([name, { Properties: alarm }]) => {
      const sign = alarm["ComparisonOperator"] === "GreaterThanThreshold" ? ">" : "<";
      const [period, metric] = watchedBy(alarm);
      return `${name}: ${metric} ${sign} ${alarm["Threshold"]} in ${alarm["EvaluationPeriods"]} x ${period} s`;
    });
    expect(watched).toEqual([
      "WebhooksInDeadLetterQueue: AWS/SQS ApproximateNumberOfMessagesVisible > 0 in 1 x 300 s",
      "MessagesGivenBack: Vigia MessagesGivenBack > 0 in 2 x 300 s",
      "StoreNotificationsFailing: FILL(errors, 0) + FILL(throttles, 0) > 0 in 1 x 300 s",
      "WebhookQueueOld: AWS/SQS ApproximateAgeOfOldestMessage > 900 in 1 x 300 s",
      "CallsAnsweredWithServerErrors: AWS/ApiGateway 5xx > 0 in 1 x 300 s",
      "UserRecordInvalid: Vigia UserRecordInvalid > 0 in 1 x 300 s",
      "SignaturesOfAnotherSecret: Vigia SignatureMismatch > 20 in 1 x 300 s",
      "SignaturesMissingOrStale: Vigia SignatureMalformedOrStale > 20 in 1 x 300 s",
      "CallsThrottled: FILL(refused, 0) + IF(FILL(calls, 0) > 30000, 1, 0) > 0 in 1 x 300 s",
      "CallsUnreadable: FILL(unreadable, 0) + FILL(large, 0) > 0 in 1 x 300 s",
      "NoWebhooks: Vigia WebhookAccepted < 1 in 24 x 3600 s",
      "ServiceReportedError: Vigia ServiceErrorReported > 0 in 1 x 300 s",
      "WebhookOversized: Vigia WebhookOversized > 0 in 1 x 300 s",
      "AlertPublishingFailed: Vigia AlertFailed > 0 in 1 x 300 s",
      "AlertsUndelivered: FILL(alerts, 0) > 0 in 1 x 300 s",
      "ScansInDeadLetterQueue: AWS/SQS ApproximateNumberOfMessagesVisible > 0 in 1 x 300 s",
      "ScanAbsent: Vigia ScanCompleted < 1 in 36 x 3600 s",
      "ScansFailing: FILL(starts, 0) + FILL(requests, 0) > 0 in 1 x 300 s",
      "BriefFailing: AWS/Lambda Errors > 0 in 1 x 300 s",
      "BriefAbsent: Vigia BriefSent < 1 in 26 x 3600 s",
    ]);
  });

  test("watch the delivery of escalations beside that of alerts", () => {
    const escalating = resourcesOf(synthesize(SUBSCRIBED), "AWS::CloudWatch::Alarm");
    const { Properties = {} } = escalating.get("AlertsUndelivered") ?? {};
    expect(watchedBy(Properties)).toEqual([300, "FILL(alerts, 0) + FILL(escalation, 0)"]);
    expect(metricsOf(Properties).map(({ Dimensions }) => targetOf(Dimensions[0]?.Value))).toEqual([
      "AlertsTopic",
      "EscalationTopic",
    ]);
  });

  test("take so many calls as a route may have for refused ones, which the access log may lack", () => {
    const slow = synthesize({ throttle: { rate: 7 } });
    expect(watchedBy(resourceOf(slow, "AWS::CloudWatch::Alarm", "CallsThrottled"))).toEqual([
      300,
      "FILL(refused, 0) + IF(FILL(calls, 0) > 2100, 1, 0)",
    ]);
  });

  test("count what the functions count, under the name by which they count it", () => {
    const ours = [...alarms.values()]
      .flatMap(({ Properties }) => metricsOf(Properties))
      .filter(({ Namespace }) => Namespace === "Vigia");
    for (const { MetricName, Dimensions } of ours) {
      if (MetricName === "CallsThrottled-dev") continue;
      expect(METRIC_NAMES).toContain(MetricName);
      expect(Dimensions).toEqual([{ Name: "service", Value: "vigia-dev" }]);
    }
  });

  test("count throttled calls in the access log, which says nothing else of them", () => {
    const [filter] = [...resourcesOf(template, "AWS::Logs::MetricFilter").values()];
    expect(filter?.Properties).toMatchObject({
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [
        { MetricNamespace: "Vigia", MetricName: "CallsThrottled-dev", MetricValue: "1" },
      ],
    });
    expect(filter?.Properties["MetricTransformations"][0]).not.toHaveProperty("DefaultValue");
    const { AccessLogSettings } = resourceOf(template, "AWS::ApiGatewayV2::Stage", "ApiStage");
    expect(JSON.parse(AccessLogSettings.Format)).toEqual({
      requestId: "$context.requestId",
      routeKey: "$context.routeKey",
      httpMethod: "$context.httpMethod",
      status: "$context.status",
      responseLatency: "$context.responseLatency",
    });
    expect(targetOf(filter?.Properties["LogGroupName"])).toBe(targetOf(AccessLogSettings.DestinationArn));
  });

  test("cost the same for any number of projects: a function judges them all", () => {
    const projects = Array.from({ length: 34 }, (_, index) => ({ id: index + 1 }));
    const many = resourcesOf(synthesize({ projects }), "AWS::CloudWatch::Alarm");
    const watched = (alarmsByName: typeof alarms) =>
      [...alarmsByName.values()].flatMap(({ Properties }) => metricsOf(Properties));
    expect(watched(many)).toEqual(watched(alarms));
    // AWS charges an alarm for each metric that it looks at.
    expect(watched(alarms).length).toBeLessThanOrEqual(25);
  });

  test("of what projects send are judged hourly by StartScan", () => {
    const { ScheduleExpression, Target } = resourceOf(template, "AWS::Scheduler::Schedule", "ScanWatch");
    expect([ScheduleExpression, targetOf(Target.Arn), JSON.parse(Target.Input)]).toEqual([
      "rate(1 hour)",
      "StartScan",
      { trigger: "watch" },
    ]);
  });

  test("take silence for trouble only where something has to come", () => {
    const silent = [...alarms].filter(
      ([, { Properties }]) => Properties["TreatMissingData"] !== "notBreaching",
    );
    // "missing": a new alarm begins in the state that tells of silence, so it tells of none before something came.
    expect(
      silent.map(([name, { Properties }]) => [
        name,
        Properties["TreatMissingData"],
        ...Properties["InsufficientDataActions"].map(targetOf),
      ]),
    ).toEqual([
      ["NoWebhooks", "missing", "OperationsTopic"],
      ["ScanAbsent", "missing", "OperationsTopic"],
      ["BriefAbsent", "missing", "OperationsTopic"],
    ]);
  });

  test("watch the errors of every function that no caller waits for", () => {
    const watched = [...alarms.values()]
      .flatMap(({ Properties }) => metricsOf(Properties))
      .filter(({ MetricName }) => MetricName === "Errors")
      .map(({ Dimensions }) => targetOf(Dimensions[0]?.Value));
    const answering = ["ReceiveWebhook", "GetUser"];
    const others = [...resourcesOf(template, "AWS::Lambda::Function").keys()].filter(
      (name) => !answering.includes(name),
    );
    expect(watched.toSorted()).toEqual(others.toSorted());
  });

  test("wait for a scan as long as its schedule says", () => {
    const weekdays = synthesize({ scan: { schedule: "cron(0 2 ? * MON-FRI *)" } });
    expect(resourceOf(weekdays, "AWS::CloudWatch::Alarm", "ScanAbsent")["EvaluationPeriods"]).toBe(108);
  });

  test("wait no longer because of a day on which the clocks skip the scan", () => {
    const skipped = synthesize({ timeZone: "America/Tijuana", scan: { schedule: "cron(30 2 * * ? *)" } });
    expect(resourceOf(skipped, "AWS::CloudWatch::Alarm", "ScanAbsent")["EvaluationPeriods"]).toBe(36);
  });

  test("do not wait for a scan that is rarer than a week", () => {
    const rare = synthesize({ scan: { schedule: "rate(7 days)" } });
    const absent = [...alarms.keys()].filter(
      (name) => !resourcesOf(rare, "AWS::CloudWatch::Alarm").has(name),
    );
    expect(absent).toEqual(["ScanAbsent"]);
  });
});

describe("the dashboard", () => {
  test("answers the questions of the day", () => {
    const body = JSON.stringify(
      resourceOf(template, "AWS::CloudWatch::Dashboard", "Dashboard")["DashboardBody"],
    );
    for (const question of [
      "Are webhooks arriving?",
      "Are they stored?",
      "How many are illegal?",
      "How old is the queue?",
      "How far is the scan?",
    ]) {
      expect(body).toContain(question);
    }
  });
});
