/** Scheduled messages to officers, with the real bundles under their own roles: reminders and the brief of a day. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lastSettledDay } from "../../../lib/cases/integrity/seal.ts";
import { newStep } from "../../support/case-steps.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { TestStack } from "../../support/test-stack.ts";
import { zoneAtNoon } from "../../support/zone-at-noon.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

let stack: TestStack;
beforeAll(async () => {
  const projects = [{ id: 1 }, { id: 9, retired: true }];
  const props = { projects, desk: true, timeZone: zoneAtNoon(), escalationEmails: ["head@company.example"] };
  stack = await TestStack.start({ timeScale: 10, props });
});
afterAll(() => stack.close());

const published = () =>
  stack.alerts().map(({ topic, attributes: { kind, projectId } }) => [topic, kind, projectId]);

it("an hour reminds of a running 24-hour notice, of every project but the test project, and does so once", {
  tags: ["anywhere"],
}, async () => {
  const { cases: table } = stack.endpoints.tables;
  const cases = new StoredCases(stack.database, table);
  const alertFacts = { risk: "illegal", receivedAt: ago(72) } as const;
  for (const projectId of [1, 9, 0])
    await cases.open(
      1,
      { ...alertFacts, projectId },
      newStep("s", ago(13), { kind: "suspect", knownSince: ago(13) }),
    );
  for (const hour of ["this", "the next"]) {
    await stack.invoke("SendBrief", { send: "reminders" });
    expect({ hour, told: published() }).toEqual({
      hour,
      told: ["1", "9"].map((project) => ["alerts", "reminder", project]),
    });
  }
});

it("an hour's reminders leave a line in the log", () => {
  const log = readFileSync(join(stack.folder, "logs/SendBrief.jsonl"), "utf8");
  expect(log).toContain('"message":"a reminder was looked after"');
});

it("the brief of the day before goes out once, and to those it is escalated to where something is overdue", {
  tags: ["anywhere"],
}, async () => {
  for (const law of [FINTECH_LAW, LFPIORPI]) {
    await stack.deliver(notificationBody({ id: 5, inflictedLaws: [law] }), { receivedAt: ago(20) });
    await stack.settled();
  }
  const cases = new StoredCases(stack.database, stack.endpoints.tables.cases);
  await cases.open(2, { risk: "illegal", receivedAt: ago(900), dueAt: ago(100) });
  const seal = { subject: "seal", opened: lastSettledDay(Date.now()), digest: "not one" };
  await stack.database.send(new PutCommand({ TableName: stack.endpoints.tables.cases, Item: seal }));
  const before = published().length;
  const brief = () => stack.invoke("SendBrief", {});
  expect(await brief()).toMatchObject({ outcome: "sent" });
  expect(await brief()).toMatchObject({ outcome: "sent before" });
  expect(published().slice(before)).toEqual([
    ["alerts", "daily-brief", '["1","9"]'],
    ["escalation", "daily-brief", '["1","9"]'],
  ]);
  // One of each project, the overdue one, and that of the notification: its revision opens none.
  expect(stack.alerts().at(-1)?.text).toContain("4 undecided cases");
  expect(stack.alerts().at(before)?.text).toContain("The stored seal is invalid or was altered.");
});

it("a night's start names who is escalated to among those whom no message reaches", async () => {
  const before = stack.alerts().length;
  await stack.invoke("StartScan", { trigger: "schedule" });
  const text = expect.stringContaining("escalation: 1 e-mail address not subscribed; no subscription works.");
  expect(stack.alerts().slice(before)).toMatchObject([
    { attributes: { kind: "subscription-problem" }, text },
  ]);
});
