/** Every command with `--stage`, through CloudFormation's outputs, on a whole stack that acts as a deployed one, as an operator. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { ScanRunStore } from "../../../lib/screening/runs/runs.ts";
import { stackOutputs } from "../../../lib/settings/outputs.ts";
import type { Result } from "../../lib/cli/support/test-context.ts";
import { outputsOf, type StageDev, stageDev } from "../../support/deployed-stack.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { notificationBody } from "../../support/notifications.ts";
import { quarantineUnderstood } from "../../support/quarantined.ts";
import { TestStack } from "../../support/test-stack.ts";

const SECRET = "invented-webhook-secret";
const WALLET = "0x55555555555555555555555555555555cafe0100";
const TAKEN_OUT = "0x5555555555555555555555555555555555550000";

let stack: TestStack;
let stage: StageDev;

beforeAll(async () => {
  stack = await TestStack.start({
    timeScale: 10,
    maximumWorkers: 1,
    props: { projects: [{ id: 1, mexico: true }] },
  });
  stage = await stageDev(stack, "Vigia-local-Operator");
});

afterAll(async () => {
  await stage.leave();
  await stack.close();
});

/** Runs a command line on stage dev. */
const dev = (line: string, stdin?: string): Promise<Result> =>
  stage.vigia(line.split(" "), stdin === undefined ? {} : { stdin });

const objects = ({ out }: Result) =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const list = async (line: string) => objects(await dev(`${line} --format jsonl`));

test("finds everything that a deployed stack prints", () => {
  // This stack has no desk, no domain, and no address for escalations.
  const optional = Object.entries(stackOutputs.shape).filter(
    ([, schema]) => schema.safeParse(undefined).success,
  );
  const lacking = optional.map(([name]) => name);
  expect([...Object.keys(outputsOf(stack.stack.endpoints)), ...lacking]).toEqual(
    expect.arrayContaining(Object.keys(stackOutputs.shape)),
  );
});

test.each([
  ["notifications list", "Nothing that stage dev received matches.\n"],
  ["dlq list", "There are no dead-letter messages in stage dev.\n"],
  ["wallets list", 'No wallet in stage dev matches; "vigia wallets import --stage dev" adds wallets.\n'],
])("answers %s on an empty stack with a sentence", { tags: ["anywhere"] }, async (line, err) => {
  expect(await dev(line)).toEqual({ code: 0, out: "", err });
});

test("has nothing to show last on an empty stack", { tags: ["anywhere"] }, async () => {
  expect(await dev("notifications show last")).toMatchObject({
    code: 1,
    err: expect.stringContaining("Nothing was received by stage dev yet"),
  });
});

test("sets, rotates and lists secrets", { tags: ["anywhere"] }, async () => {
  expect((await dev("secrets set --kind webhook", "invented-old-secret")).code).toBe(0);
  expect((await dev("secrets rotate --kind webhook --overlap 1h", SECRET)).out).toContain(
    "The previous value is accepted until",
  );
  expect(await list("secrets list")).toMatchObject([
    { kind: "webhook", state: "current" },
    { kind: "webhook", state: "expiring" },
    { kind: "api-key", state: "current" },
    { projectId: 0, kind: "webhook", state: "current" },
  ]);
  expect((await dev("secrets set --kind webhook", SECRET)).code).toBe(0);
  expect((await dev("secrets list")).out).not.toContain("expiring");
});

test("loads, shows and deletes users", { tags: ["anywhere"] }, async () => {
  const lines = ["u-1", "u-2"].map((userId) => JSON.stringify({ userId, ...INVENTED_USER }));
  expect((await dev("users import - --dry-run", lines.join("\n"))).out).toMatch(/^new +u-2$/m);
  expect((await dev("users import -", lines.join("\n"))).out).toBe("2 users loaded; 0 lines refused.\n");
  expect(JSON.parse((await dev("users get u-2")).out)).toEqual(INVENTED_USER);
  expect((await dev("users delete u-2 --yes")).out).toBe("The user was deleted from stage dev.\n");
  expect((await dev("users get u-2")).err).toContain("There is no user u-2 in stage dev");
});

test("simulates every kind of webhook, and keeps them out of every list", {
  tags: ["anywhere"],
}, async () => {
  for (const kind of ["illegal", "warn", "error", "invalid", "flood --count 5"]) {
    const { code, out } = await dev(`trigger ${kind}`);
    expect([kind, code]).toEqual([kind, 0]);
    expect(out).toMatch(/In a few seconds, run: vigia .* --stage dev\n$/);
  }
  await stack.settled();
  expect(stack.alerts().map(({ subject }) => subject.slice(0, 7))).toEqual(
    stack.alerts().map(() => "[TEST] "),
  );
  expect(await list("notifications list")).toEqual([]);
  expect(await list("notifications list --project 0")).toHaveLength(9);
  const refused = await dev("trigger illegal --project 1");
  expect([refused.code, refused.err]).toEqual([
    2,
    "--project: stage dev takes tests for the test project alone. Leave --project out.\n",
  ]);
});

