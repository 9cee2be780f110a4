/** Every command with `--stage`, through CloudFormation's outputs, on a whole stack that acts as a deployed one, as an operator. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_BODY, sign } from "../../../lib/contract/signature.ts";
import { encodeDelivery } from "../../../lib/inbound/envelope.ts";
import { stackOutputs } from "../../../lib/settings/outputs.ts";
import { makePlace, type Place, type Result } from "../../lib/cli/support/test-context.ts";
import { outputsOf, signIn, standInFor } from "../../support/deployed-stack.ts";
import { notificationBody } from "../../support/notifications.ts";
import { quarantineUnderstood } from "../../support/quarantined.ts";
import { TestStack } from "../../support/test-stack.ts";

const SECRET = "invented-webhook-secret";
const WALLET = "0x55555555555555555555555555555555cafe0100";
const TAKEN_OUT = "0x5555555555555555555555555555555555550000";

let stack: TestStack;
let place: Place;
let leave: () => void;

beforeAll(async () => {
  stack = await TestStack.start({
    ...{ timeScale: 10, maximumWorkers: 1 },
    context: { projects: [{ id: 1, mexico: true }] },
  });
  leave = await standInFor(stack.stack, "dev", "Vigia-local-Operator");
  place = await makePlace(stack.stack.endpoints);
  await place.file("vigia.json", "{}");
});

afterAll(async () => {
  leave();
  await place.remove();
  await stack.close();
});

/** Runs a command line on stage dev. */
const dev = (line: string, stdin?: string): Promise<Result> =>
  place.vigia([...line.split(" "), "--stage", "dev"], {
    now: Date.now(),
    ...(stdin === undefined ? {} : { stdin }),
  });

const objects = ({ out }: Result) =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const list = async (line: string) => objects(await dev(`${line} --format jsonl`));

test("finds everything that a deployed stack prints", () => {
  // This stack has no desk, and no address for escalations.
  const lacking = ["DeskUrl", "DeskUserPoolId", "DeskSessionsTable", "EscalationTopicArn"];
  expect([...Object.keys(outputsOf(stack.stack.endpoints, "dev")), ...lacking]).toEqual(
    expect.arrayContaining(Object.keys(stackOutputs.shape)),
  );
});

test.each([
  ["notifications list", "Nothing that stage dev received matches."],
  ["alerts list", "No alert in stage dev matches."],
  ["quarantine list", "Nothing is quarantined in stage dev."],
  ["dlq list", "There are no dead letters in stage dev."],
  ["wallets list", "No wallet in stage dev matches;"],
  ["scan list", "There was no run in stage dev yet;"],
])("answers %s on an empty stack with a sentence", async (line, sentence) => {
  const { code, out, err } = await dev(line);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toContain(sentence);
});

test.each([
  ["notifications show last", "Nothing was received by stage dev yet"],
  ["notifications show 1#404", "There is no notification 1#404 in stage dev"],
  ["quarantine show 1#404", "There is no quarantined body 1#404 in stage dev"],
  ["users get nobody", "There is no user nobody in stage dev"],
  ["wallets show 0xnone", "The wallet 0xnone is not known to stage dev"],
  ["trigger warn --project 7", "Project 7 is not served by stage dev (served: 1)"],
])("refuses %s with a sentence", async (line, sentence) => {
  const { code, err } = await dev(line);
  expect(code).toBe(1);
  expect(err).toContain(sentence);
});

test("sets, rotates, retires and lists secrets", async () => {
  expect((await dev("secrets set --kind webhook", "invented-old-secret")).code).toBe(0);
  expect((await dev("secrets rotate --kind webhook --overlap 1h", SECRET)).out).toContain(
    '"vigia secrets retire --kind webhook --project 1 --stage dev"',
  );
  expect(await list("secrets list")).toMatchObject([
    { kind: "webhook", state: "current" },
    { kind: "webhook", state: "expiring" },
    { kind: "api-key", state: "current" },
    { projectId: null, kind: "rehearsal", state: "current" },
  ]);
  expect((await dev("secrets retire --kind webhook")).code).toBe(0);
  expect((await dev("secrets list")).out).not.toContain("expiring");
});

