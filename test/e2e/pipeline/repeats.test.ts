import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onceAlertId } from "../../../lib/alerts/alerts.ts";
import { eventItems } from "../../../lib/cases/case-events.ts";
import { unreadableSubject } from "../../../lib/cases/case-keys.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 20 });
});
afterAll(() => stack.close());

/** Number of alerts so far that name a notification. */
function mentions(key: string): number {
  return stack.alerts().filter(({ text }) => new RegExp(`\\b${key}\\b`).test(text)).length;
}

describe("one notification posted three times concurrently", () => {
  it("is one row with two repeats at most and one alert, ten times over", {
    tags: ["anywhere"],
  }, async () => {
    const ids = Array.from({ length: 10 }, (_, index) => 1_000 + index);
    for (const id of ids) {
      const body = notificationBody({ id, inflictedLaws: [{ ...LFPIORPI, name: `law-${id}-end` }] });
      const replies = await Promise.all([stack.post(body), stack.post(body), stack.post(body)]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const rows = await stack.notifications();
    expect(rows.map(({ key }) => key).sort()).toEqual(ids.map((id) => `1#${id}`).sort());
    // Two in one millisecond are one receipt.
    const items = await Promise.all(rows.map((row) => stack.queries.get(row)));
    expect(items.map((item) => item?.alert.state)).toEqual(ids.map(() => "sent"));
    expect(Math.max(...items.map((item) => item?.repeats ?? 3))).toBeLessThanOrEqual(2);
    const alerted = stack.alerts().map(({ subject }) => Number(/(\d+) transactions/.exec(subject)?.[1] ?? 1));
    expect(alerted.reduce((sum, count) => sum + count, 0)).toBe(10);
  });
});

describe("a resend whose law went from warn to illegal", () => {
  it("becomes current, is alerted once, and leaves the first one as a revision", {
    tags: ["anywhere"],
  }, async () => {
    await stack.post(notificationBody({ id: 1, inflictedLaws: [FINTECH_LAW] }));
    await stack.settled();
    const worse = notificationBody({ id: 1, inflictedLaws: [{ ...FINTECH_LAW, risk: "illegal" }] });
    await stack.post(worse);
    await stack.settled();
    await stack.post(worse);
    await stack.settled();

    const foundNotification = await stack.queries.find("1#1");
    expect(foundNotification?.notification).toMatchObject({
      risk: "illegal",
      repeats: 1,
      alert: { state: "sent" },
    });
    expect(foundNotification?.revisions).toMatchObject([{ riskNow: "warn", alert: { state: "none" } }]);
    expect(mentions("1#1")).toBe(1);
    const { Items = [] } = await stack.database.send(
      new ScanCommand({ TableName: stack.endpoints.tables.alerts }),
    );
    const about = Items.filter(({ subjects }) => JSON.stringify(subjects).includes('"1#1"'));
    expect(about).toMatchObject([{ kind: "notification", state: "sent" }]);
  });
});

describe("a content that is said again after another", () => {
  it("is current again, in one place, and alerted again", { tags: ["anywhere"] }, async () => {
    const illegal = notificationBody({ id: 2 });
    for (const body of [illegal, notificationBody({ id: 2, inflictedLaws: [FINTECH_LAW] }), illegal]) {
      await stack.post(body);
      await stack.settled();
    }
    const foundNotification = await stack.queries.find("1#2");
    expect(foundNotification?.notification).toMatchObject({ riskNow: "illegal", revisions: 1 });
    expect(foundNotification?.revisions).toMatchObject([{ riskNow: "warn" }]);
    expect(mentions("1#2")).toBe(2);
  });

  it("needs no case where no content was illegal", { tags: ["anywhere"] }, async () => {
    for (const country of ["mexico", "spain"]) {
      await stack.post(notificationBody({ id: 3, inflictedLaws: [{ ...FINTECH_LAW, country }] }));
      await stack.settled();
    }
    expect((await stack.queries.find("1#3"))?.notification).toMatchObject({ risk: "warn", revisions: 1 });
  });
});

describe("a key that the contract does not know", () => {
  it("is told to operations once, also where another process told it", { tags: ["anywhere"] }, async () => {
    const alertId = onceAlertId(1, "1970-01-01T00:00:00.000Z", "unknown-key#data.told");
    await stack.database.send(
      new PutCommand({
        TableName: stack.endpoints.tables.alerts,
        Item: { projectId: "1", id: alertId, state: "sent" },
      }),
    );
    await stack.post(notificationBody({ id: 4, told: true, untold: true }));
    await stack.settled();
    const texts = stack.alerts().filter(({ topic }) => topic === "operations");
    expect(texts.map(({ text }) => [text.includes("data › untold"), text.includes("data › told")])).toEqual([
      [true, false],
    ]);
  });
});

describe("unreadable messages while their case of an earlier year is open", () => {
  it("are a step of it, and all of it is kept from now on", { tags: ["anywhere"] }, async () => {
    const { cases: table = "" } = stack.endpoints.tables;
    const key = { subject: unreadableSubject(1), opened: "2024-12-30T07" };
    const receivedAt = "2024-12-30T07:00:00.000Z";
    const facts = { kind: "quarantine" as const, projectId: 1, receivedAt, delivery: "d-1", deadlines: [] };
    await new CaseStore(stack.database, table, 10).open({ ...key, ...facts }, new Date(receivedAt));
    await stack.post({ type: "notification", data: { id: 5, projectId: 1 } });
    await stack.settled();
    const events = await eventItems({ client: stack.database, table }, key);
    expect(events.map(({ event }) => event)).toMatchObject([{ kind: "opened" }, { kind: "unreadable" }]);
    expect(new Set(events.map(({ expiresAt }) => expiresAt)).size).toBe(1);
  });
});
