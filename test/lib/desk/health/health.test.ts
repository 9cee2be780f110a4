/** What the page of health says of a deployed stack: its alarms, and who hears of them. */

import { beforeEach, expect, it } from "vitest";
import { alarmChecks } from "../../../../lib/desk/health/alarm-checks.ts";
import { type Finding, findings } from "../../../../lib/desk/health/finding.ts";
import { subscriptionChecks } from "../../../../lib/desk/health/subscription-checks.ts";
import { addressDigest } from "../../../../lib/platform/address-digest.ts";
import { readEnvironment, serveDeskEnv } from "../../../../lib/settings/env.ts";
import { DESK_VARIABLES } from "../../../support/desk/desk-environment.ts";
import { type ReceivedRequest, recordingServer } from "../../../support/servers/recording-server.ts";
import { SPANISH } from "../../../support/speakers.ts";

const NOW = Date.parse("2026-02-10T12:00:00Z");
const OPERATIONS = "arn:aws:sns:us-east-1:123456789012:operations";

let answer: { status: number; alarms: object[] };
let asked: ReceivedRequest[];
let endpoint: string;

const member = (protocol: string, arn: string, endpoint: string) =>
  `<member><TopicArn>x</TopicArn><Protocol>${protocol}</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Owner>1</Owner><Endpoint>${endpoint}</Endpoint></member>`;
const SUBSCRIBED: Record<string, string> = {
  "arn:alerts": member("lambda", "arn:aws:sns:x", "x"),
  "arn:escalation":
    member("email", "arn:aws:sns:y", "head@x.example") +
    member("email", "PendingConfirmation", "board@x.example"),
};

/** As SNS answers, with nobody who hears of the operations. */
function subscriptionsXml(topicArn: string | null): string {
  const result = `<Subscriptions>${SUBSCRIBED[topicArn ?? ""] ?? ""}</Subscriptions>`;
  return `<ListSubscriptionsByTopicResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult>${result}</ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
}

beforeEach(async () => {
  const server = await recordingServer((reply, _, { headers, body }) => {
    if (headers["x-amz-target"] === undefined)
      reply.end(subscriptionsXml(new URLSearchParams(body).get("TopicArn")));
    else reply.writeHead(answer.status).end(JSON.stringify({ MetricAlarms: answer.alarms }));
  });
  ({ url: endpoint, requests: asked } = server);
});

const VARIABLES = { ...DESK_VARIABLES, OPERATIONS_TOPIC_ARN: OPERATIONS };

async function found(alarms: object[], status = 200, variables: object = {}): Promise<Finding[]> {
  const environment = readEnvironment(serveDeskEnv, { ...VARIABLES, ...variables });
  answer = { status, alarms };
  const credentials = { accessKeyId: "x", secretAccessKey: "x" };
  const aws = { region: "us-east-1", credentials, endpointOf: () => endpoint };
  const speaker = { ...SPANISH, say: SPANISH.sayText };
  return findings([...alarmChecks(aws), ...subscriptionChecks(aws)], {
    environment,
    projectIds: [1],
    sees: [1],
    speaker,
    now: NOW,
  });
}

it("names the alarms of the stack that fire, with what each says to do", async () => {
  const silence = { TreatMissingData: "breaching", EvaluationPeriods: 12, Period: 3_600 };
  const [firing, young] = await found([
    { AlarmName: "quiet", StateValue: "OK" },
    { AlarmName: "dead", StateValue: "ALARM", AlarmDescription: "Redrive them." },
    {
      AlarmName: "silence",
      StateValue: "ALARM",
      AlarmConfigurationUpdatedTimestamp: NOW / 1_000 - 3_600,
      ...silence,
    },
  ]);
  const ofAlarms = asked.filter(({ headers }) => headers["x-amz-target"] !== undefined);
  expect(ofAlarms.map(({ body }) => JSON.parse(body))).toEqual([
    { ActionPrefix: OPERATIONS, MaxRecords: 100 },
  ]);
  expect(firing).toEqual({
    about: "Alarma dead",
    state: "failure",
    text: "está activa",
    toDo: "Redrive them.",
  });
  expect(young).toMatchObject({ about: "Alarma silence", state: "ok" });
  expect(young?.text).toContain("10 de febrero de 2026, 17:00:00 (UTC-6)");
});

it("says that nobody is told of trouble, and that a channel of the settings is not subscribed", async () => {
  const [, alerts, operations] = await found([{ AlarmName: "quiet", StateValue: "OK" }]);
  expect(alerts).toMatchObject({
    state: "warning",
    text: "1 suscripción; falta suscribir el canal de Slack",
  });
  expect(operations).toMatchObject({
    state: "failure",
    text: "nadie",
    toDo: "Pida a quien opera Vigía que ejecute: vigia doctor --stage prod",
  });
});

it("says who of those to whom it is escalated is not subscribed, where there is a topic for them", async () => {
  const named = ["head@x.example", "board@x.example", "left@x.example"];
  const [, , escalation] = await found([], 200, {
    ESCALATION_TOPIC_ARN: "arn:escalation",
    SUBSCRIBERS: JSON.stringify({
      ...JSON.parse(VARIABLES.SUBSCRIBERS),
      escalation: { emails: named.map((email) => addressDigest("prod", email)), slack: false },
    }),
  });
  expect(escalation).toEqual({
    about: "A quién se escala",
    state: "warning",
    text: "1 suscripción; sin suscripción: 1, sin confirmar: 1",
    toDo: "Pida a quien opera Vigía que ejecute: vigia doctor --stage prod",
  });
});

it("says that there are no alarms, or that it could not look, and goes on with the rest", async () => {
  expect((await found([]))[0]).toMatchObject({ state: "failure", about: "Alarmas" });
  const refused = await found([], 403);
  expect(refused[0]).toMatchObject({
    about: "Alarmas",
    state: "failure",
    text: "no se pudo consultar (AwsAnswerError)",
  });
  expect(refused).toHaveLength(3);
});
