/** `vigia doctor`: what it finds, and how it ends. */

import { createServer, type Server } from "node:http";
import { GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listen } from "../../../../../infra/local/http/loopback.ts";
import { accessChecks } from "../../../../../lib/cli/commands/doctor/access-checks.ts";
import { runChecks } from "../../../../../lib/cli/commands/doctor/checks.ts";
import { stackChecks } from "../../../../../lib/cli/commands/doctor/doctor.ts";
import { logOf } from "../../../../../lib/cli/core/target.ts";
import { ScanRunStore } from "../../../../../lib/screening/runs/runs.ts";
import { mockClient } from "../../../../support/mock-client.ts";
import { notificationBody } from "../../../../support/notifications.ts";
import { type EmulatedSecrets, startSecrets } from "../../support/emulated-secrets.ts";
import { type Queues, startQueues } from "../../support/queues.ts";
import { receive } from "../../support/received.ts";
import { type PlaceWithTables, placeWithTables } from "../../support/tables.ts";
import { deployedTarget, jsonLines, NOW } from "../../support/test-context.ts";

const SET = {
  "arn:inbound":
    '{"1":{"webhookSecrets":[{"value":"an-invented-webhook-secret"}]},"0":{"webhookSecrets":[{"value":"secret-of-the-test-project"}]}}',
  "arn:outbound": '{"1":{"apiKeys":[{"value":"key"}]}}',
};

let queues: Queues;
let secrets: EmulatedSecrets;
let service: Server;
let place: PlaceWithTables;
let runs: ScanRunStore;
let accepted = true;

beforeAll(async () => {
  queues = await startQueues();
  secrets = await startSecrets(SET);
  service = createServer((_request, response) => {
    response.statusCode = accepted ? 200 : 401;
    response.setHeader("content-type", "application/json");
    response.end(accepted ? '{"success":true,"data":[]}' : '{"success":false,"message":"no"}');
  });
  const port = await listen(service, 0);
  const riskService = `http://127.0.0.1:${port}`;
  place = await placeWithTables({
    sqs: queues.url,
    queues: queues.urls,
    secretsmanager: secrets.url,
    riskService,
  });
  runs = new ScanRunStore(place.database, "scan-runs");
});

afterAll(async () => {
  await secrets.stop();
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
  const checks = jsonLines(out);
  return { code, findingOf: (about: string) => checks.find((finding) => finding.about === about) };
}

test("warns of what has not happened yet", async () => {
  const { code, findingOf } = await findings();
  expect(code).toBe(0);
  expect(findingOf("Last new message from the service, project 1")).toEqual({
    about: "Last new message from the service, project 1",
    state: "warning",
    text: "none received yet",
    toDo: "Check the webhook's address in the service's dashboard. To test it, run: vigia trigger warn",
  });
  expect(findingOf("Last scan, project 1")).toMatchObject({
    about: "Last scan, project 1",
    state: "warning",
    text: "none yet",
    toDo: "Check that the schedule is enabled. Start a scan with vigia scan run --project 1",
  });
  expect(findingOf("service for project 1")).toMatchObject({ state: "ok" });
});

test("fails where secrets are missing, and names the commands that set them", async () => {
  secrets.replace("arn:inbound", "{}");
  secrets.replace("arn:outbound", "{}");
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("webhook secret of project 1")).toMatchObject({
    state: "failure",
    toDo: 'run "vigia secrets set --kind webhook --project 1"',
  });
  expect(findingOf("API key of project 1")).toMatchObject({ state: "failure" });
  expect(findingOf("service")).toMatchObject({ state: "failure", text: "could not be checked" });
});

test("fails where a webhook secret can be guessed", async () => {
  secrets.replace("arn:inbound", '{"1":{"webhookSecrets":[{"value":"12345"}]}}');
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("webhook secret of project 1")).toEqual({
    about: "webhook secret of project 1",
    state: "failure",
    text: "has 5 characters, and can be guessed from a single signed call",
    toDo: 'have the service make one of 16 characters or more, and run "vigia secrets rotate --kind webhook --project 1"',
  });
});

test("says since when the first scan runs, and which wallets a scan could not know yet", async () => {
  const wallet = (index: number) => `1,137,0x${String(index).repeat(40)}`;
  const csv = ["projectId,chainId,address", wallet(1), wallet(2)].join("\n");
  const project = { ...(await place.target()), projectIds: [1] };
  const scanOf = async () => {
    const findings = await runChecks(stackChecks(project), { target: project, now: NOW });
    return findings.find(({ about }) => about === "Last scan, project 1");
  };
  const run = { projectId: 1, runId: "2026-03-01T11:30:00.000Z" };
  const totals = { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0 };
  await runs.create({ ...run, trigger: "schedule", startedAt: "2026-03-01T11:30:00.000Z" }, 2_000_000_000);
  expect(await scanOf()).toMatchObject({
    state: "none",
    text: "the first one has been running since 2026-03-01 11:30:00 UTC",
  });
  await runs.close(run, { status: "completed", endedAt: "2026-03-01T11:40:00.000Z", totals });
  await place.vigia("wallets import - --format csv", { stdin: csv });
  expect(await scanOf()).toMatchObject({
    state: "ok",
    text: "completed on 2026-03-01 11:40:00 UTC: no wallet is known; wallets known since then, for the next scan: 2",
  });
});

test("fails where the service does not accept the key", async () => {
  accepted = false;
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("service for project 1")).toMatchObject({
    state: "failure",
    text: expect.stringMatching(/^does not answer as it should: GET .* 401/),
    toDo: expect.stringContaining("vigia secrets set --project 1 --kind api-key"),
  });
});

