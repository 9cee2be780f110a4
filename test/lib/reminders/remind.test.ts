import { PublishCommand } from "@aws-sdk/client-sns";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReminderError } from "../../../lib/reminders/remind.ts";
import type { ReminderTools } from "../../../lib/reminders/reminder-tools.ts";
import { NOT_REPORTABLE, REPORTED } from "../../support/case-steps.ts";
import { RemindersFixture } from "./reminders-fixture.ts";

let fixture: RemindersFixture;
beforeAll(async () => {
  fixture = await RemindersFixture.start();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.renew());

/** In Mexico City it is six hours earlier. */
const NINE = "2026-03-10T15:00:00.000Z";

/** The same reads, to put others in the place of some. */
function bound(cases: ReminderTools["cases"]): ReminderTools["cases"] {
  return {
    receivedBefore: (...given) => cases.receivedBefore(...given),
    dueBefore: (...given) => cases.dueBefore(...given),
    suspectedBefore: (...given) => cases.suspectedBefore(...given),
  };
}

const subjects = (published: readonly { subject: string | undefined }[]) =>
  published.map(({ subject }) => subject);

describe("the message of a day", () => {
  it("goes out at nine by the officers' clock, once, and again the day after", async () => {
    await fixture.open(42, "2026-03-09T14:00:00.000Z");
    expect(await fixture.hour("2026-03-10T14:59:00.000Z")).toEqual([]);
    expect(subjects(await fixture.hour(NINE))).toEqual(["[UNDECIDED] 1 case in project 1"]);
    expect(await fixture.hour("2026-03-10T16:00:00.000Z")).toEqual([]);
    expect(await fixture.hour("2026-03-11T05:59:59.999Z")).toEqual([]);
    expect(await fixture.hour("2026-03-11T14:00:00.000Z")).toEqual([]);
    expect(subjects(await fixture.hour("2026-03-11T15:30:00.000Z"))).toHaveLength(2);
  });

  it("is kept with the cases that it names, by which a hold finds it", async () => {
    await fixture.open(42, "2026-03-07T14:00:00.000Z");
    await fixture.open(43, "2026-03-09T14:00:00.000Z", {
      ...{ subject: "wallet#1#0xab#1", opened: "run-1", kind: "wallet", address: "0xAb", chainId: "1" },
      risk: undefined,
    });
    await fixture.step(42, "2026-03-09T14:00:00.000Z", {
      ...{ kind: "suspect", knownSince: "2026-03-09T14:00:00.000Z", note: "Paid in parts." },
    });
    await fixture.hour(NINE);
    const { Items = [] } = await fixture.database.send(new ScanCommand({ TableName: fixture.alertsTable }));
    const notification = { key: "1#42", version: "first" };
    const wallet = { address: "0xAb", chainId: "1" };
    expect(Object.fromEntries(Items.map(({ message, subjects }) => [message.subject, subjects]))).toEqual({
      "[OVERDUE] 1 of 2 cases in project 1": [notification, wallet],
      "[OVERDUE] 1 case in project 1, escalated after 48 hours": [notification],
      "[OVERDUE] 1 case in project 1": [notification],
    });
  });

  it("goes out at the first later hour in which there is something to say", async () => {
    await fixture.open(42, "2026-03-09T20:30:00.000Z");
    expect(await fixture.hour(NINE)).toEqual([]);
    expect(await fixture.hour("2026-03-10T20:00:00.000Z")).toEqual([]);
    expect(await fixture.hour("2026-03-10T21:00:00.000Z")).toHaveLength(1);
  });

  it("goes out at the next hour that comes where the one of nine never ran", async () => {
    await fixture.open(42, "2026-03-09T12:00:00.000Z");
    expect(await fixture.hour("2026-03-10T23:10:00.000Z")).toHaveLength(1);
  });

  it.each([
    ["spring forward", "2026-03-08T13:00:00.000Z", "2026-03-09T13:00:00.000Z"],
    ["fall back", "2026-11-01T14:00:00.000Z", "2026-11-02T14:00:00.000Z"],
  ])("goes out once a day where clocks %s, every hour asked", async (_, firstNine, secondNine) => {
    await fixture.open(42, "2026-02-01T00:00:00.000Z");
    const tools = fixture.tools({
      timeZone: "America/New_York",
      topics: { alerts: "a", escalation: undefined },
    });
    const sent: string[] = [];
    const from = Date.parse(firstNine);
    for (let hour = 0; hour < 30; hour++) {
      const now = new Date(from + hour * 3_600_000).toISOString();
      if ((await fixture.hour(now, tools)).length > 0) sent.push(now);
    }
    expect(sent).toEqual([firstNine, secondNine]);
  });

  it("speaks of what is due within 48 hours, however young, and of what is past it", async () => {
    await fixture.open(1, "2026-03-10T14:00:00.000Z", { dueAt: "2026-03-12T14:59:00.000Z" });
    await fixture.open(2, "2026-03-10T14:00:00.000Z", { dueAt: "2026-03-12T15:00:01.000Z" });
    await fixture.open(3, "2026-03-10T14:00:00.000Z", { dueAt: "2026-03-01T00:00:00.000Z" });
    const [message] = await fixture.hour(NINE);
    expect(
      message?.email,
    ).toContain(`2 cases in project 1 need attention: they are undecided or have a deadline to meet.

Due within 48 hours: 1
  Notification 1#1: due 2026-03-12 14:59:00 UTC
    https://desk.example/case?subject=notification%231%231&opened=once

Past their deadline: 1
  Notification 1#3: was due 2026-03-01 00:00:00 UTC
    https://desk.example/case?subject=notification%231%233&opened=once

Look closer`);
  });

  it("leaves out a taken case, until the ownership lapses", async () => {
    await fixture.open(1, "2026-03-01T00:00:00.000Z");
    await fixture.open(2, "2026-03-01T00:00:00.000Z", { dueAt: "2026-03-13T00:00:00.000Z" });
    for (const id of [1, 2]) await fixture.step(id, "2026-03-09T00:00:00.000Z", { kind: "take" });
    expect(await fixture.hour(NINE)).toEqual([]);
    // Two days before the deadline of the one, a week after the take of the other.
    const [first] = await fixture.hour("2026-03-11T15:00:00.000Z");
    expect(first?.email).toContain(
      "1 case in project 1 needs attention: it is undecided or has a deadline to meet. 1 has an owner.\n\nDue within 48 hours: 1\n  Notification 1#2",
    );
    const [second] = await fixture.hour("2026-03-16T15:00:00.000Z");
    expect(second?.email).toContain(
      "2 cases in project 1 need attention: they are undecided or have a deadline to meet.",
    );
  });

  it.each([
    ["has passed", "2026-03-05T00:00:00.000Z", "Past their deadline: 1"],
    ["is due within 48 hours", "2026-03-11T00:00:00.000Z", "Due within 48 hours: 1"],
  ])("tells of a deadline that %s though an officer took the case since", async (_, dueAt, told) => {
    await fixture.open(1, "2026-03-01T00:00:00.000Z", { dueAt });
    await fixture.step(1, "2026-03-10T00:00:00.000Z", { kind: "take" });
    const [reminder] = await fixture.hour(NINE);
    expect(reminder?.email).toContain(told);
  });

  it("leaves out what is decided, and speaks again of what was reopened", async () => {
    await fixture.open(42, "2026-03-01T00:00:00.000Z");
    await fixture.step(42, "2026-03-02T00:00:00.000Z", NOT_REPORTABLE);
    expect(await fixture.hour(NINE)).toEqual([]);
    await fixture.step(42, "2026-03-10T15:30:00.000Z", { kind: "reopen", note: "New facts." });
    expect(await fixture.hour("2026-03-10T16:00:00.000Z")).toHaveLength(2);
  });

  it("counts all, and names the ten oldest of them", async () => {
    const from = Date.parse("2026-03-01T00:00:00.000Z");
    const ids = Array.from({ length: 322 }, (_, id) => id);
    await Promise.all(ids.map((id) => fixture.open(id, new Date(from + id * 1_000).toISOString())));
    const [message] = await fixture.hour(NINE);
    expect(message?.subject).toBe("[UNDECIDED] 322 cases in project 1");
    expect(message?.email).toContain(
      "Undecided for more than 24 hours: 322\n  Notification 1#0: since 2026-03-01 00:00:00 UTC\n",
    );
    expect(message?.email).toContain(
      "Notification 1#9: since 2026-03-01 00:00:09 UTC\n    https://desk.example/case?subject=notification%231%239&opened=once\n  and 312 others\n",
    );
    expect(message?.email).not.toContain("1#10:");
  });

  it("says that there are more where counting them took too long", async () => {
    await fixture.open(42, "2026-03-01T00:00:00.000Z");
    const { cases } = fixture.tools();
    const slow: typeof cases = {
      ...bound(cases),
      receivedBefore: async (...given: Parameters<typeof cases.receivedBefore>) => {
        await cases.receivedBefore(...given);
        return false;
      },
    };
    const [message] = await fixture.hour(NINE, fixture.tools({ cases: slow }));
    expect(message?.email).toContain(
      "1 case in project 1 needs attention: it is undecided or has a deadline to meet. There are more: not all could be counted in time.",
    );
  });

  it("is about one project, and goes out though another project cannot be read", async () => {
    await fixture.open(42, "2026-03-01T00:00:00.000Z");
    const { cases } = fixture.tools();
    const broken: typeof cases = {
      ...bound(cases),
      receivedBefore: (projectId, ...given) =>
        projectId === 7 ? Promise.reject(new Error("throttled")) : cases.receivedBefore(projectId, ...given),
    };
    await expect(fixture.hour(NINE, fixture.tools({ cases: broken }), [7, 1])).rejects.toThrow(ReminderError);
    expect(subjects(fixture.published())).toContain("[UNDECIDED] 1 case in project 1");
  });
});

describe("an escalation", () => {
  it("lists cases that are undecided for more than 48 hours, and goes to those named in the settings", async () => {
    await fixture.open(1, "2026-03-08T15:00:00.000Z");
    await fixture.open(2, "2026-03-08T14:59:59.999Z");
    const published = await fixture.hour(NINE);
    expect(published.map(({ topic, subject }) => [topic, subject])).toEqual([
      ["alerts", "[UNDECIDED] 2 cases in project 1"],
      ["escalation", "[UNDECIDED] 1 case in project 1 for more than 48 hours"],
    ]);
    expect(
      published[1]?.email,
    ).toBe(`1 case in project 1, received more than 48 hours ago, is undecided or has missed a deadline.

Undecided for more than 48 hours: 1
  Notification 1#2: since 2026-03-08 14:59:59 UTC
    https://desk.example/case?subject=notification%231%232&opened=once

Look closer
  https://desk.example/

This message only lists what is undecided or due, and by when. The rest is on the desk.
`);
  });

  it("leaves out a taken case, and goes out once", async () => {
    await fixture.open(1, "2026-03-08T00:00:00.000Z");
    await fixture.step(1, "2026-03-09T00:00:00.000Z", { kind: "take" });
    expect(await fixture.hour(NINE)).toEqual([]);
    await fixture.open(2, "2026-03-08T00:00:00.000Z");
    expect(await fixture.hour("2026-03-10T16:00:00.000Z")).toHaveLength(2);
    expect(await fixture.hour("2026-03-10T17:00:00.000Z")).toEqual([]);
  });

  it("goes out alone where the message of the day was sent before", async () => {
    await fixture.open(1, "2026-03-08T00:00:00.000Z");
    const officersOnly = fixture.tools({ topics: { alerts: "alerts", escalation: undefined } });
    expect(await fixture.hour(NINE, officersOnly)).toHaveLength(1);
    const published = await fixture.hour("2026-03-10T16:00:00.000Z");
    expect(published.map(({ topic }) => topic)).toEqual(["escalation"]);
  });
});

describe("the 24 hours of a suspicion", () => {
  const SINCE = "2026-03-10T02:00:00.000Z";
  const suspect = (id: number, knownSince = SINCE) =>
    fixture.step(id, "2026-03-10T02:30:00.000Z", { kind: "suspect", knownSince });
  /** Words for a coming deadline: the message of a day looks the same. */
  const dueIn = async (now: string) =>
    (await fixture.hour(now)).filter(({ subject }) => subject?.startsWith("[DUE]"));

  it("are reminded of at twelve and at twenty, at once and once each, as by the message of nine o'clock", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await suspect(42);
    const sent: [string, string | undefined][] = [];
    for (let hour = 6; hour < 24; hour++) {
      const now = `2026-03-10T${String(hour).padStart(2, "0")}:00:00.000Z`;
      for (const { subject } of await dueIn(now)) sent.push([now, subject]);
    }
    expect(sent).toEqual([
      ["2026-03-10T14:00:00.000Z", "[DUE] First due 2026-03-11 02:00:00 UTC; 1 case in project 1"],
      [NINE, "[DUE] First due 2026-03-11 02:00:00 UTC; 1 case in project 1"],
      ["2026-03-10T22:00:00.000Z", "[DUE] First due 2026-03-11 02:00:00 UTC; 1 case in project 1"],
    ]);
  });

  it("are reminded of and escalated each day once they were missed, also of a decided case, until a notice is filed", async () => {
    await fixture.open(42, "2026-03-08T01:00:00.000Z", { dueAt: "2026-03-12T05:59:59.999Z" });
    await suspect(42);
    await fixture.step(42, "2026-03-10T03:00:00.000Z", NOT_REPORTABLE);
    await fixture.hour("2026-03-10T23:00:00.000Z");
    const published = await fixture.hour("2026-03-11T15:00:00.000Z");
    // It is decided: only the notice is owed.
    expect(published.map(({ topic, subject }) => [topic, subject])).toEqual([
      ["alerts", "[OVERDUE] 1 case in project 1"],
      ["escalation", "[OVERDUE] 1 case in project 1, escalated after 48 hours"],
    ]);
    const [reminder, escalation] = published;
    expect(reminder?.email).toMatch(
      /^1 case in project 1 needs attention: it is undecided or has a deadline to meet\.\n/,
    );
    expect(escalation?.email).toMatch(
      /^1 case in project 1, received more than 48 hours ago, is undecided or has missed a deadline\.\n/,
    );
    for (const { email } of published)
      expect(email).toMatch(
        /Past their deadline: 1\n {2}Notification 1#42: was due 2026-03-11 02:00:00 UTC\n/,
      );
    expect(await fixture.hour("2026-03-11T16:00:00.000Z")).toEqual([]);
    expect(await fixture.hour("2026-03-12T15:00:00.000Z")).toHaveLength(2);
    const filing = { kind: "24-hour", reference: "AVI-1", receivedOn: "2026-03-12" } as const;
    await fixture.step(42, "2026-03-12T16:00:00.000Z", { kind: "file", filing });
    expect(await fixture.hour("2026-03-13T15:00:00.000Z")).toEqual([]);
  });

  it("are counted once in the message of a day where the case is open", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await suspect(42);
    await fixture.hour("2026-03-10T23:00:00.000Z");
    const [message] = await fixture.hour("2026-03-11T15:00:00.000Z");
    expect(message?.email).toContain("Past their deadline: 1\n");
  });

  it("are said to have passed where the hours were missed, once", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await suspect(42);
    const [message, ofTheDay] = await fixture.hour("2026-03-11T03:00:00.000Z");
    expect(
      message?.email,
    ).toBe(`1 case in project 1 needs attention: it is undecided or has a deadline to meet.

Past their deadline: 1
  Notification 1#42: was due 2026-03-11 02:00:00 UTC
    https://desk.example/case?subject=notification%231%2342&opened=once

Look closer
  https://desk.example/

This message only lists what is undecided or due, and by when. The rest is on the desk.
`);
    expect(ofTheDay).toEqual(message);
    const published = await fixture.hour("2026-03-11T04:00:00.000Z");
    expect(published).toEqual([]);
  });

  it.each([
    ["the law's day, which is the nearer one", "2026-03-10T23:59:59.999Z", "due 2026-03-10 23:59:59 UTC"],
    [
      "themselves, and that the law's day has passed",
      "2026-03-10T12:00:00.000Z",
      "due 2026-03-11 02:00:00 UTC; was due 2026-03-10 12:00:00 UTC",
    ],
  ])("name %s", async (_, dueAt, when) => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z", { dueAt });
    await suspect(42);
    const [message] = await dueIn("2026-03-10T14:00:00.000Z");
    expect(message?.email).toContain(`  Notification 1#42: ${when}\n`);
  });

  it.each([
    [
      "run on though the law's day has passed",
      SINCE,
      "2026-03-10T12:00:00.000Z",
      "due 2026-03-11 02:00:00 UTC; was due 2026-03-10 12:00:00 UTC",
    ],
    [
      "have passed, and the law's day is near",
      "2026-03-09T02:00:00.000Z",
      "2026-03-11T05:59:59.999Z",
      "due 2026-03-11 05:59:59 UTC; was due 2026-03-10 02:00:00 UTC",
    ],
  ])("are told by the message of the day as by their own where they %s", async (_, since, dueAt, when) => {
    await fixture.open(42, "2026-03-09T01:00:00.000Z", { dueAt });
    await suspect(42, since);
    const [message, ofTheDay] = await dueIn(NINE);
    expect(message?.email).toContain(`Due within 48 hours: 1\n  Notification 1#42: ${when}\n`);
    expect(ofTheDay).toEqual(message);
  });

  it("are in no id of a record: each is of a day's nine o'clock", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await suspect(42, "2026-03-10T02:17:00.000Z");
    await fixture.hour("2026-03-10T15:00:00.000Z");
    await fixture.hour("2026-03-10T23:00:00.000Z");
    const { Items = [] } = await fixture.database.send(new ScanCommand({ TableName: fixture.alertsTable }));
    expect(Items.map(({ id, message }) => [id.slice(0, 26), message.subject]).toSorted()).toEqual([
      ["2026-03-09T15:00:00.000Z-1", "[DUE] First due 2026-03-11 02:17:00 UTC; 1 case in project 1"],
      ["2026-03-10T15:00:00.000Z-1", "[DUE] First due 2026-03-11 02:17:00 UTC; 1 case in project 1"],
      ["2026-03-10T15:00:00.000Z-1", "[DUE] First due 2026-03-11 02:17:00 UTC; 1 case in project 1"],
    ]);
  });

  it("end with a 24-hour notice or a withdrawal and with no decision, begin again with another suspicion, and are each case's own", async () => {
    for (const id of [1, 2, 3, 4]) {
      await fixture.open(id, "2026-03-10T01:00:00.000Z");
      await suspect(id);
    }
    await fixture.step(4, "2026-03-10T03:00:00.000Z", { kind: "retract", note: "Another person." });
    const filing = { kind: "24-hour", reference: "AVI-24-1", receivedOn: "2026-03-10" } as const;
    await fixture.step(1, "2026-03-10T03:00:00.000Z", { kind: "file", filing });
    await fixture.step(2, "2026-03-10T03:00:00.000Z", REPORTED);
    const messages = await dueIn("2026-03-10T14:00:00.000Z");
    expect(messages).toHaveLength(2);
    for (const id of [2, 3])
      expect(messages.map(({ email }) => email).join()).toContain(
        `Notification 1#${id}: due 2026-03-11 02:00:00 UTC`,
      );
    await suspect(1, "2026-03-10T02:15:00.000Z");
    const [again] = await dueIn("2026-03-10T14:30:00.000Z");
    expect(again?.email).toContain("Notification 1#1: due 2026-03-11 02:15:00 UTC");
  });

  it("are told of a taken case too: it is due within a day", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await suspect(42);
    await fixture.step(42, "2026-03-10T03:00:00.000Z", { kind: "take" });
    expect(await dueIn("2026-03-10T14:00:00.000Z")).toHaveLength(1);
  });
});