test("lists and shows what the service sends", { tags: ["anywhere"] }, async () => {
  const text = JSON.stringify(notificationBody({ id: 43, chainId: 1 })).replace(
    ":1000000000000000000",
    ": 1e21",
  );
  await expect.poll(async () => (await stack.post(text, { secret: SECRET })).status).toBe(200);
  await stack.settled();
  expect(await list("notifications list")).toMatchObject([
    { id: "43", amount: `1${"0".repeat(21)}`, alert: "sent" },
  ]);
  expect((await dev("notifications list")).out).toContain("1#43");
  expect((await dev("notifications show 1#43")).out).toContain("amount          1,000 ETH\n");
  expect((await dev("notifications show 1#43 --raw")).out).toBe(text);
  expect((await dev("notifications show last")).out).toContain("1#43");
  const { out } = await dev("notifications list --format csv");
  expect(out.split("\n")).toHaveLength(3);
});

test("replays a quarantined body through the whole stack", { tags: ["anywhere"] }, async () => {
  const key = await quarantineUnderstood(stack, 51);
  expect((await dev("notifications list --kind quarantined")).out).toContain(key);
  expect((await dev(`notifications replay ${key}`)).out).toContain(
    `${key}: delivered again, and becomes 1#51\n`,
  );
  await stack.settled();
  expect((await dev("notifications show 1#51")).out).toMatch(/^1#51 {2}illegal\n/);
  const again = await dev("notifications replay --all --project 0");
  expect(again.out).toMatch(
    /not understood: data\.txHash: expected text\n0 bodies delivered again, 1 not understood\.\n$/,
  );
});

test("scans imported wallets, and shows what is known of them", { tags: ["anywhere"] }, async () => {
  const csv = `projectId,chainId,address,userId\n1,1,${WALLET},u-1\n9,1,0x1,u-1\n`;
  const imported = await dev("wallets import - --format csv", csv);
  expect(imported.code).toBe(3);
  expect(imported.err).toContain("projectId: 9 is not a project of this stack (1) (line 3)");
  expect((await dev("scan status")).out).toContain("no run yet");
  const run = await dev("scan run --wait");
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/Project 1: completed\. \d known: \d scanned, 0 skipped, 0 failed, 0 missing\.\n$/);
  expect((await dev("scan status")).out).toContain("coverage  100 %");
  expect((await list("wallets list --min-score 60"))[0]).toMatchObject({ address: WALLET, score: 100 });
  expect((await dev(`wallets status ${WALLET} --chain 1`)).out).toContain("flagged");
});

test("knows a wallet by its second user too, and takes it out of the scans", {
  tags: ["anywhere"],
}, async () => {
  const owned = (user: string) => `projectId,chainId,address,userId\n1,1,${TAKEN_OUT},${user}\n`;
  const importOf = async (user: string) => (await dev("wallets import - --format csv", owned(user))).out;
  expect(await importOf("u-1")).toContain("1 new wallet, 0 known before");
  expect(await importOf("u-2")).toContain("0 new wallets, 1 known before");
  expect(await list("wallets list --user u-2")).toMatchObject([{ address: TAKEN_OUT }]);
  expect((await dev(`wallets remove ${TAKEN_OUT} --yes`)).out).toContain("removed from the scans");
  expect(await list("wallets list --user u-2")).toEqual([]);
});

test("sends dead-letter messages back, and they are worked on", async () => {
  const { queues } = stack.endpoints;
  const [, runId] = /^run +(\S+) /m.exec((await dev("scan status")).out) ?? [];
  const body = Buffer.from(JSON.stringify(notificationBody({ id: 61 })));
  const now = new Date().toISOString();
  const delivery = { deliveryId: "d-61", receivedAt: now, signedAt: now, projectId: 1, body };
  const letters = [
    { QueueUrl: queues.webhookDlq, MessageBody: encodeDelivery(delivery) },
    {
      QueueUrl: queues.scanDlq,
      MessageBody: JSON.stringify({ projectId: 1, runId, wallets: [`${WALLET}#1`] }),
    },
  ];
  for (const letter of letters) await stack.sqs.send(new SendMessageCommand(letter));
  const { out: listed } = await dev("dlq list --format jsonl");
  expect(listed).toContain("delivery d-61 of project 1");
  expect(listed).toContain(`part of run ${runId}`);
  const { code, out } = await dev("dlq redrive");
  expect(code).toBe(0);
  expect(out).toBe(
    "SQS moves about 1 message to the webhook queue.\nSQS moves about 1 message to the scan queue.\n",
  );
  await expect.poll(async () => (await dev("notifications show 1#61")).code).toBe(0);
  expect((await dev("dlq list")).err).toContain("There are no dead-letter messages");
});

