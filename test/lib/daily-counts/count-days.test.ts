/** Counting over the emulated tables, as the function does each night. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { newCase } from "../../../lib/cases/new-case.ts";
import { type CountEvent, countDays, countEvent } from "../../../lib/daily-counts/count-days.ts";
import { DayContents } from "../../../lib/daily-counts/day-contents.ts";
import { sumDays } from "../../../lib/daily-counts/day-count.ts";
import { ALL_DAYS, DayStore, type StoredDay } from "../../../lib/daily-counts/days.ts";
import { TouchedDays } from "../../../lib/daily-counts/touched-days.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";
import { readDelivery } from "../../../lib/intake/delivery.ts";
import { recordContent } from "../../../lib/intake/recording.ts";
import { NotificationStore } from "../../../lib/notifications/notifications.ts";
import { DESK_TABLE_SHAPES, TABLE_SHAPES } from "../../../lib/tables/table-shapes.ts";
import { newStep, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { createTables } from "../../support/shaped-table.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const TIME_ZONE = "America/Mexico_City";
const NIGHT = "2026-03-20T10:00:00.000Z";
const PROJECTS = [{ id: 1, mexico: false }];

const { client, stop } = await startTables({});
afterAll(stop);
let tables = { notifications: "", cases: "" };
let made = 0;

beforeEach(async () => {
  made++;
  tables = { notifications: `Notifications${made}`, cases: `Cases${made}` };
  await createTables(client, {
    [tables.notifications]: TABLE_SHAPES.notifications,
    [tables.cases]: DESK_TABLE_SHAPES.cases,
  });
});

/** Stores a notification as the consumer does, with its case where it is illegal. */
async function receive(id: number, receivedAt: string, laws: object[] = [LFPIORPI]): Promise<string> {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, inflictedLaws: laws })));
  const delivery = { deliveryId: `d-${id}`, receivedAt, projectId: 1, body, rehearsal: false };
  const store = new NotificationStore(client, tables.notifications);
  const read = readDelivery(delivery, { projects: PROJECTS, retentionYears: 10 });
  const { stored } = await recordContent([read], store, Date.parse(receivedAt));
  const subject = `notification#1#${id}`;
  if (stored.risk !== "illegal") return subject;
  await store.markAlerted(stored, new Date(Date.parse(receivedAt) + 2_000).toISOString(), "alert");
  await new CaseStore(client, tables.cases, 10).open(
    newCase(stored, "notification", []),
    new Date(receivedAt),
  );
  return subject;
}

async function decide(subject: string, at: string): Promise<void> {
  const cases = new StoredCases(client, tables.cases);
  await cases.step({ subject, opened: "once" }, newStep(`step-${subject}`, at, REPORTED));
}

/** Counts as one call does. @param pages how many are read until the time is over */
async function count(event: CountEvent, now = NIGHT, pages = Number.POSITIVE_INFINITY) {
  const contents = new DayContents(client, tables);
  let read = 0;
  const tools = {
    days: new DayStore(client, tables.cases),
    touched: new TouchedDays(client, tables.cases),
    contents: {
      page: (...asked: Parameters<DayContents["page"]>) => {
        read++;
        return contents.page(...asked);
      },
    },
    zone: zonedTimes("en", TIME_ZONE),
    ...{ projectIds: [1], timeZone: TIME_ZONE, retentionYears: 10 },
    now: () => Date.parse(now) + (read >= pages ? 1 : 0),
  };
  return countDays(event, tools, Date.parse(now) + 1);
}

const FIRST = countEvent.parse({});

async function days(): Promise<Map<string, StoredDay>> {
  const found = new Map<string, StoredDay>();
  for await (const day of new DayStore(client, tables.cases).of(1, ALL_DAYS)) found.set(day.day, day);
  return found;
}

function countsOf(counted: Map<string, StoredDay>) {
  return [...counted.values()].map(({ day, count: found }) => [day, found]);
}