describe("what fails", () => {
  it("is sent by the next hour, also of a day that is over, and never twice", async () => {
    await fixture.open(42, "2026-03-01T00:00:00.000Z");
    fixture.sns.on(PublishCommand).rejects(new Error("refused"));
    await expect(fixture.hour("2026-03-11T05:00:00.000Z")).rejects.toThrow(
      "2 reminders could not be sent, or are being sent by another call: they are tried again.",
    );
    fixture.sns.on(PublishCommand).resolves({});
    // It is past midnight where the officers are, and nine o'clock is far.
    expect(await fixture.hour("2026-03-11T07:00:00.000Z")).toHaveLength(2);
    expect(await fixture.hour("2026-03-11T08:00:00.000Z")).toEqual([]);
    expect(await fixture.hour("2026-03-11T15:00:00.000Z")).toHaveLength(2);
  });

  it("delays no other message where its own record is corrupt", async () => {
    await fixture.open(42, "2026-03-10T01:00:00.000Z");
    await fixture.step(42, "2026-03-10T02:30:00.000Z", {
      kind: "suspect",
      knownSince: "2026-03-10T02:00:00.000Z",
    });
    await fixture.hour("2026-03-10T14:00:00.000Z");
    const { Items: [record] = [] } = await fixture.database.send(
      new ScanCommand({ TableName: fixture.alertsTable }),
    );
    await fixture.database.send(
      new PutCommand({ TableName: fixture.alertsTable, Item: { ...record, state: 7 } }),
    );
    await fixture.open(43, "2026-03-10T01:00:00.000Z");
    await fixture.step(43, "2026-03-10T02:40:00.000Z", {
      kind: "suspect",
      knownSince: "2026-03-10T02:20:00.000Z",
    });
    await expect(fixture.hour("2026-03-10T14:30:00.000Z")).rejects.toThrow("1 reminders could not be sent");
    expect(fixture.published().at(-1)?.email).toContain("Notification 1#43");
  });

  it("makes no message twice where two calls come at once", async () => {
    await fixture.open(42, "2026-03-01T00:00:00.000Z");
    const calls = Array.from({ length: 4 }, () => fixture.hour(NINE).catch((error: unknown) => error));
    await Promise.all(calls);
    expect(
      fixture
        .published()
        .map(({ topic }) => topic)
        .toSorted(),
    ).toEqual(["alerts", "escalation"]);
  });
});

