/** The brief of the day that ended, and the seal that it carries, with the real bundles and permissions. */

import { DeleteCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventKeyOf } from "../../../lib/cases/case-keys.ts";
import { lastSettledDay } from "../../../lib/cases/integrity/seal.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { type StageDev, stageDev } from "../../support/deployed-stack.ts";
import { notificationBody } from "../../support/notifications.ts";
import { quarantineUnderstood } from "../../support/quarantined.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let stage: StageDev;
beforeAll(async () => {
  stack = await TestStack.start({
    timeScale: 10,
    props: { desk: true, escalationEmails: ["head@company.example"] },
  });
  stage = await stageDev(stack, "Vigia-local-Operator");
});
afterAll(async () => {
  await stage.leave();
  await stack.close();
});

const dev = (...args: string[]) => stage.vigia(args);

const sendBrief = () => stack.invoke("SendBrief", {});

const ZONE = "America/Mexico_City";

/** In the first quarter of an hour after midnight the brief of the day before has yet to wait. */
const SETTLED_MS = 15 * 60_000;

/** The last day whose brief may go out, and its noon, where the officers are. */
function yesterday(): { day: string; noon: string } {
  const zone = zonedTimes("en", ZONE);
  const today = zone.startOf(zone.day(new Date(Date.now() - SETTLED_MS).toISOString()) ?? "");
  const noon = new Date(Date.parse(today) - 12 * 3_600_000).toISOString();
  return { day: zone.day(noon) ?? "", noon };
}

/** Two cases of yesterday, of which one was decided. */
async function decideOne(): Promise<void> {
  const { noon } = yesterday();
  const cases = new StoredCases(stack.database, stack.endpoints.tables.cases);
  const alertFacts = { risk: "illegal", receivedAt: noon } as const;
  const at = new Date(Date.parse(noon) + 3_600_000).toISOString();
  await cases.open(101, alertFacts, newStep("a", at, { ...NOT_REPORTABLE, note: "CANARY-NOTE" }));
  await cases.open(102, alertFacts);
}

it("lets an operator look at what comes with a desk, and confirm whom it is escalated to", async () => {
  const { out } = await dev("doctor", "--format", "jsonl");
  const findings: { about: string; state: string; text: string }[] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(findings.filter(({ state }) => state !== "ok").map(({ about }) => about)).toEqual([
    "escalation",
    ...["Last new message from the service", "Last scan"].flatMap((check) => [
      `${check}, project 1`,
      `${check}, project 2`,
    ]),
  ]);
  expect(findings.find(({ about }) => about === "escalation")?.text).toBe(
    "1 address subscribed that escalationEmails does not name",
  );
  const link = `https://sns.us-east-1.amazonaws.com/?TopicArn=${stack.endpoints.topics.escalation}&Token=invented`;
  expect((await dev("subscriptions", "confirm", link)).out).toContain(
    "Confirmed for escalation of stage dev",
  );
});

/** Text of the brief. */
let digest = "";

it("goes out once when it is asked for, and tells what is undecided", { tags: ["anywhere"] }, async () => {
  await decideOne();
  await quarantineUnderstood(stack, 7);
  await stack.post(notificationBody({ id: 1 }));
  await stack.settled();
  const before = stack.alerts().length;
  expect(await sendBrief()).toMatchObject({ outcome: "sent" });
  expect(await sendBrief()).toMatchObject({ outcome: "sent before" });
  const [brief, ...copies] = stack.alerts().slice(before);
  // A case is overdue: whom it is escalated to gets a brief of the same cases, with a reference of its own.
  expect(copies.map(({ attributes }) => attributes["kind"])).toEqual(["daily-brief"]);
  expect(copies[0]?.text).toContain("2 undecided cases");
  expect(brief?.attributes).toMatchObject({ kind: "daily-brief", projectId: '["1","2"]' });
  expect(brief?.text).toContain("2 undecided cases");
  expect(brief?.text).toContain("1  unreadable message of the last 30 days, not replayed yet");
  expect(brief?.text).toContain("1 of 2 new cases decided: in 60 min");
  digest = /\b[0-9a-f]{64}\b/.exec(brief?.text ?? "")?.[0] ?? "";
});

it("carries a seal that officers verify", { tags: ["anywhere"] }, async () => {
  stage.signIn("Vigia-local-Officer");
  const held = await dev("cases", "verify", "--seal", `${lastSettledDay(Date.now())}=${digest}`);
  expect(held).toMatchObject({ code: 0, err: "" });
  expect(held.out).toContain(
    `1 seal since ${lastSettledDay(Date.now())}, 1 recomputed from their events, 1 compared with the seals of their briefs: every seal is intact.`,
  );
});

it("shows by it which day was changed, and that the stored seal was removed", {
  tags: ["anywhere"],
}, async () => {
  const day = lastSettledDay(Date.now());
  const TableName = stack.endpoints.tables.cases;
  await stack.database.send(
    new UpdateCommand({
      TableName,
      Key: eventKeyOf({ subject: "notification#1#101", opened: "once" }, 2),
      UpdateExpression: "SET #event.note = :note",
      ExpressionAttributeNames: { "#event": "event" },
      ExpressionAttributeValues: { ":note": "Nothing to see." },
    }),
  );
  const broken = await dev("cases", "verify");
  expect(broken.code).toBe(1);
  expect(broken.out).toContain(`${day} NOT INTACT: one of its 3 events was changed or moved.`);
  expect(broken.err).toContain("Give --seal the day and seal of the last brief");
  await stack.database.send(new DeleteCommand({ TableName, Key: { subject: "seal", opened: day } }));
  const gone = await dev("cases", "verify", "--seal", `${day}=${digest}`);
  expect(gone.code).toBe(1);
  expect(gone.out).toContain(`${day} NOT INTACT: its brief has a seal, but the stored seal is missing`);
});

it("says nothing of a note, an outcome or a person outside the table of cases", {
  tags: ["anywhere"],
}, async () => {
  const { cases: _, ...others } = stack.endpoints.tables;
  for (const TableName of Object.values(others)) {
    const { Items = [] } = await stack.database.send(new ScanCommand({ TableName }));
    expect([TableName, JSON.stringify(Items)]).toEqual([
      TableName,
      expect.not.stringMatching(/CANARY|not-reportable|olga/),
    ]);
  }
  expect(JSON.stringify(stack.alerts())).not.toMatch(/CANARY|not-reportable|olga/);
});