test("signs as the service does, and the look-up is in the audit log", async () => {
  const { out } = await dev("sign GET /users/u-1");
  const headers = Object.fromEntries(
    out
      .trim()
      .split("\n")
      .map((line) => line.split(": ", 2)),
  );
  const reply = await fetch(`${stack.endpoints.adapter}/users/u-1`, { headers });
  expect(reply.status).toBe(200);
  const lines = (await readFile(join(stack.folder, "logs/GetUser.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ message: "user look-up", userId: "u-1", found: true, projectId: 1 }),
  );
});

test("finds nothing wrong with it, and sends a test through all of it", async () => {
  const checks = await list("doctor --send");
  expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(checks.filter(({ about }) => about.startsWith("test, "))).toHaveLength(6);
  expect(stack.alerts().at(-1)?.subject).toMatch(/^\[TEST\] \[ILLEGAL\] MX Test/);
});

test("sets rates", { tags: ["anywhere"] }, async () => {
  expect((await dev("rates set MXN 18.20 --on 2025-02-20")).out).toBe(
    "One US dollar was MXN 18.20 on 2025-02-20: set in stage dev.\n",
  );
});

test.each(["alerts", "operations"] as const)("confirms a subscription to %s", async (topic) => {
  const TopicArn = stack.endpoints.topics[topic];
  const link = `https://sns.us-east-1.amazonaws.com/?TopicArn=${TopicArn}&Token=invented`;
  expect((await dev(`subscriptions confirm ${link}`)).out).toBe(
    `Confirmed for ${topic} of stage dev: only the account can end it.\n`,
  );
});

test("ends no subscription of an address that a setting names", async () => {
  expect(await dev("subscriptions end officer@example.com --yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("take the address out of the settings and deploy"),
  });
});

test("lists and shows what is stored, and dead-letter messages more than once", {
  tags: ["anywhere"],
}, async () => {
  const { queues } = stack.endpoints;
  for (const QueueUrl of [queues.webhookDlq, queues.scanDlq])
    await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "nothing that is known" }));
  // A message that was read is there for the next reader.
  for (const look of ["first", "second"])
    expect([look, await list("dlq list")]).toMatchObject([look, [{}, {}]]);
  for (const line of READABLE) {
    const { code, err } = await dev(line);
    expect({ line, code }, err).toEqual({ line, code: 0 });
  }
});

test("shows how far a run is", { tags: ["anywhere"] }, async () => {
  const { scanRuns } = stack.endpoints.tables;
  const runs = new ScanRunStore(stack.database, scanRuns);
  const startedAt = new Date().toISOString();
  const run = { projectId: 1, runId: startedAt, trigger: "schedule" as const, startedAt };
  await runs.replaceCurrent(1, { openRun: run.runId, trigger: "schedule", startedAt }, await runs.current(1));
  await runs.create(run, 2_000_000_000);
  expect((await dev("scan status")).out).toContain("progress");
  expect((await dev("scan stop")).code).toBe(0);
});

test("names what the policy of officers does not allow", async () => {
  stage.signIn("Vigia-local-Officer");
  try {
    for (const [line, action, resource] of NOT_FOR_OFFICERS) {
      const { code, out, err } = await dev(line);
      expect({ line, code, out }).toEqual({ line, code: 1, out: "" });
      expect(err).toContain(`not authorized to perform: ${action} on resource: ${resource}`);
    }
  } finally {
    stage.signIn("Vigia-local-Operator");
  }
});

test("rotates API keys, and says where the service refuses the new one", { tags: ["anywhere"] }, async () => {
  const { code, err } = await dev("secrets rotate --kind api-key --overlap 1h", "invented-api-key");
  expect([code, err]).toEqual([1, expect.stringContaining("The service refuses this API key")]);
});

const READABLE = [
  "notifications list",
  "notifications show last",
  "notifications list --user u-1",
  "notifications list --wallet 0x1111111111111111111111111111111111111111",
  "wallets list",
  "wallets list --user u-1",
  "scan status",
];

const NOT_FOR_OFFICERS = [
  [
    "dlq list --queue scan",
    "sqs:ReceiveMessage",
    "arn:aws:sqs:us-east-1:000000000000:Vigia-local-ScanDeadLetters",
  ],
  ["users get u-1", "dynamodb:GetItem", "arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Users"],
  [
    "users delete u-1 --yes",
    "dynamodb:Query",
    "arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Wallets",
  ],
  [
    "secrets list",
    "secretsmanager:GetSecretValue",
    "arn:aws:secretsmanager:us-east-1:000000000000:secret:Vigia-local-InboundSecret",
  ],
  [
    "scan run",
    "lambda:InvokeFunction",
    "arn:aws:lambda:us-east-1:000000000000:function:Vigia-local-StartScan",
  ],
] as const;
