/** `vigia doctor`: what it finds, and how it ends. */

import { createServer, type Server } from "node:http";
import {
  GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopicCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "../../../../../infra/local/http/loopback.ts";
import { accessChecks } from "../../../../../lib/cli/commands/doctor/access-checks.ts";
import { runChecks } from "../../../../../lib/cli/commands/doctor/checks.ts";
import { tableChecks } from "../../../../../lib/cli/commands/doctor/deployed-checks.ts";
import { recordChecks } from "../../../../../lib/cli/commands/doctor/doctor.ts";
import { ScanRunStore } from "../../../../../lib/scans/runs/scan-runs.ts";
import { INVENTED_USER } from "../../../../support/invented-user.ts";
import { mockClient } from "../../../../support/mock-client.ts";
import { notificationBody } from "../../../../support/notifications.ts";
import { type Queues, startQueues } from "../../support/queues.ts";
import { receive } from "../../support/received.ts";
import { type FakeSecrets, fakeSecrets } from "../../support/secrets-manager.ts";
import { type PlaceWithTables, placeWithTables } from "../../support/tables.ts";
import { deployedTarget, jsonLines, NOW } from "../../support/test-context.ts";

const SET = {
  "arn:inbound":
    '{"1":{"webhookSecrets":[{"value":"an-invented-webhook-secret"}]},"rehearsal":{"secrets":[{"value":"stage"}]}}',
  "arn:outbound": '{"1":{"apiKeys":[{"value":"key"}]}}',
};

let queues: Queues;
let secrets: FakeSecrets;
let service: Server;
let place: PlaceWithTables;
let runs: ScanRunStore;
let accepted = true;

beforeAll(async () => {
  queues = await startQueues();
  secrets = fakeSecrets(SET);
  service = createServer((_request, response) => {
    response.statusCode = accepted ? 200 : 401;
    response.setHeader("content-type", "application/json");
    response.end(accepted ? '{"success":true,"data":[]}' : '{"success":false,"message":"no"}');
  });
  const port = await listen(service, 0);
  const riskService = `http://127.0.0.1:${port}`;
  place = await placeWithTables({ sqs: queues.url, queues: queues.urls, riskService });
  runs = new ScanRunStore(place.database, "scan-runs");
});

afterAll(async () => {
  secrets.restore();
  service.close();
  await place.remove();
  await queues.stop();
});

beforeEach(() => {
  accepted = true;
  for (const [id, text] of Object.entries(SET)) secrets.replace(id, text);
});

async function findings(...args: string[]) {
  const { out, code } = await place.vigia(["doctor", "--format", "jsonl", ...args]);
  const found = jsonLines(out);
  return { code, of: (about: string) => found.find((finding) => finding.about === about) };
}

test("warns of what has not happened yet, and fails on warnings only when strict", async () => {
  const { code, of } = await findings();
  expect(code).toBe(0);
  expect(of("Last new message from the service, project 1")).toEqual({
    about: "Last new message from the service, project 1",
    state: "warning",
    text: "none received yet",
    toDo: "Check the webhook's address in the service's dashboard. To test it, run: vigia trigger warn --project 1",
  });
  expect(of("Last scan, project 1")).toEqual({
    about: "Last scan, project 1",
    state: "warning",
    text: "none yet",
    toDo: "Check that the schedule is enabled. Start a scan with vigia scan run --project 1",
  });
  expect(of("service for project 1")).toMatchObject({ state: "ok" });
  expect((await findings("--strict")).code).toBe(1);
});

test("counts the users that a Mexican report would not take, and names fields alone", async () => {
  await place.vigia("users import -", {
    stdin: JSON.stringify({ userId: "u-9", ...INVENTED_USER }),
  });
  const { of } = await findings();
  expect(of("User records")).toEqual({
    about: "User records",
    state: "warning",
    text: "1 of 1 user has fields that a Mexican report would reject: userId (1), givenName (1), maternalSurname (1), paternalSurname (1), address.street (1), address.colonia (1)",
    toDo: 'ask a person who may read them to run "vigia users check"',
  });
});

test("fails where secrets are missing, and names the commands that set them", async () => {
  secrets.replace("arn:inbound", "{}");
  secrets.replace("arn:outbound", "{}");
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("webhook secret of project 1")).toMatchObject({
    state: "failure",
    toDo: 'run "vigia secrets set --kind webhook --project 1"',
  });
  expect(of("API key of project 1")).toMatchObject({ state: "failure" });
  expect(of("service")).toMatchObject({ state: "failure", text: "could not be checked" });
});