describe("a night", () => {
  it("counts the last fifteen days that are over, by the clock of the officers", async () => {
    // The last moments of a day in Mexico City, and the first of the next.
    await receive(1, "2026-03-20T05:59:59.999Z");
    await receive(2, "2026-03-20T06:00:00.000Z");
    await receive(3, "2026-03-05T06:00:00.000Z", []);
    await receive(4, "2026-03-05T05:59:59.999Z", []);
    expect(await count(FIRST)).toBeUndefined();
    const counted = await days();
    expect([...counted.keys()]).toHaveLength(15);
    expect([...counted.keys()][0]).toBe("2026-03-05");
    expect(counted.get("2026-03-05")?.count.notifications).toEqual({ illegal: 0, warn: 0, none: 1 });
    expect(counted.get("2026-03-06")?.count).toEqual(sumDays([]));
    const yesterday = counted.get("2026-03-19");
    expect(yesterday).toMatchObject({ projectId: 1, timeZone: TIME_ZONE, countedAt: NIGHT });
    expect(yesterday?.count).toMatchObject({
      notifications: { illegal: 1, warn: 0, none: 0 },
      laws: [{ countryCode: "MX", name: "LFPIORPI", illegal: 1, warn: 0 }],
      toAlert: { longestMs: 2_000 },
      cases: { notification: 1 },
      open: 1,
    });
  });

  it("says the same however often it counts, and has a decision on the day of the receipt", async () => {
    const subject = await receive(1, "2026-03-12T15:00:00.000Z");
    await count(FIRST);
    const before = countsOf(await days());
    await count(FIRST, "2026-03-20T10:01:00.000Z");
    expect(countsOf(await days())).toEqual(before);
    expect((await days()).get("2026-03-19")?.countedAt).toBe("2026-03-20T10:01:00.000Z");
    await decide(subject, "2026-03-20T15:00:00.000Z");
    await count(FIRST, "2026-03-21T10:00:00.000Z");
    expect((await days()).get("2026-03-12")?.count).toMatchObject({
      outcomes: { reported: 1 },
      open: 0,
      toDecision: { longestMs: 8 * 86_400_000 },
    });
    expect((await days()).get("2026-03-20")?.count.outcomes).toMatchObject({ reported: 0 });
  });

  it("counts an old day again once something came late or a step was taken, and not every night since", async () => {
    const subject = await receive(1, "2025-12-02T15:00:00.000Z");
    await receive(2, "2025-12-24T20:00:00.000Z");
    await count(FIRST);
    expect((await days()).has("2025-12-02")).toBe(false);
    await decide(subject, "2026-03-20T15:00:00.000Z");
    await new TouchedDays(client, tables.cases).mark(
      1,
      "2025-12-24T20:00:00.000Z",
      new Date("2026-03-20T16:00:00.000Z"),
    );
    await count(FIRST, "2026-03-21T10:00:00.000Z");
    const counted = await days();
    expect(counted.get("2025-12-02")?.count.outcomes.reported).toBe(1);
    // The day of UTC is a part of two days in Mexico City.
    expect(counted.get("2025-12-23")?.count).toEqual(sumDays([]));
    expect(counted.get("2025-12-24")?.count.notifications.illegal).toBe(1);
    // Once more, when 24 hours that began with a step are over.
    await count(FIRST, "2026-03-22T10:00:00.000Z");
    await count(FIRST, "2026-03-23T10:00:00.000Z");
    for (const day of ["2025-12-02", "2025-12-23", "2025-12-24"])
      expect((await days()).get(day)?.countedAt).toBe("2026-03-22T10:00:00.000Z");
  });

  it("counts a 24-hour notice of an old case as missing in the night after its 24 hours", async () => {
    const subject = await receive(1, "2025-12-02T15:00:00.000Z");
    const key = { subject, opened: "once" };
    const cases = new StoredCases(client, tables.cases);
    const at = "2026-03-20T20:00:00.000Z";
    await cases.step(key, newStep("suspect", at, { kind: "suspect", knownSince: at }));
    await decide(subject, "2026-03-20T21:00:00.000Z");
    const late = async () => (await days()).get("2025-12-02")?.count.decidedLate;
    await count(FIRST, "2026-03-21T10:00:00.000Z");
    expect(await late()).toBe(0);
    await count(FIRST, "2026-03-22T10:00:00.000Z");
    expect(await late()).toBe(1);
  });

  it("counts an old day in the next night again where a step was taken while it was counted", async () => {
    const subject = await receive(1, "2025-12-02T15:00:00.000Z");
    await decide(subject, "2026-03-20T09:59:00.000Z");
    await count(FIRST);
    await count(FIRST, "2026-03-21T10:00:00.000Z");
    expect((await days()).get("2025-12-02")?.countedAt).toBe("2026-03-21T10:00:00.000Z");
  });

  it("leaves a day as it was counted once what was received then may have expired", async () => {
    await decide(await receive(1, "2016-03-19T15:00:00.000Z"), "2026-03-20T09:00:00.000Z");
    await count(FIRST);
    expect((await days()).has("2016-03-19")).toBe(false);
  });

  it("goes on in the next call where its time ends, within a day too, and ends with the same", async () => {
    for (let hour = 10; hour < 20; hour++) await receive(hour, `2026-03-12T${hour}:00:00.000Z`);
    await count(FIRST);
    const whole = await days();
    const later = "2026-03-20T11:00:00.000Z";
    let event: CountEvent | undefined = FIRST;
    let calls = 0;
    while (event !== undefined) {
      // As it comes back from Lambda.
      event = await count(countEvent.parse(JSON.parse(JSON.stringify(event))), later, 5);
      calls++;
    }
    // Fifteen days of eight pages, five at a time.
    expect(calls).toBe(24);
    const parts = await days();
    expect(countsOf(parts)).toEqual(countsOf(whole));
    expect([...parts.values()].every(({ countedAt }) => countedAt >= later)).toBe(true);
  });

  it.each([
    ["the first write is throttled", "PutItemCommand", 0, "before"],
    ["a later write is throttled", "PutItemCommand", 7, "before"],
    ["the reply to a write is lost", "PutItemCommand", 7, "after"],
    ["the reply to the last write is lost", "PutItemCommand", 14, "after"],
    ["the first read is throttled", "QueryCommand", 0, "before"],
    ["a later read is throttled", "QueryCommand", 60, "before"],
  ] as const)("that ends where %s is made good by the next call", async (_, command, at, when) => {
    await receive(1, "2026-03-12T15:00:00.000Z");
    await count(FIRST);
    const whole = countsOf(await days());
    const now = "2026-03-20T10:05:00.000Z";
    let left = at;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const isHit = commandName === command && left-- === 0;
          if (isHit && when === "before") throw new Error("cut off");
          const reply = await next(args);
          if (isHit) throw new Error("cut off");
          return reply;
        },
      { step: "initialize", name: "cut" },
    );
    await expect(count(FIRST, now)).rejects.toThrow("cut off");
    client.middlewareStack.remove("cut");
    await count(FIRST, now);
    expect(countsOf(await days())).toEqual(whole);
    expect([...(await days()).values()].every(({ countedAt }) => countedAt === now)).toBe(true);
  });

  it("that is late does not overwrite what a later one counted", async () => {
    await count(FIRST, "2026-03-21T10:00:00.000Z");
    await count(FIRST);
    expect((await days()).get("2026-03-19")?.countedAt).toBe("2026-03-21T10:00:00.000Z");
  });

  it("counts what can be read beside a corrupt notification, a corrupt mark and corrupt days", async () => {
    await receive(1, "2026-03-19T15:00:00.000Z");
    await count(FIRST, "2026-03-20T09:00:00.000Z");
    const corrupt = { key: "1#2", version: "first", kind: "odd", timeShard: "1#0" };
    const inCases = [
      { subject: "late#1", opened: "zz", x: 1 },
      { subject: "late#1", opened: "2026-01-01", at: "zz" },
      { subject: "days#1", opened: "2026-03-19", projectId: 1, count: "x" },
      { subject: "days#1", opened: "2026-03-18", countedAt: 7 },
    ];
    for (const Item of inCases) await client.send(new PutCommand({ TableName: tables.cases, Item }));
    const Item = { ...corrupt, receivedAt: "2026-03-19T15:00:00.000Z", expiresAt: 1 };
    await client.send(new PutCommand({ TableName: tables.notifications, Item }));
    expect((await days()).has("2026-03-19")).toBe(false);
    await count(FIRST);
    const counted = await days();
    expect(counted.get("2026-03-19")?.count.notifications).toEqual({ illegal: 1, warn: 0, none: 0 });
    expect(counted.get("2026-03-18")?.countedAt).toBe(NIGHT);
  });

  it("gives up where it goes on for no reason", () => {
    expect(countEvent.safeParse({ calls: 200 }).success).toBe(true);
    expect(countEvent.safeParse({ calls: 201 }).success).toBe(false);
  });
});

describe("a page of what a project received", () => {
  it("has no item of another day, project or rehearsal", async () => {
    await receive(1, "2026-03-12T15:00:00.000Z");
    await receive(2, "2026-03-13T06:00:00.000Z");
    const stranger = { subject: "days#1", opened: "2026-03-12", timeShard: "1#0" };
    await client.send(new PutCommand({ TableName: tables.cases, Item: stranger }));
    const span = { projectId: 1, from: "2026-03-12T06:00:00.000Z", to: "2026-03-13T06:00:00.000Z" };
    const contents = new DayContents(client, tables);
    const found: string[] = [];
    let place: { partition: number } | undefined = { partition: 0 };
    while (place !== undefined) {
      const page: Awaited<ReturnType<DayContents["page"]>> = await contents.page(span, place);
      found.push(...page.notifications.map(({ key }) => key), ...page.cases.map(({ subject }) => subject));
      place = page.next;
    }
    expect(found).toEqual(["1#1", "notification#1#1"]);
  });
});