test("is content with a fresh webhook and a complete scan, and not with alerts that wait", async () => {
  const client = place.database;
  await receive(client, notificationBody({ id: 1 }), new Date(NOW - 60_000).toISOString());
  const run = { projectId: 1, runId: "2026-03-01T03:00:00.000Z" };
  const totals = { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0 };
  await runs.create({ ...run, trigger: "schedule", startedAt: "2026-03-01T03:00:00.000Z" }, 2_000_000_000);
  await runs.close(run, { status: "completed", endedAt: "2026-03-01T03:10:00.000Z", totals });
  const good = await findings();
  expect(good.code).toBe(0);
  expect(good.findingOf("Last new message from the service, project 1")).toMatchObject({ state: "ok" });
  expect(good.findingOf("Last scan, project 1")).toMatchObject({ state: "ok" });
  expect(good.findingOf("pending alerts")).toMatchObject({ state: "ok" });
  await receive(client, notificationBody({ id: 2 }), new Date(NOW - 3_600_000).toISOString());
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("pending alerts")).toMatchObject({ state: "failure", text: "1 alert not published yet" });
});

test("fails where a table holds what another version wrote", async () => {
  const { delivered } = await receive(
    place.database,
    notificationBody({ id: 3 }),
    new Date(NOW).toISOString(),
  );
  const Key = { key: delivered.key, revision: delivered.revision };
  await place.database.send(
    new UpdateCommand({
      TableName: "notifications",
      Key,
      UpdateExpression: "SET content = :digest REMOVE digest",
      ExpressionAttributeValues: { ":digest": delivered.digest },
    }),
  );
  const { code, findingOf } = await findings();
  await place.database.send(new DeleteCommand({ TableName: "notifications", Key }));
  expect(code).toBe(1);
  expect(findingOf("stored notifications")).toEqual({
    about: "stored notifications",
    state: "failure",
    text: "the newest one cannot be read",
    toDo: "The tables of the local stack hold what this version cannot read. If `tables` in app.ts names those of another version, such as 1.0.0-rc.1, give the stack tables of its own: see docs/operate/upgrade.md.",
  });
});

test("fails where there are dead-letter messages", async () => {
  await queues.client.send(new SendMessageCommand({ QueueUrl: queues.urls.scanDlq, MessageBody: "x" }));
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("Scan requests that failed for good")).toMatchObject({
    state: "failure",
    text: "1 message, kept for at least 12 days",
    toDo: "Look at vigia dlq list, remove the cause, then run vigia dlq redrive",
  });
  expect(findingOf("Webhooks that failed for good")).toMatchObject({ state: "ok", text: "none" });
});

test("prints a table that fits 80 columns, with a last line that sums up", async () => {
  const { out } = await place.vigia("doctor", { terminal: true });
  const lines = out.trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toMatch(/^\d+ ok, 1 not there, \d+ warnings?, \d+ failures?\.$/);
});

test("fails where two have one secret", async () => {
  const hook = { webhookSecrets: [{ value: "a-secret-of-two-projects" }] };
  secrets.replace("arn:inbound", JSON.stringify({ 1: hook, 0: hook }));
  const { code, findingOf } = await findings();
  expect(code).toBe(1);
  expect(findingOf("shared secrets")).toMatchObject({
    state: "failure",
    text: "project 1 and project 0 have the same webhook secret: Vigía cannot tell who sends a call",
  });
});

test("fails where calls are not authenticated", async () => {
  const deployed = deployedTarget({ projectIds: [] });
  const inbound = { ...deployed.inbound, authentication: "none" as const };
  const [finding] = await runChecks(accessChecks.slice(0, 1), { target: { ...deployed, inbound }, now: NOW });
  expect(finding).toMatchObject({
    state: "failure",
    text: expect.stringContaining("anyone who finds the address"),
  });
});

test("says of each schedule of a deployed stack whether it is on", async () => {
  vi.stubEnv("AWS_REGION", "us-east-1");
  const scheduler = mockClient(SchedulerClient);
  scheduler
    .on(GetScheduleCommand, { Name: "nightly" })
    .resolves({
      State: "ENABLED",
      ScheduleExpression: "cron(0 2 * * ? *)",
      ScheduleExpressionTimezone: "America/Mexico_City",
    })
    .on(GetScheduleCommand, { Name: "hourly" })
    .resolves({ State: "DISABLED", ScheduleExpression: "rate(1 hour)" });
  const target = deployedTarget({ schedules: ["nightly", "hourly"] });
  const schedules = stackChecks(target).filter(({ about }) => about === "schedules");
  expect(await runChecks(schedules, { target, now: NOW })).toMatchObject([
    { about: "schedule nightly", state: "ok", text: "is on: cron(0 2 * * ? *) in America/Mexico_City" },
    { about: "schedule hourly", state: "failure", text: "is off: rate(1 hour) in UTC" },
  ]);
  scheduler.restore();
  vi.unstubAllEnvs();
});

test("names the command that reads the log of a function, also of a construct in a company's own stack", () => {
  expect(logOf(deployedTarget({ getUserLogGroup: "Ours-VigiaGetUserLog1A2B3C4D-xyz" }), "StartScan")).toBe(
    "the log of StartScan (aws logs tail --since 1h $(aws logs describe-log-groups --log-group-name-prefix Ours-VigiaStartScanLog --query 'logGroups[0].logGroupName' --output text))",
  );
});