test("fails where a webhook secret can be guessed", async () => {
  secrets.replace("arn:inbound", '{"1":{"webhookSecrets":[{"value":"12345"}]}}');
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("webhook secret of project 1")).toEqual({
    about: "webhook secret of project 1",
    state: "failure",
    text: "has 5 characters, and can be guessed from a single signed call",
    toDo: 'have the service make one of 16 characters or more, and run "vigia secrets rotate --kind webhook --project 1"',
  });
});

test("names users whose records are not valid, and nothing else of them", async () => {
  for (const userId of ["u-bad-1", "u-bad-2"])
    await place.database.send(
      new PutCommand({ TableName: "users", Item: { userId, givenName: 7, email: "ana@x.example" } }),
    );
  const { of } = await findings();
  for (const userId of ["u-bad-1", "u-bad-2"])
    await place.database.send(new DeleteCommand({ TableName: "users", Key: { userId } }));
  expect(of("User records")).toEqual({
    about: "User records",
    state: "failure",
    text: expect.stringMatching(
      /^2 records not valid, whose look-ups are answered with 500: u-bad-[12], u-bad-[12]$/,
    ),
    toDo: 'see what is wrong with "vigia users check", and import these users again',
  });
});

test("names a table that is missing", async () => {
  const target = { ...(await place.target()), stage: undefined };
  const tables = { ...target.tables, rates: "rates-of-before" };
  expect(await runChecks(tableChecks, { target: { ...target, tables }, now: NOW })).toEqual([
    {
      about: "table rates-of-before",
      state: "failure",
      text: "does not exist: rates can be neither read nor written",
      toDo: "restore it, and set tables.rates in app.ts to its name, as docs/operate/restore.md in the package vigia says",
    },
  ]);
});

test("says how far the first scan is, and which wallets a scan could not know yet", async () => {
  const wallet = (index: number) => `1,137,0x${String(index).repeat(40)}`;
  const csv = ["projectId,chainId,address", wallet(1), wallet(2)].join("\n");
  const project = { ...(await place.target()), projectIds: [1] };
  const scanOf = async () => {
    const found = await runChecks(recordChecks(project), { target: project, now: NOW });
    return found.find(({ about }) => about === "Last scan, project 1");
  };
  const run = { projectId: 1, runId: "2026-03-01T11:30:00.000Z-abcdef" };
  await runs.create({ ...run, trigger: "schedule", startedAt: "2026-03-01T11:30:00.000Z" }, 2_000_000_000);
  expect(await scanOf()).toMatchObject({
    state: "ok",
    text: "the first one has been running since 2026-03-01 11:30:00 UTC; wallets reached so far: 0",
  });
  await runs.close(run, { status: "completed", endedAt: "2026-03-01T11:40:00.000Z" });
  await place.vigia("wallets import - --format csv", { stdin: csv });
  expect(await scanOf()).toMatchObject({
    state: "ok",
    text: "completed on 2026-03-01 11:40:00 UTC: no wallet is known; wallets known since then, for the next scan: 2",
  });
});

test("fails where two have one secret, and warns where rehearsals have none", async () => {
  const hook = { webhookSecrets: [{ value: "hook" }] };
  secrets.replace("arn:inbound", JSON.stringify({ 1: hook, 2: hook, rehearsal: { secrets: [] } }));
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("shared secrets")).toEqual({
    about: "shared secrets",
    state: "failure",
    text: "project 1 and project 2 have the same webhook secret: Vigía cannot tell who sends a call",
    toDo: 'get each project a secret of its own from the service, and run "vigia secrets set --kind webhook --project <id>"',
  });
  expect(of("rehearsal secret")).toMatchObject({
    state: "warning",
    toDo: 'run "vigia secrets set --kind rehearsal"',
  });
});

test("fails where the service does not accept the key", async () => {
  accepted = false;
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("service for project 1")).toMatchObject({
    state: "failure",
    text: "does not answer as it should",
  });
  expect(of("service for project 1").toDo).toContain("401");
});

