/** What the page System says of a deployed stack: its alarms, and their subscribers. */

import {
  CloudWatchClient,
  CloudWatchServiceException,
  DescribeAlarmsCommand,
  type MetricAlarm,
} from "@aws-sdk/client-cloudwatch";
import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { beforeEach, expect, it } from "vitest";
import { addressDigest } from "../../../../lib/aws/address-digest.ts";
import { documentClient } from "../../../../lib/aws/document-client.ts";
import { deskStores } from "../../../../lib/desk/frame/stores.ts";
import { checksOf, findings } from "../../../../lib/desk/system/findings.ts";
import { HEALTH } from "../../../../lib/i18n/catalogue/health.ts";
import type { Finding } from "../../../../lib/reports/health/checks.ts";
import { readEnvironment, serveDeskEnv } from "../../../../lib/settings/env.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { SPANISH } from "../../../support/translators.ts";

const NOW = Date.parse("2026-02-10T12:00:00Z");
const OPERATIONS = "arn:aws:sns:us-east-1:123456789012:operations";

const cloudwatch = mockClient(CloudWatchClient);
const sns = mockClient(SNSClient);

const subscribed = (Protocol: string, SubscriptionArn: string, Endpoint: string) => ({
  Subscriptions: [{ Protocol, SubscriptionArn, Endpoint }],
});

beforeEach(() => {
  cloudwatch.reset();
  sns.reset();
  const ofTopic = (TopicArn: string, NextToken?: string) =>
    sns.on(ListSubscriptionsByTopicCommand, { TopicArn, NextToken });
  // No address is subscribed to operations.
  sns.on(ListSubscriptionsByTopicCommand).resolves({});
  ofTopic("arn:alerts").resolves(subscribed("lambda", "arn:aws:sns:x", "x"));
  ofTopic("arn:escalation").resolves({
    ...subscribed("email", "arn:aws:sns:y", "head@x.example"),
    NextToken: "second",
  });
  ofTopic("arn:escalation", "second").resolves(subscribed("email", "PendingConfirmation", "board@x.example"));
});

const VARIABLES = { ...DESK_VARIABLES, OPERATIONS_TOPIC_ARN: OPERATIONS };

async function findingsWith(variables: object = {}): Promise<Finding[]> {
  const environment = readEnvironment(serveDeskEnv, { ...VARIABLES, ...variables });
  const database = documentClient();
  const stores = deskStores(environment, database);
  const wanted: object[] = [HEALTH.alarms, HEALTH.alerts, HEALTH.escalation, HEALTH.operations];
  const checks = checksOf({ database, environment, stores });
  return findings(
    checks.filter(({ about }) => wanted.includes(about)),
    { stage: "prod", isLocal: false, projectIds: [1], servedIds: [1], translator: SPANISH, now: NOW },
  );
}

it("names the alarms of the stack that fire, with what each says to do", async () => {
  const silence = { InsufficientDataActions: [OPERATIONS], EvaluationPeriods: 12, Period: 3_600 };
  const silent = (AlarmName: string, minutes: number, changes: object = {}): MetricAlarm => ({
    AlarmName,
    StateValue: "INSUFFICIENT_DATA" as const,
    ...silence,
    ...changes,
    AlarmConfigurationUpdatedTimestamp: new Date(NOW - minutes * 60_000),
  });
  const page = { ActionPrefix: OPERATIONS, MaxRecords: 100 };
  cloudwatch
    .on(DescribeAlarmsCommand, page)
    .resolves({ MetricAlarms: [{ AlarmName: "quiet", StateValue: "OK" }], NextToken: "second" })
    .on(DescribeAlarmsCommand, { ...page, NextToken: "second" })
    .resolves({
      MetricAlarms: [
        { AlarmName: "dead", StateValue: "ALARM", AlarmDescription: "Redrive them." },
        // What it waits for is due later, was due, or is waited for by no one.
        silent("silence", 60),
        silent("overdue", 12 * 60),
        silent("new", 12 * 60, { InsufficientDataActions: [] }),
        { AlarmName: "mute", StateValue: "OK", ActionsEnabled: false },
      ],
    });
  const [dead, ...others] = await findingsWith();
  expect(dead).toEqual({
    about: "Alarma dead",
    state: "failure",
    text: "está encendida",
    toDo: "Redrive them.",
  });
  expect(others).toMatchObject([
    { about: "Alarma overdue", state: "failure" },
    { about: "Alarmas", state: "warning" },
    {},
    {},
  ]);
});

it("says that trouble has no subscriber, and that a channel of the settings is not subscribed", async () => {
  cloudwatch.on(DescribeAlarmsCommand).resolves({ MetricAlarms: [{ AlarmName: "quiet", StateValue: "OK" }] });
  const [, alerts, operations] = await findingsWith();
  expect(alerts).toMatchObject({
    state: "warning",
    text: "1 suscripción; falta suscribir el canal de Slack",
  });
  expect(operations).toMatchObject({
    state: "failure",
    text: "nadie",
    toDo: "Ejecute vigia doctor --stage prod",
  });
});

it("says who of those who get escalations is not subscribed, where there is a topic for them", async () => {
  const named = ["head@x.example", "board@x.example", "left@x.example"];
  cloudwatch.on(DescribeAlarmsCommand).resolves({});
  const [, , escalation] = await findingsWith({
    ESCALATION_TOPIC_ARN: "arn:escalation",
    SUBSCRIBERS: JSON.stringify({
      ...JSON.parse(VARIABLES.SUBSCRIBERS),
      escalation: { emails: named.map((email) => addressDigest("prod", email)), slack: false },
    }),
  });
  expect(escalation).toEqual({
    about: "Quién recibe los escalamientos",
    state: "warning",
    text: "1 suscripción; sin suscripción: 1, sin confirmar: 1",
    toDo: "Ejecute vigia doctor --stage prod",
  });
});

it("says that there are no alarms, or that it could not look, and goes on with the rest", async () => {
  cloudwatch.on(DescribeAlarmsCommand).resolves({});
  expect((await findingsWith())[0]).toMatchObject({ state: "failure", about: "Alarmas" });
  const notAllowed = new CloudWatchServiceException({
    name: "AccessDenied",
    $fault: "client",
    $metadata: {},
  });
  cloudwatch.on(DescribeAlarmsCommand).rejects(notAllowed);
  const refused = await findingsWith();
  expect(refused[0]).toMatchObject({
    about: "Alarmas",
    state: "failure",
    text: "no se pudo consultar (AccessDenied)",
    toDo: "Ejecute vigia doctor --stage prod",
    byOfficer: "Actualice en un minuto. Si continúa, llame a quien opera Vigía.",
  });
  expect(refused).toHaveLength(3);
});