test("loads users from JSONL and CSV, refuses broken lines, shows and deletes", async () => {
  const fields = [
    ["userId", "u-1"],
    ["givenName", "Alba"],
    ["paternalSurname", "Ejemplo"],
    ["birthdate", "1988-04-12"],
    ["nationality", "MX"],
    ["email", "alba@example.com"],
    ["phoneNumber.countryCode", "+52"],
    ["phoneNumber.phoneNumber", "5500000000"],
    ...["country", "region", "city", "street", "colonia", "exteriorNumber", "postalCode"].map((name) => [
      `address.${name}`,
      "1",
    ]),
  ];
  const csv = `${fields.map(([name]) => name).join(",")}\n${fields.map(([, value]) => value).join(",")}\nu-3,x\n`;
  await place.file("users.csv", csv);
  expect((await dev("users import users.csv --dry-run")).out).toContain(
    "1 user can be loaded; nothing was loaded",
  );
  const imported = await dev("users import users.csv");
  expect(imported.code).toBe(3);
  expect(imported.err).toContain("users.csv, line 3: has 2 columns");
  const { out: record } = await dev("users get u-1");
  const line = JSON.stringify({ userId: "u-2", ...JSON.parse(record) });
  expect((await dev("users import -", line)).out).toBe("1 user loaded; 0 lines refused.\n");
  expect((await dev("users delete u-2 --yes")).out).toBe("The user was deleted from stage dev.\n");
  expect((await dev("users get u-2")).code).toBe(1);
});