test("is content with a fresh webhook and a complete scan, and not with alerts that wait", async () => {
  const client = place.database;
  await receive(client, notificationBody({ id: 1 }), new Date(NOW - 60_000).toISOString());
  const run = { projectId: 1, runId: "2026-03-01T03:00:00.000Z-abcdef" };
  await runs.create({ ...run, trigger: "schedule", startedAt: "2026-03-01T03:00:00.000Z" }, 2_000_000_000);
  await runs.close(run, { status: "completed", endedAt: "2026-03-01T03:10:00.000Z" });
  const good = await findings();
  expect(good.code).toBe(0);
  expect(good.of("Last new message from the service, project 1")).toMatchObject({ state: "ok" });
  expect(good.of("Last scan, project 1")).toMatchObject({ state: "ok" });
  expect(good.of("pending alerts")).toMatchObject({ state: "ok" });
  await receive(client, notificationBody({ id: 2 }), new Date(NOW - 3_600_000).toISOString());
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("pending alerts")).toMatchObject({ state: "failure", text: "1 alert not published yet" });
});

test("warns of errors that the service reported, and quotes the newest", async () => {
  expect((await findings()).of("Errors that the service reported")).toMatchObject({ state: "ok" });
  const receivedAt = new Date(NOW - 3_600_000).toISOString();
  await receive(place.database, { type: "error", data: "The index is behind." }, receivedAt);
  expect((await findings()).of("Errors that the service reported")).toMatchObject({
    state: "warning",
    text: '1 in the last 24 hours: "The index is behind."',
  });
});

test("fails where there are dead letters", async () => {
  await queues.client.send(new SendMessageCommand({ QueueUrl: queues.urls.scanDlq, MessageBody: "x" }));
  const { code, of } = await findings();
  expect(code).toBe(1);
  expect(of("Scan pages that failed for good")).toMatchObject({
    state: "failure",
    text: "1 message, kept for at least 12 days",
    toDo: "For those who run Vigía: look at vigia dlq list, remove the cause, then run vigia dlq redrive",
  });
  expect(of("Webhooks that failed for good")).toMatchObject({ state: "ok", text: "none" });
});

test("prints a table that fits 80 columns, with a last line that sums up", async () => {
  const { out } = await place.vigia("doctor", { terminal: true });
  const lines = out.trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toMatch(/^\d+ ok, \d+ warnings?, \d+ failures?\.$/);
});

const deployed = deployedTarget({ projectIds: [] });

test("says who confirmed their e-mail subscription, and whether Slack is subscribed", async () => {
  process.env["AWS_REGION"] ??= "us-east-1";
  const sns = mockClient(SNSClient);
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: "arn:alerts" }).resolves({
    Subscriptions: [
      { Protocol: "email", SubscriptionArn: "PendingConfirmation" },
      { Protocol: "email", SubscriptionArn: "arn:aws:sns:1" },
      { Protocol: "https", Endpoint: "https://global.sns-api.chatbot.amazonaws.com" },
    ],
  });
  sns
    .on(GetSubscriptionAttributesCommand, { SubscriptionArn: "arn:aws:sns:1" })
    .resolves({ Attributes: { ConfirmationWasAuthenticated: "false" } });
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: "arn:operations" }).resolves({ Subscriptions: [] });
  const found = await runChecks(accessChecks, { target: deployed, now: NOW });
  sns.restore();
  expect(found).toEqual([
    { about: "authentication", state: "ok", text: "every call must be signed" },
    { about: "rehearsal secret", state: "ok", text: "is set" },
    {
      about: "alerts",
      state: "warning",
      text: "1 of 2 e-mail subscriptions not confirmed",
      toDo: "copy the link in the message from AWS Notifications and run \"vigia subscriptions confirm '<link>' --stage dev\"",
    },
    {
      about: "alerts by e-mail",
      state: "warning",
      text: "1 of 1 subscription can be ended by anyone who has one of its mails",
      toDo: 'run "vigia subscriptions renew <address> --topic alerts --stage dev", then "vigia subscriptions confirm \'<link>\' --stage dev"',
    },
    { about: "Slack for alerts", state: "ok", text: "a channel is subscribed" },
    {
      about: "operations",
      state: "failure",
      text: "reach no one: the engineers have no e-mail subscription and no Slack channel",
      toDo: "set operationsEmails in app.ts and deploy, or subscribe to the topic",
    },
    { about: "Slack for operations", state: "ok", text: "not configured" },
  ]);
});

test("fails where calls are not authenticated", async () => {
  const inbound = { ...deployed.inbound, authentication: "none" as const };
  const [found] = await runChecks(accessChecks.slice(0, 1), { target: { ...deployed, inbound }, now: NOW });
  expect(found).toMatchObject({
    state: "failure",
    text: expect.stringContaining("anyone who finds the address"),
  });
});