describe("silence", () => {
  it("is kept about outcome, reference, note and person, in what is published and in what is recorded", async () => {
    const knownSince = "2026-03-10T00:00:00.000Z";
    await fixture.open(1, "2026-03-01T00:00:00.000Z");
    await fixture.step(1, "2026-03-02T00:00:00.000Z", REPORTED);
    await fixture.step(1, "2026-03-03T00:00:00.000Z", { kind: "reopen", note: "canary-reopened" });
    await fixture.step(1, "2026-03-10T00:00:00.000Z", { kind: "note", note: "canary-note" });
    await fixture.step(1, "2026-03-10T00:00:00.000Z", {
      kind: "suspect",
      knownSince,
      note: "canary-suspect",
    });
    expect(await fixture.hour(NINE)).toHaveLength(3);
    const { Items } = await fixture.database.send(new ScanCommand({ TableName: fixture.alertsTable }));
    expect(Items).toHaveLength(3);
    const told = JSON.stringify([
      Items,
      fixture.sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input),
    ]);
    const canaries = [
      "reported",
      "AVI-2026-3",
      "threshold",
      "canary",
      "olga",
      "suspect",
      "suspicion",
      knownSince,
    ];
    expect(canaries.filter((canary) => told.includes(canary))).toEqual([]);
  });
});