test("simulates every kind of webhook, and keeps rehearsals apart", async () => {
  for (const kind of ["illegal", "warn", "error", "invalid", "flood --count 5"]) {
    const { code, out } = await dev(`trigger ${kind}`);
    expect([kind, code]).toEqual([kind, 0]);
    expect(out).toMatch(/In a few seconds, run: vigia .* --stage dev\n$/);
  }
  await stack.settled();
  expect(stack.alerts().map(({ subject }) => subject.slice(0, 7))).toEqual(
    stack.alerts().map(() => "[TEST] "),
  );
  for (const what of ["notifications", "alerts", "quarantine"])
    expect([what, await list(`${what} list`)]).toEqual([what, []]);
  expect(await list("notifications list --rehearsals")).toHaveLength(9);
  expect((await list("notifications list --rehearsals --risk warn"))[0]).toMatchObject({ rehearsal: true });
  const alerts = await list("alerts list --rehearsals");
  expect(alerts.map(({ rehearsal }) => rehearsal)).not.toContain(false);
  const spokenOf = alerts.flatMap(({ about }) => about.map(({ key }: { key: string }) => key));
  expect(new Set(spokenOf.map((key: string) => key.replace(/#[^#]*$/, "")))).toEqual(
    new Set(["rehearsal#1"]),
  );
  expect(spokenOf).toHaveLength(7);
});

test("lists, shows and exports what the service sends", async () => {
  const text = JSON.stringify(notificationBody({ id: 43, chainId: 1 })).replace(
    ":1000000000000000000",
    ": 1e21",
  );
  await expect
    .poll(async () => (await stack.post(text, { secret: SECRET })).status, { timeout: 10_000 })
    .toBe(200);
  await stack.settled();
  expect(await list("notifications list")).toMatchObject([
    { key: "1#43", amount: { value: `1${"0".repeat(21)}` } },
  ]);
  expect((await dev("notifications list")).out).toContain("1#43");
  expect((await dev("notifications show 1#43")).out).toContain("amount          1,000 ETH\n");
  expect((await dev("notifications show 1#43 --raw")).out).toBe(text);
  expect((await dev("notifications show last")).out).toContain("1#43");
  const { out } = await dev("notifications export --rehearsals --format csv --out all.csv");
  expect(out).toContain("10 notifications of stage dev written to all.csv.\n");
  expect((await readFile(join(place.root, "all.csv"), "utf8")).split("\n")).toHaveLength(12);
  expect(await list("alerts list")).toMatchObject([{ about: [{ key: "1#43" }], state: "sent" }]);
});

test.each([
  [51, "--stage dev"],
  [52, ""],
])("replays a quarantined body as notification %d through the whole stack %s", async (id, stage) => {
  const key = await quarantineUnderstood(stack, id);
  const vigia = (line: string) => place.vigia(`${line} ${stage}`.trim().split(" "), { now: Date.now() });
  expect((await vigia("quarantine list")).out).toContain(`can be replayed as 1#${id}`);
  expect((await vigia(`quarantine show ${key}`)).out).toContain("data.id  expected text");
  expect(await vigia(`quarantine replay ${key}`)).toEqual({
    code: 0,
    out: `${key}: stored as 1#${id}\n1 body replayed, 0 not.\n`,
    err: "",
  });
  expect((await vigia(`notifications show 1#${id}`)).out).toMatch(new RegExp(`^1#${id} {2}illegal\n`));
  const again = await vigia("quarantine replay --all");
  expect(again.out).toMatch(/not understood: data\.txHash: expected text\n0 bodies replayed, 1 not\.\n$/);
});

test("scans imported wallets, and shows what is known of them", async () => {
  const csv = `projectId,chainId,address,userId\n1,1,${WALLET},u-1\n9,1,0x1,u-1\n`;
  const imported = await dev("wallets import - --format csv", csv);
  expect(imported.code).toBe(3);
  expect(imported.err).toContain("line 3: projectId: 9 is not a project of this stack (1)");
  expect((await dev("scan status")).out).toContain("no run yet");
  const run = await dev("scan run --wait");
  expect(run.code).toBe(0);
  expect(run.out).toMatch(
    /Project 1: completed\. \d known: \d scanned, 0 recent, 0 skipped, 0 failed, 0 missing\.\n$/,
  );
  expect((await dev("scan status")).out).toContain("coverage  100 %");
  expect(await list("scan list")).toMatchObject([{ status: "completed", trigger: "manual" }]);
  expect((await list("wallets list --min-score 60"))[0]).toMatchObject({ address: WALLET, score: 100 });
  expect((await dev(`wallets show ${WALLET}`)).out).toContain("https://etherscan.io/address/");
  expect(await list(`wallets history ${WALLET}`)).toMatchObject([{ outcome: "completed", score: 100 }]);
  expect((await dev(`wallets status ${WALLET} --chain 1`)).out).toContain("flagged");
  expect((await list("alerts list")).filter(({ kind }) => kind === "wallet")).toMatchObject([
    { kind: "wallet", about: [{ address: WALLET, chainId: "1" }], state: "sent" },
  ]);
});

test("knows a wallet by its second user too, and takes it out of the scans", async () => {
  const owned = (user: string) => `projectId,chainId,address,userId\n1,1,${TAKEN_OUT},${user}\n`;
  const importOf = async (user: string) => (await dev("wallets import - --format csv", owned(user))).out;
  expect(await importOf("u-1")).toContain("1 new wallet, 0 known before");
  expect(await importOf("u-2")).toContain("0 new wallets, 1 known before");
  expect(await list("wallets list --user u-2")).toMatchObject([{ address: TAKEN_OUT }]);
  expect((await dev(`wallets remove ${TAKEN_OUT} --yes`)).out).toContain("removed from the scans");
  expect(await list("wallets list --user u-2")).toEqual([]);
});

test.each([
  [61, "--stage dev"],
  [62, ""],
])("sends dead letters back, and they are worked on: %d %s", async (id, stage) => {
  const { queues } = stack.stack.endpoints;
  const [run] = await list("scan list");
  const body = Buffer.from(JSON.stringify(notificationBody({ id })));
  const delivery = { deliveryId: `d-${id}`, receivedAt: new Date().toISOString(), projectId: 1, body };
  const letters = [
    { QueueUrl: queues.webhookDlq, MessageBody: encodeDelivery(delivery) },
    {
      QueueUrl: queues.scanDlq,
      MessageBody: JSON.stringify({ v: 1, projectId: 1, runId: run.runId, shard: 0, hop: 1 }),
    },
  ];
  for (const letter of letters) await stack.sqs.send(new SendMessageCommand(letter));
  const vigia = (line: string) => place.vigia(`${line} ${stage}`.trim().split(" "), { now: Date.now() });
  const { out: listed } = await vigia("dlq list --format jsonl");
  expect(listed).toContain(`delivery d-${id} of project 1`);
  expect(listed).toContain(`shard 0 of run ${run.runId}`);
  const { code, out } = await vigia("dlq redrive");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^webhook \S+: sent back \(delivery .*\nscan \S+: sent back \(shard .*\n2 messages sent back, 0 not\.\n$/,
  );
  await expect
    .poll(async () => (await vigia(`notifications show 1#${id}`)).code, { timeout: 10_000 })
    .toBe(0);
  expect((await vigia("dlq list")).err).toContain("There are no dead letters");
});

test("signs as the service does, and the look-up is in the audit log", async () => {
  const { out } = await dev("sign GET /users/u-1");
  const headers = Object.fromEntries(
    out
      .trim()
      .split("\n")
      .map((line) => line.split(": ", 2)),
  );
  const reply = await fetch(`${stack.stack.endpoints.adapter}/users/u-1`, { headers });
  expect(reply.status).toBe(200);
  expect(await list("audit --user u-1")).toMatchObject([{ userId: "u-1", found: true, projectId: 1 }]);
  expect((await dev("audit --user nobody")).err).toContain(
    "No look-up in the audit log of stage dev matches",
  );
});

test.each<[what: string, changes: Changes, code: number, sentence: string]>([
  ["nothing", {}, 0, "The signature is valid."],
  ["the clock", { age: 600_000 }, 1, "The signature fails: clock."],
  ["the path", { path: "/v1/users/u-1" }, 1, "The signature fails: path."],
  ["the body", { canonicalBody: "" }, 1, "The signature fails: body."],
  ["the secret", { secret: "another" }, 1, "The signature fails: secret."],
])(
  "says of a request that %s is wrong",
  async (_, { age = 0, secret = SECRET, ...changes }, code, sentence) => {
    const timestamp = String(Date.now() - age);
    const parts = { method: "GET", path: "/users/u-1", canonicalBody: NO_BODY, timestamp, ...changes };
    const signature = sign(parts, secret);
    const request = `verify GET /users/u-1 --signature ${signature} --timestamp ${timestamp}`;
    const { out, ...result } = await dev(request);
    expect(result.code).toBe(code);
    expect(out).toContain(sentence);
  },
);

/** Signing of a request, beside its own claims. */
interface Changes {
  /** Age, in milliseconds. */
  age?: number;
  path?: string;
  canonicalBody?: string;
  secret?: string;
}

test("finds nothing wrong with it but in the record of a user, and simulates through all of it", async () => {
  const found = await list("doctor");
  expect(found.filter(({ state }) => state !== "ok").map(({ about, text }) => [about, text])).toEqual([
    ["User records", expect.stringMatching(/^1 of 1 user has fields that a Mexican report would reject/)],
  ]);
  const { code, out } = await dev("smoke");
  expect({ code, last: out.trim().split("\n").at(-1) }).toEqual({ code: 0, last: "Passed." });
  expect(stack.alerts().at(-1)?.subject).toMatch(/^\[TEST\] \[ILLEGAL\] MX Rehearsal/);
});

test("sets, lists and deletes rates", async () => {
  expect((await dev("rates set MXN 18.20 --on 2025-02-20")).out).toBe(
    "One US dollar was MXN 18.20 on 2025-02-20: set in stage dev.\n",
  );
  expect(await list("rates list MXN")).toMatchObject([{ currency: "MXN", day: "2025-02-20", rate: "18.20" }]);
  expect((await dev("rates delete MXN --on 2025-02-20")).code).toBe(0);
  expect(await list("rates list MXN")).toEqual([]);
});

test.each(["alerts", "operations"] as const)("asks a subscriber of %s again, and confirms", async (topic) => {
  const renewed = await dev(`subscriptions renew officer@example.com --topic ${topic} --yes`);
  expect(renewed.out).toContain("asks officer@example.com to confirm");
  const TopicArn = stack.stack.endpoints.topics[topic];
  const link = `https://sns.us-east-1.amazonaws.com/?TopicArn=${TopicArn}&Token=invented`;
  expect((await dev(`subscriptions confirm ${link}`)).out).toBe(
    `Confirmed for ${topic} of stage dev: only the account can end it.\n`,
  );
});

test("lists and shows to an operator what a reader sees", async () => {
  const { queues } = stack.stack.endpoints;
  for (const QueueUrl of [queues.webhookDlq, queues.scanDlq])
    await stack.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: "nothing that is known" }));
  // A message that was read is there for the next reader.
  for (const look of ["first", "second"])
    expect([look, await list("dlq list")]).toMatchObject([look, [{}, {}]]);
  const [alert] = await list("alerts list");
  for (const line of [...READABLE, `alerts show ${alert.id}`]) {
    const { code, err } = await dev(line);
    expect({ line, code }, err).toEqual({ line, code: 0 });
  }
});

test("lists and shows to a reader, and names what a reader may not do", async () => {
  signIn("Vigia-local-Reader");
  try {
    const alerts = await list("alerts list");
    const [newest, ofWallet] = [alerts[0], alerts.find(({ kind }) => kind === "wallet")];
    for (const line of [...READABLE, ...[newest, ofWallet].map(({ id }) => `alerts show ${id}`)]) {
      const { code, err } = await dev(line);
      expect({ line, code }, err).toEqual({ line, code: 0 });
    }
    for (const [line, action, resource] of NOT_FOR_READERS) {
      const { code, out, err } = await dev(line);
      expect({ line, code, out }).toEqual({ line, code: 1, out: "" });
      expect(err.replace(/\s+/g, " ")).toContain(
        `AWS does not allow your credentials ${action} on ${resource}: attach the managed policy in the output OperatorPolicyArn of the stack of stage dev to your role, or the one in ReaderPolicyArn if listing and showing is enough.`,
      );
    }
  } finally {
    signIn("Vigia-local-Operator");
  }
});

test("rotates API keys", async () => {
  expect((await dev("secrets rotate --kind api-key --overlap 1h", "invented-api-key")).code).toBe(0);
  expect((await dev("secrets retire --kind api-key")).code).toBe(0);
});

const READABLE = [
  "notifications list",
  "notifications show last",
  "notifications export --format csv --out reader.csv --force",
  "alerts list",
  "quarantine list",
  "notifications list --user u-1",
  "wallets list",
  "wallets list --user u-1",
  "rates list MXN",
  "scan status",
  `wallets show ${WALLET}`,
  `wallets history ${WALLET}`,
  "scan list",
  "audit",
];

const NOT_FOR_READERS = [
  [
    "dlq list --queue scan",
    "sqs:ReceiveMessage",
    "arn:aws:sqs:us-east-1:000000000000:Vigia-local-ScanDeadLetters",
  ],
  ["users get u-1", "dynamodb:GetItem", "arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Users"],
  [
    "users delete u-1 --yes",
    "dynamodb:DeleteItem",
    "arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Users",
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
