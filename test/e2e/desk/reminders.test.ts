/** What officers are sent by the clock, with the real bundles under their own roles: reminders and the brief of a day. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { caseOfNotification } from "../../../lib/store/cases/case-keys.ts";
import { CaseSteps } from "../../../lib/store/cases/case-steps.ts";
import { CaseStore } from "../../../lib/store/cases/cases.ts";
import { newStep } from "../../support/case-steps.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";
import { zoneAtNoon } from "../../support/zone-at-noon.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

let stack: TestStack;
beforeAll(async () => {
  const context = { desk: true, timeZone: zoneAtNoon(), escalationEmails: ["head@company.example"] };
  stack = await TestStack.start({ context });
});
afterAll(() => stack.close());

it("an hour reminds of a suspicion and of what is undecided, of every project that there is a case of, and tells whoever it is escalated to, and does so once", async () => {
  const table = stack.stack.endpoints.tables.cases ?? "";
  const key = caseOfNotification({ key: "1#1", version: "first" });
  // Project 9 has left the settings; under 0 is what names none.
  const anchor = { subject: "anchor", opened: "2026-01-01", projectIds: [0, 1, 9] };
  await stack.database.send(new PutCommand({ TableName: table, Item: anchor }));
  for (const projectId of [1, 9, 0])
    await new CaseStore(stack.database, table).open({
      ...caseOfNotification({ key: `${projectId}#1`, version: "first" }),
      ...{ kind: "notification", projectId, risk: "illegal", dueAt: "none" },
      ...{ receivedAt: ago(72), expiresAt: 4_000_000_000 },
    });
  const steps = new CaseSteps(stack.database, table, 10);
  const seen = await steps.read(key);
  if (seen === undefined) throw new Error("The case was not opened.");
  await steps.add(seen, newStep("s", ago(13), { kind: "suspect", knownSince: ago(13) }));
  for (const hour of ["this", "the next"]) {
    const outcome = await stack.stack.functions.get("SendReminders").invoke("{}");
    expect({ hour, outcome }).toMatchObject({ hour, outcome: { ok: true } });
    const told = stack.alerts().map(({ attributes: { kind, projectId } }) => `${kind} ${projectId}`);
    const daily = ["1", "9", "0"].flatMap((project) => [`reminder ${project}`, `escalation ${project}`]);
    expect({ hour, told }).toEqual({ hour, told: ["reminder 1", ...daily] });
  }
  const log = readFileSync(join(stack.folder, "logs/SendReminders.jsonl"), "utf8");
  expect(log).toContain('"message":"a reminder was looked after"');
});

it("the brief of the day before goes out once", async () => {
  for (const law of [FINTECH_LAW, LFPIORPI]) {
    await stack.deliver(notificationBody({ id: 5, inflictedLaws: [law] }), { receivedAt: ago(20) });
    await stack.settled();
  }
  const brief = async () => {
    const outcome = await stack.stack.functions.get("SendBrief").invoke("{}");
    return outcome.ok ? JSON.parse(outcome.payload).briefs.at(-1) : outcome.error;
  };
  expect(await brief()).toMatchObject({ outcome: "sent" });
  expect(await brief()).toMatchObject({ outcome: "sent before" });
  expect(stack.alerts().at(-1)).toMatchObject({
    attributes: { kind: "daily-brief" },
    // Those that were reminded of, of each project, and the change.
    subject: expect.stringContaining("4 undecided"),
  });
});
