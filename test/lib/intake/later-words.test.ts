/** Later words of the service about an id: graver facts, and their effect on the cases. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { Pace } from "../../../lib/alerts/pace.ts";
import { AlertPublisher } from "../../../lib/alerts/publisher.ts";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../lib/cases/cases.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import { lawsSaidLast } from "../../../lib/cases/state.ts";
import type { SomeLaws, Step } from "../../../lib/cases/step.ts";
import { judge } from "../../../lib/cases/urgency.ts";
import { ChainStore } from "../../../lib/chains/chains.ts";
import { returnsWithin } from "../../../lib/daily-brief/brief-tools.ts";
import { type ContentPlace, DayContents } from "../../../lib/daily-counts/day-contents.ts";
import { DayCounter } from "../../../lib/daily-counts/day-counter.ts";
import { zonedTimes } from "../../../lib/i18n/zoned-time.ts";
import { recordBatch } from "../../../lib/intake/batch.ts";
import { type ReadDelivery, readDelivery } from "../../../lib/intake/delivery.ts";
import { openCases } from "../../../lib/intake/open-cases.ts";
import { publishAlerts } from "../../../lib/intake/publish-alerts.ts";
import { type Recorded, recordContent, returnTold } from "../../../lib/intake/recording.ts";
import { alertIdsOf } from "../../../lib/notifications/course.ts";
import type { NotificationFilter } from "../../../lib/notifications/notification-filter.ts";
import { quarantinedItemOf } from "../../../lib/notifications/notification-item.ts";
import { NotificationQueries } from "../../../lib/notifications/notification-queries.ts";
import { NotificationStore } from "../../../lib/notifications/notifications.ts";
import { replayDeliveryId } from "../../../lib/notifications/quarantined-body.ts";
import { DESK_TABLE_SHAPES, TABLE_SHAPES } from "../../../lib/tables/table-shapes.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { mockClient } from "../../support/mock-client.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../support/notifications.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { ENGLISH } from "../../support/translators.ts";

let emulated: EmulatedTables | undefined;
let store: NotificationStore;
let cases: CaseStore;
let alerts: AlertStore;
let stored: StoredCases;

beforeEach(async () => {
  await emulated?.stop();
  emulated = await startTables({
    ...{ notifications: TABLE_SHAPES.notifications, Alerts: TABLE_SHAPES.alerts },
    Chains: TABLE_SHAPES.chains,
    Cases: DESK_TABLE_SHAPES.cases,
  });
  alerts = new AlertStore(emulated.client, "Alerts");
  mockClient(SNSClient).on(PublishCommand).resolves({});
  store = new NotificationStore(emulated.client, "notifications");
  cases = new CaseStore(emulated.client, "Cases", 10);
  stored = new StoredCases(emulated.client);
});

afterAll(() => emulated?.stop());

const context = { projects: [{ id: 1, mexico: false }], retentionYears: 10 };
const NEVER = Number.MAX_SAFE_INTEGER;

/** Delivers a content as intake does, alert and case included. @param at ISO 8601 */
async function deliver(changes: Record<string, unknown>, at: string, deliveryId = at): Promise<Recorded> {
  const recorded = await record(changes, at, deliveryId);
  await follow(recorded);
  return recorded;
}

async function record(changes: Record<string, unknown>, at: string, deliveryId = at): Promise<Recorded> {
  const body = Buffer.from(JSON.stringify(notificationBody(changes)));
  const read = readDelivery({ deliveryId, receivedAt: at, projectId: 1, body }, context);
  return recordContent([read], store, Date.parse(at));
}

/** Delivers contents in one batch, each an hour after the one before it. @returns the kinds of turns that were taken */
async function deliverTogether(...contents: Record<string, unknown>[]): Promise<string[]> {
  const reads = contents.map((changes, index) => {
    const receivedAt = `2026-03-11T${String(10 + index)}:00:00.000Z`;
    const body = Buffer.from(JSON.stringify(notificationBody(changes)));
    return readDelivery({ deliveryId: receivedAt, receivedAt, projectId: 1, body }, context);
  });
  // Later, a pending alert would count as lost.
  using _clock = vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-03-12T00:00:00.000Z"));
  const { recorded, failed } = await recordBatch(reads, store, NEVER);
  expect([failed, await openCases(recorded, { cases, notifications: store }, [], NEVER)]).toEqual([[], []]);
  expect(await publish(...recorded)).toEqual([]);
  return recorded.flatMap(({ turns }) => turns.map(({ kind }) => kind));
}

/** Follows the recording with the alert and the case. */
async function follow(recorded: Recorded): Promise<void> {
  expect(await publish(recorded)).toEqual([]);
  expect(await openCases([recorded], { cases, notifications: store }, [], NEVER)).toEqual([]);
}

/** @returns the deliveries that come again */
async function publish(...recorded: Recorded[]): Promise<ReadDelivery[]> {
  const topics = {
    alertsTopicArn: "arn:aws:sns:us-east-1:0:a",
    operationsTopicArn: "arn:aws:sns:us-east-1:0:o",
  };
  const rest = { alerts, translator: async () => ENGLISH, retentionYears: 10, pace: new Pace(1, 1_000) };
  const publisher = new AlertPublisher({ sns: new SNSClient({}), ...topics, ...rest });
  const alerting = { publisher: () => publisher, notifications: store, stage: "local" };
  const words = { chains: new ChainStore(client(), "Chains"), money: async () => () => [] };
  return publishAlerts(recorded, { ...alerting, ...words }, Date.now() + 60_000);
}

function queries(): NotificationQueries {
  return new NotificationQueries(client(), "notifications", new WalletStore(client(), "Wallets"));
}

function client() {
  if (emulated === undefined) throw new Error("No tables were started.");
  return emulated.client;
}

const ETH = "1000000000000000000";
const token = (symbol: string) => ({ name: "Token", symbol, decimals: 18, address: "0xt" });
const worth = (usd: number | null) => ({ amount: { value: Number(ETH), usd } });
const SPAM = { ...worth(0.01), token: token("SPAM"), timestamp: "2020-01-05T12:00:00Z" };
const TRUTH = { ...worth(3_000_000), token: token("USDC"), timestamp: "2026-03-10T12:00:00Z" };
const FIRST = { subject: "notification#1#42", opened: "once" };

const stepsOf = ({ steps = [] }: { steps?: readonly Step[] | undefined }) => steps.map(({ kind }) => kind);

describe("a notification that came before the true one, and shrinks it", () => {
  it("takes no alert from the true one, and its case says the graver facts", async () => {
    await deliver(SPAM, "2026-03-11T12:00:00.000Z");
    const truth = await deliver(TRUTH, "2026-03-11T12:05:00.000Z");
    expect(truth.alertDue).toBe(true);
    expect(truth.change).toMatchObject({
      differs: [],
      newLaws: [],
      graver: { facts: ["usd", "time", "symbol"] },
    });
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({
      amount: { usd: "3000000" },
      token: { symbol: "USDC" },
      dueAt: "2026-04-18T05:59:59.999Z",
    });
    expect(found.steps).toMatchObject([
      {
        kind: "change",
        content: `1#42#${truth.stored.version}`,
        facts: { usd: "3000000", tokenSymbol: "USDC", deadlines: [{ law: "LFPIORPI" }] },
      },
    ]);
    await expect(
      stored.read({ ...FIRST, subject: `${FIRST.subject}#${truth.stored.version}` }),
    ).rejects.toThrow();
  });

  it("does not when it came second, as another transaction under the id", async () => {
    await deliver({ txHash: "0xother" }, "2026-03-11T12:00:00.000Z");
    const shrunk = await deliver(SPAM, "2026-03-11T12:01:00.000Z");
    expect(shrunk.alertDue).toBe(true);
    const truth = await deliver(TRUTH, "2026-03-11T12:02:00.000Z");
    expect(truth.alertDue).toBe(true);
    const ofShrunk = { ...FIRST, subject: `${FIRST.subject}#${shrunk.stored.version}` };
    expect((await stored.read(ofShrunk)).amount).toMatchObject({ usd: "3000000" });
  });

  const EARLIER = { ...TRUTH, timestamp: "2026-02-20T12:00:00Z" };
  const HIGH = { ...TRUTH, ...worth(1e12) };
  it.each([
    ["no law and a high amount", { ...HIGH, inflictedLaws: [] }, { ...TRUTH, ...worth(1) }, TRUTH],
    [
      "a warning and a high amount",
      { ...HIGH, inflictedLaws: [FINTECH_LAW] },
      { ...TRUTH, ...worth(1) },
      TRUTH,
    ],
    ["no law and its true day", { ...EARLIER, inflictedLaws: [] }, TRUTH, EARLIER],
    [
      "no law and its true symbol",
      { ...TRUTH, inflictedLaws: [] },
      { ...TRUTH, token: token("SHIB") },
      TRUTH,
    ],
  ])(
    "takes no alert from it behind a first content that was not alerted: %s",
    async (_, quiet, shrunk, truth) => {
      expect((await deliver(quiet, "2026-03-11T12:00:00.000Z")).alertDue).toBe(false);
      expect((await deliver(shrunk, "2026-03-11T12:01:00.000Z")).alertDue).toBe(true);
      expect((await deliver(truth, "2026-03-11T12:02:00.000Z")).alertDue).toBe(true);
    },
  );

  it("has a case of its own where the first one is decided already", async () => {
    await deliver(SPAM, "2026-03-11T12:00:00.000Z");
    const decision = { kind: "decide", outcome: "false-positive", note: "Dust." } as const;
    await stored.step(FIRST, newStep("s", "2026-03-11T12:01:00.000Z", decision));
    const truth = await deliver(TRUTH, "2026-03-12T12:00:00.000Z");
    expect(stepsOf(await stored.read(FIRST))).toEqual(["decide", "change"]);
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${truth.stored.version}` });
    expect(own).toMatchObject({ kind: "change", amount: { usd: "3000000" } });
  });

  it("is a step of that case where it is graver still, as long as that is open", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    const decided = (id: string) => newStep(id, "2026-03-12T12:00:00.000Z", NOT_REPORTABLE);
    await stored.step(FIRST, decided("s"));
    const second = caseOfNotification((await deliver(worth(2_000), "2026-03-12T13:00:00.000Z")).stored);
    const third = await deliver(worth(50_000), "2026-03-13T12:00:00.000Z");
    expect(third.alertDue).toBe(true);
    expect(await stored.read(second)).toMatchObject({
      ...{ amount: { usd: "50000" }, openShard: expect.any(String) },
      steps: [{ kind: "change", content: `1#42#${third.stored.version}` }],
    });
    expect(await cases.standing(caseOfNotification(third.stored))).toBe("none");

    await stored.step(second, decided("t"));
    // Its delivery comes again behind the decision.
    await deliver(worth(50_000), "2026-03-13T12:00:00.000Z");
    expect(await cases.standing(caseOfNotification(third.stored))).toBe("none");
    const fourth = await deliver(worth(1e6), "2026-03-14T12:00:00.000Z");
    expect(await cases.standing(caseOfNotification(fourth.stored))).toBe("open");
  });

  it("has none of its own where it is delivered again after its case was decided", async () => {
    await deliver(SPAM, "2026-03-11T12:00:00.000Z");
    const { stored: truth } = await deliver(TRUTH, "2026-03-12T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-12T13:00:00.000Z", NOT_REPORTABLE));
    await deliver(TRUTH, "2026-03-12T12:00:00.000Z");
    expect(stepsOf(await stored.read(FIRST))).toEqual(["change", "decide"]);
    expect(await cases.standing(caseOfNotification(truth))).toBe("none");
  });

  it.each([
    ["less than twice as much", 3_000, 5_999, false],
    ["twice, and less than 1,000 more", 500, 1_499, false],
    ["twice, and 1,000 more", 1_000, 2_000, true],
    ["known now, and 1,000", null, 1_000, true],
    ["not known any more", 3_000, null, false],
  ])("is alerted where the amount in USD is %s: %s, %s", async (_, before, now, alerts) => {
    await deliver(worth(before), "2026-03-11T12:00:00.000Z");
    expect((await deliver(worth(now), "2026-03-11T12:05:00.000Z")).alertDue).toBe(alerts);
  });

  it.each([
    ["within the month", "2025-08-21T12:00:00Z", false],
    ["in another month", "2025-09-01T12:00:00Z", true],
  ])("is alerted where the transaction's day moves a deadline: %s", async (_, timestamp, alerts) => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    expect((await deliver({ timestamp }, "2026-03-11T12:05:00.000Z")).alertDue).toBe(alerts);
    expect(
      (await deliver({ timestamp, inflictedLaws: [FINTECH_LAW] }, "2026-03-11T12:06:00.000Z")).alertDue,
    ).toBe(false);
  });

  it("is alerted once a day for less than ten times what officers were told, and its case says it at once", async () => {
    await deliver(SPAM, "2026-03-11T12:00:00.000Z");
    const usd = [2_000, 5_000, 19_999];
    const due: boolean[] = [];
    for (const [minute, value] of usd.entries())
      due.push((await deliver({ ...SPAM, ...worth(value) }, `2026-03-11T14:0${minute}:00.000Z`)).alertDue);
    expect(due).toEqual([true, false, false]);
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "19999" });
    expect((await deliver({ ...SPAM, ...worth(90_000) }, "2026-03-12T12:00:00.000Z")).alertDue).toBe(true);
    // A fact that was told once is never graver again, in any order of arrival.
    expect((await deliver({ ...SPAM, ...worth(20_000) }, "2026-03-13T12:00:00.000Z")).alertDue).toBe(false);
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "90000" });
  });

  it("is alerted at once from ten times what officers were told on, however often that day", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    const due: (number | boolean)[] = [];
    for (const [minute, value] of [2_000, 19_999, 20_000, 150_000, 5_000_000, 5_000_001].entries())
      due.push(value, (await deliver(worth(value), `2026-03-11T14:0${minute}:00.000Z`)).alertDue);
    expect(due).toEqual(
      [2_000, true, 19_999, false, 20_000, true, 150_000, false, 5_000_000, true, 5_000_001, false].flat(),
    );
  });

  it.each([
    ["an amount", worth(2_000), worth(15_000), worth(15_001)],
    ["a symbol", { token: token("SPAM") }, { token: token("USDC") }, { ...worth(2), token: token("USDC") }],
    [
      "a day",
      { timestamp: "2026-01-05T12:00:00Z" },
      { timestamp: "2026-03-10T12:00:00Z" },
      { ...worth(2), timestamp: "2026-03-10T12:00:00Z" },
    ],
  ])(
    "takes no alert from the next day's where it was not alerted itself: %s",
    async (_, told, quiet, next) => {
      await deliver({ ...worth(1), token: token("T") }, "2026-03-11T12:00:00.000Z");
      const of = { ...worth(1), token: token("T") };
      expect((await deliver({ ...of, ...told }, "2026-03-11T12:01:00.000Z")).alertDue).toBe(true);
      const silent = await deliver({ ...of, ...quiet }, "2026-03-11T12:02:00.000Z");
      expect(silent.alertDue).toBe(false);
      expect(silent.change?.graver?.facts).toHaveLength(1);
      expect((await deliver({ ...of, ...next }, "2026-03-12T12:00:00.000Z")).alertDue).toBe(true);
    },
  );

  it("is not alerted where it is sent again on a later day: the open case has said it since the first", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    expect((await deliver(worth(2_000), "2026-03-11T12:01:00.000Z")).alertDue).toBe(true);
    const decision = { kind: "decide", outcome: "false-positive", note: "Dust." } as const;
    await stored.step(FIRST, newStep("s", "2026-03-11T12:02:00.000Z", decision));
    const silent = await deliver(worth(9_000), "2026-03-11T12:03:00.000Z");
    for (const day of ["12", "13"])
      expect((await deliver(worth(9_000), `2026-03-${day}T12:00:00.000Z`)).alertDue).toBe(false);
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${silent.stored.version}` });
    expect(own).toMatchObject({ amount: { usd: "9000" }, openShard: expect.any(String) });
  });

  it("has one alert a day for each fact", async () => {
    await deliver({ ...worth(1), token: token("T") }, "2026-03-11T12:00:00.000Z");
    const of = { ...worth(2_000), token: token("T") };
    expect((await deliver(of, "2026-03-11T12:01:00.000Z")).alertDue).toBe(true);
    const symbol = await deliver({ ...of, token: token("USDC") }, "2026-03-11T12:02:00.000Z");
    expect(symbol).toMatchObject({ alertDue: true, change: { graver: { facts: ["symbol"] } } });
  });

  it("makes one step of what several contents of a day say without an alert", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    await deliver(worth(2_000), "2026-03-11T12:01:00.000Z");
    for (const description of ["one", "two", "three"]) {
      const worded = { ...worth(9_000), inflictedLaws: [{ ...LFPIORPI, description }] };
      expect((await deliver(worded, "2026-03-11T12:02:00.000Z", description)).alertDue).toBe(false);
    }
    expect(stepsOf(await stored.read(FIRST))).toEqual(["change", "change"]);
  });

  it("has a case of its own without an alert where the first one is decided already", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    await deliver(worth(2_000), "2026-03-11T12:01:00.000Z");
    const decision = { kind: "decide", outcome: "false-positive", note: "Dust." } as const;
    await stored.step(FIRST, newStep("s", "2026-03-11T12:02:00.000Z", decision));
    const silent = await deliver(worth(9_000), "2026-03-11T12:03:00.000Z");
    expect(silent.alertDue).toBe(false);
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${silent.stored.version}` });
    expect(own).toMatchObject({ kind: "change", amount: { usd: "9000" } });
  });

  it("is compared in its alert with what officers were told, not with a first content that they never saw", async () => {
    await deliver({ ...worth(1e12), inflictedLaws: [FINTECH_LAW] }, "2026-03-11T12:00:00.000Z");
    await deliver(worth(2), "2026-03-11T12:01:00.000Z");
    const truth = await deliver(worth(3_000_000), "2026-03-11T12:02:00.000Z");
    expect(truth.change?.graver?.before).toMatchObject({ usd: "2" });
  });

  it("is owed its alert by the next delivery, where the function ended before it was stored", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    const body = Buffer.from(JSON.stringify(notificationBody(worth(2_000))));
    const receivedAt = "2026-03-11T23:59:59.000Z";
    const read = readDelivery({ deliveryId: "ended", receivedAt, projectId: 1, body }, context);
    vi.spyOn(store, "add")
      .mockImplementationOnce((item) => store.get(item))
      .mockRejectedValueOnce(new Error("ended"));
    await expect(recordContent([read], store, Date.parse(receivedAt))).rejects.toThrow("ended");
    // A graver one is told between them, and is what the case goes on saying.
    expect((await deliver(worth(90_000), "2026-03-12T00:00:01.000Z")).alertDue).toBe(true);
    const again = await deliver(worth(2_000), "2026-03-12T00:00:02.000Z");
    expect(again).toMatchObject({
      alertDue: true,
      change: { graver: { before: { usd: "1" }, facts: ["usd"] } },
    });
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "90000" });
  });

  it("is alerted once a day where more is noted under its id than what it can be compared with", async () => {
    await deliver({ ...worth(1), txHash: "0xother" }, "2026-03-11T12:00:00.000Z");
    for (let other = 0; other < 80; other++) {
      const body = Buffer.from(JSON.stringify(notificationBody({ ...worth(1), txHash: `0x${other}` })));
      const delivery = {
        deliveryId: `d${other}`,
        receivedAt: "2026-03-11T12:01:00.000Z",
        projectId: 1,
        body,
      };
      await recordContent([readDelivery(delivery, context)], store, Date.parse(delivery.receivedAt));
    }
    expect((await deliver(SPAM, "2026-03-11T12:02:00.000Z")).alertDue).toBe(true);
    expect((await deliver(TRUTH, "2026-03-11T12:03:00.000Z")).alertDue).toBe(true);
    expect((await deliver({ ...TRUTH, ...worth(9e9) }, "2026-03-11T12:04:00.000Z")).alertDue).toBe(false);
    expect((await deliver({ ...TRUTH, ...worth(9e12) }, "2026-03-12T12:00:00.000Z")).alertDue).toBe(true);
  });

  it("says the same when it is delivered again", async () => {
    await deliver(SPAM, "2026-03-11T12:00:00.000Z");
    await deliver({ ...SPAM, ...worth(2_000) }, "2026-03-11T12:05:00.000Z");
    const capped = { ...SPAM, ...worth(9_000) };
    for (let time = 0; time < 3; time++)
      expect((await deliver(capped, "2026-03-11T12:06:00.000Z")).alertDue).toBe(false);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["change", "change"]);
  });

  it("keeps what the case was opened with: the user, the law and the receipt", async () => {
    await deliver({ ...SPAM, inflictedLaws: [LFPIORPI] }, "2026-03-11T12:00:00.000Z");
    await deliver(TRUTH, "2026-03-11T12:05:00.000Z");
    expect(await stored.read(FIRST)).toMatchObject({
      kind: "notification",
      receivedAt: "2026-03-11T12:00:00.000Z",
      userId: "u-1",
      laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    });
  });
});

const WITHDRAWN = { inflictedLaws: [FINTECH_LAW] };

/** Reports whether the delivery owes an alert of a return. */
const isTold = (one: Recorded) => returnTold(one).length > 0;

describe("an id that was illegal, then withdrawn, then illegal again", () => {
  it("is alerted, and opens the case that was decided on the withdrawal", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const decision = { kind: "decide", outcome: "false-positive", note: "Withdrawn." } as const;
    await stored.step(FIRST, newStep("s", "2026-03-12T13:00:00.000Z", decision));
    const again = await deliver({}, "2026-03-13T12:00:00.000Z");
    expect(isTold(again)).toBe(true);
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(["withdrawal", "decide", "return"]);
    expect(found).toMatchObject({ receivedAt: "2026-03-11T12:00:00.000Z" });
    expect(found.openShard).toBeDefined();
    expect(found.outcome).toBeUndefined();
    expect(found.steps?.[0]).toMatchObject({ risk: "warn", receivedAt: "2026-03-12T12:00:00.000Z" });
    expect(found.steps?.[2]).toMatchObject({ content: "1#42", receivedAt: "2026-03-13T12:00:00.000Z" });
  });

  it("is alerted where another content of the same claims says so", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const other = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };
    const again = await deliver(other, "2026-03-13T12:00:00.000Z");
    expect(again.alertDue).toBe(false);
    expect(isTold(again)).toBe(true);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it("opens no case where it is delivered again after its case was decided", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const other = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };
    const { stored: again } = await deliver(other, "2026-03-13T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-13T13:00:00.000Z", NOT_REPORTABLE));
    await deliver(other, "2026-03-13T12:00:00.000Z");
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return", "decide"]);
    expect(await cases.standing(caseOfNotification(again))).toBe("none");
  });

  it("is not made by a redelivery of a content from before the withdrawal", async () => {
    const first = "2026-03-11T12:00:00.000Z";
    await deliver({}, first);
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(isTold(await deliver({}, first))).toBe(false);
    // A repeat that was received before it, and comes late.
    expect(isTold(await deliver({}, "2026-03-12T11:00:00.000Z"))).toBe(false);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal"]);
  });

  it("is one where the withdrawal comes behind it, and was received before it", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    expect(isTold(await deliver({}, "2026-03-13T12:00:00.000Z"))).toBe(false);
    const withdrawal = await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(returnTold(withdrawal)).toMatchObject([
      { stored: { version: "first" }, returned: { at: "2026-03-13T12:00:00.000Z" } },
    ]);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  const REWORDED = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };

  it("is one where the withdrawal comes behind another content, and was received before it", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const other = await deliver(REWORDED, "2026-03-13T12:00:00.000Z");
    expect(isTold(other)).toBe(false);
    for (let time = 0; time < 2; time++) {
      const withdrawal = await record(WITHDRAWN, "2026-03-12T12:00:00.000Z");
      expect(returnTold(withdrawal)).toMatchObject([
        { stored: { version: other.stored.version }, returned: { at: "2026-03-13T12:00:00.000Z" } },
      ]);
    }
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it("is one where the withdrawal comes behind a repeat of another content", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(REWORDED, "2026-03-11T13:00:00.000Z");
    await deliver(REWORDED, "2026-03-13T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it.each([
    ["another content is recorded", REWORDED, "add"],
    ["a repeat is recorded", {}, "countRepeats"],
  ] as const)("is one where the withdrawal is recorded while %s", async (_, again, call) => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const write = store[call].bind(store);
    const between = async () => {
      spy.mockRestore();
      await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    };
    let calls = 0;
    // The first attempt to add a content shows that its id is known.
    const spy = vi.spyOn(store, call).mockImplementation(async (...written: unknown[]) => {
      if (call === "countRepeats" || ++calls === 2) await between();
      return Reflect.apply(write, store, written);
    });
    expect(isTold(await deliver(again, "2026-03-13T12:00:00.000Z"))).toBe(true);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it("has its turns in its case in the order of their receipt, in any order of their notes", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const withdrawn = await record(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const returned = await record({}, "2026-03-13T12:00:00.000Z");
    await follow(returned);
    await follow(withdrawn);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);

    const again = await record(WITHDRAWN, "2026-03-14T12:00:00.000Z");
    const last = await record({}, "2026-03-15T12:00:00.000Z");
    for (const one of [last, again]) await follow(one);
    const withdrawnLast = await record(WITHDRAWN, "2026-03-16T12:00:00.000Z");
    await follow(withdrawnLast);
    await follow(last);
    const turns = ["withdrawal", "return"];
    expect(stepsOf(await stored.read(FIRST))).toEqual([...turns, ...turns, "withdrawal"]);
  });

  it("has no return in a case that begins with it, nor with the next withdrawal", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const further = { inflictedLaws: [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }] };
    const graver = await deliver(further, "2026-03-13T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-14T12:00:00.000Z");
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${graver.stored.version}` });
    expect(stepsOf(own)).toEqual(["withdrawal"]);
  });

  it("is withdrawn by what was received behind the return and is stored before it", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    await deliver({ inflictedLaws: [] }, "2026-03-14T12:00:00.000Z");
    await deliver({}, "2026-03-13T12:00:00.000Z");
    expect((await stored.read(FIRST)).steps).toMatchObject([
      { kind: "withdrawal", risk: "warn" },
      { kind: "return" },
      { kind: "withdrawal", risk: "none", receivedAt: "2026-03-14T12:00:00.000Z" },
    ]);
  });

  it("is withdrawn by another content that is not its id's first either, and is stored before it", async () => {
    await deliver({ txHash: "0xother" }, "2026-03-10T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    for (let time = 0; time < 2; time++) {
      const illegal = await deliver({}, "2026-03-11T12:00:00.000Z");
      const ofIllegal = { ...FIRST, subject: `${FIRST.subject}#${illegal.stored.version}` };
      const { steps } = await stored.read(ofIllegal);
      expect(steps).toMatchObject([{ kind: "withdrawal", risk: "warn" }]);
    }
  });

  it("has each of its turns in its case where all of them come in one batch, in the order of their receipt", async () => {
    const turned = ["withdrawal", "return", "withdrawal", "return"];
    expect(await deliverTogether({}, {}, WITHDRAWN, {}, WITHDRAWN, {}, {})).toEqual(turned);
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(turned);
    const times = found.steps?.map((step) => "receivedAt" in step && step.receivedAt.slice(11, 13));
    expect(times).toEqual(["12", "13", "14", "15"]);
    expect(await store.get({ key: "1#42", version: "first" })).toMatchObject({ repeats: 4 });
    // Each return would name it once more.
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", "first"],
    ]);
  });

  it("has them where the first content of the batch called it illegal by no law", async () => {
    const { inflictedLaws } = WITHDRAWN;
    await deliverTogether({ inflictedLaws }, {}, { inflictedLaws }, {}, { inflictedLaws });
    const contents = await Array.fromAsync(queries().contents("1#42"));
    const illegal = contents.find(({ risk }) => risk === "illegal");
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${illegal?.version}` });
    expect(stepsOf(own)).toEqual(["withdrawal", "return", "withdrawal"]);
  });

  it("is owed until its alert is published, by its own delivery alone", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const at = "2026-03-13T12:00:00.000Z";
    const body = Buffer.from(JSON.stringify(notificationBody({})));
    const read = readDelivery({ deliveryId: at, receivedAt: at, projectId: 1, body }, context);
    // The function ends before it alerts.
    expect(isTold(await recordContent([read], store, Date.parse(at)))).toBe(true);
    expect(isTold(await deliver({}, "2026-03-13T13:00:00.000Z"))).toBe(false);
    expect(isTold(await deliver({}, at))).toBe(true);
    expect(isTold(await deliver({}, at))).toBe(false);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it("is alerted once a day, and each turn is a step", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const told: boolean[] = [];
    for (const hour of ["13", "14", "15"]) {
      await deliver(WITHDRAWN, `2026-03-11T${hour}:00:00.000Z`);
      told.push(isTold(await deliver({}, `2026-03-11T${hour}:30:00.000Z`)));
    }
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    told.push(isTold(await deliver({}, "2026-03-12T13:00:00.000Z")));
    expect(told).toEqual([true, false, false, true]);
    expect(stepsOf(await stored.read(FIRST))).toHaveLength(8);
  });

  it("is not withdrawn by what is said of another transaction under the id", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver({ ...WITHDRAWN, txHash: "0xother" }, "2026-03-12T12:00:00.000Z");
    expect(isTold(await deliver({}, "2026-03-13T12:00:00.000Z"))).toBe(false);
    expect(stepsOf(await stored.read(FIRST))).toEqual([]);
  });

  it("is withdrawn and comes again with every amount that was said of its transaction", async () => {
    const worth3 = { amount: { value: 3e18, usd: 3_001 } };
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const other = await deliver(worth3, "2026-03-11T13:00:00.000Z");
    const cases = [FIRST, { ...FIRST, subject: `${FIRST.subject}#${other.stored.version}` }];
    const decision = { kind: "decide", outcome: "false-positive", note: "Not ours." } as const;
    for (const key of cases) await stored.step(key, newStep("s", "2026-03-11T14:00:00.000Z", decision));
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(isTold(await deliver(worth3, "2026-03-13T12:00:00.000Z"))).toBe(true);
    for (const key of cases) {
      const found = await stored.read(key);
      expect(stepsOf(found)).toEqual(["decide", "withdrawal", "return"]);
      expect(found.openShard).toBeDefined();
    }
  });

  it("is withdrawn in a case that a graver content has of its own, since the one before it was decided", async () => {
    await deliver(worth(1), "2026-03-11T12:00:00.000Z");
    const decision = { kind: "decide", outcome: "false-positive", note: "Dust." } as const;
    await stored.step(FIRST, newStep("s", "2026-03-11T13:00:00.000Z", decision));
    const graver = await deliver(worth(9_000), "2026-03-11T14:00:00.000Z");
    const own = { ...FIRST, subject: `${FIRST.subject}#${graver.stored.version}` };
    expect(stepsOf(await stored.read(own))).toEqual([]);
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    await deliver(worth(9_000), "2026-03-13T12:00:00.000Z");
    expect(stepsOf(await stored.read(own))).toEqual(["withdrawal", "return"]);
  });

  it("is withdrawn by a first content that warned, and comes again", async () => {
    await deliver(WITHDRAWN, "2026-03-11T12:00:00.000Z");
    const illegal = await deliver({}, "2026-03-12T12:00:00.000Z");
    const ofIllegal = { ...FIRST, subject: `${FIRST.subject}#${illegal.stored.version}` };
    await deliver(WITHDRAWN, "2026-03-13T12:00:00.000Z");
    expect(isTold(await deliver({}, "2026-03-14T12:00:00.000Z"))).toBe(true);
    expect(stepsOf(await stored.read(ofIllegal))).toEqual(["withdrawal", "return"]);
  });

  it("has its withdrawal in a case that is opened only after it, once", async () => {
    const first = await record({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    for (let time = 0; time < 2; time++) await follow(first);
    const { steps } = await stored.read(FIRST);
    expect(steps).toMatchObject([
      { kind: "withdrawal", risk: "warn", receivedAt: "2026-03-12T12:00:00.000Z" },
    ]);
    expect(steps?.[0]).toMatchObject({ content: expect.stringMatching(/^1#42#.+/) });
  });

  it("has its withdrawal and its return in a case that is opened only after both", async () => {
    const first = await record({}, "2026-03-11T12:00:00.000Z");
    await record(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    await record({}, "2026-03-13T12:00:00.000Z");
    await follow(first);
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(["withdrawal", "return"]);
    expect(found.openShard).toBeDefined();
  });

  it("is withdrawn by a content that was received after it and is stored before it", async () => {
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    for (let time = 0; time < 2; time++) {
      const illegal = await deliver({}, "2026-03-11T12:00:00.000Z");
      const ofIllegal = { ...FIRST, subject: `${FIRST.subject}#${illegal.stored.version}` };
      const { steps } = await stored.read(ofIllegal);
      expect(steps).toMatchObject([{ kind: "withdrawal", content: "1#42", risk: "warn" }]);
    }
    expect(isTold(await deliver({}, "2026-03-13T12:00:00.000Z"))).toBe(true);
  });

  it("comes again where its withdrawal could not be noted in its case", async () => {
    const first = await record({}, "2026-03-11T12:00:00.000Z");
    await record(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    vi.spyOn(store, "get").mockRejectedValue(new Error("throttled"));
    expect(await openCases([first], { cases, notifications: store }, [], NEVER)).toEqual(first.reads);
  });

  /** The alerts that the contents of the id name, in the order in which they were sent: what each of them speaks of. */
  async function named(): Promise<string[][]> {
    const ids: string[] = [];
    for await (const one of queries().contents("1#42")) ids.push(...alertIdsOf(one));
    const found = await Promise.all(ids.sort().map((id) => alerts.find(id)));
    return found.map((alert) => [
      alert?.kind ?? "",
      ...(alert?.subjects ?? []).map((subject) => ("version" in subject ? subject.version : "")),
    ]);
  }

  it("is named with its alert by the new content that returns, in lists and in the count of its day", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver({ inflictedLaws: [] }, "2026-03-12T12:00:00.000Z");
    const again = { timestamp: "2025-08-20T05:10:58Z" };
    const { version } = (await deliver(again, "2026-03-13T12:00:00.000Z")).stored;
    const returned = await store.get({ key: "1#42", version });
    expect(returned?.alert).toMatchObject({
      ...{ state: "sent", returned: "2026-03-13T12:00:00.000Z" },
      id: expect.stringMatching(/-1-[0-9a-f]{8}$/),
    });
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", version],
    ]);
    const sent = await Array.fromAsync(queries().list({ projectIds: [1], alert: "sent" }));
    expect(sent.map((one) => one.version)).toEqual([version, "first"]);
    const counter = new DayCounter(zonedTimes("en", "UTC").day, "2026-03-14T00:00:00.000Z");
    if (returned !== undefined) counter.addNotification(returned);
    expect(counter.count().toAlert.longestMs).toBeGreaterThan(0);
    // Its delivery comes again behind its alert: its case is that of what was withdrawn.
    await deliver(again, "2026-03-13T12:00:00.000Z");
    await expect(stored.read({ ...FIRST, subject: `${FIRST.subject}#${version}` })).rejects.toThrow();
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
    expect(await named()).toHaveLength(2);
  });

  it("has one case where it returns before another call has opened that of its first content", async () => {
    const again = { timestamp: "2025-08-20T05:10:58Z" };
    const first = await record({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const { version } = (await deliver(again, "2026-03-13T12:00:00.000Z")).stored;
    await follow(first);
    await expect(stored.read({ ...FIRST, subject: `${FIRST.subject}#${version}` })).rejects.toThrow();
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return"]);
  });

  it("is listed as one whose return is to be alerted, until that is, or another return tells it", async () => {
    const again = { timestamp: "2025-08-20T05:10:58Z" };
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const pending = async () =>
      (await Array.fromAsync(queries().list({ projectIds: [1], alert: "pending" }))).map(
        ({ version, alert }) => [version, alert.state, alert.returnPending],
      );
    // The function ends before it alerts.
    const { stored } = await record(again, "2026-03-13T12:00:00.000Z");
    expect(await pending()).toEqual([[stored.version, "none", "2026-03-13T12:00:00.000Z"]]);
    const counter = new DayCounter(zonedTimes("en", "UTC").day, "2026-03-14T00:00:00.000Z");
    for await (const one of queries().contents("1#42")) counter.addNotification(one);
    expect(counter.count().unalerted).toBe(1);
    await deliver(WITHDRAWN, "2026-03-13T13:00:00.000Z");
    const first = await record({}, "2026-03-13T14:00:00.000Z");
    expect(await pending()).toEqual([["first", "sent", "2026-03-13T14:00:00.000Z"]]);
    await follow(first);
    expect(await pending()).toEqual([]);
    expect((await store.get(stored))?.alert).toEqual({ state: "none" });
  });

  it("is named with all of its alerts by the id's first content, the last ten returns", async () => {
    for (let day = 10; day < 22; day++) {
      await deliver({}, `2026-03-${day}T12:00:00.000Z`);
      await deliver(WITHDRAWN, `2026-03-${day}T13:00:00.000Z`);
    }
    expect((await store.get({ key: "1#42", version: "first" }))?.alert.returned).toBeUndefined();
    expect(await named()).toEqual([
      ["notification", "first"],
      ...Array.from({ length: 10 }, () => ["change", "first"]),
    ]);
  });

  it("is counted on no day where the content that returns was received before and not alerted", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    const quiet = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };
    const { version } = (await deliver(quiet, "2026-03-11T13:00:00.000Z")).stored;
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    await deliver(quiet, "2026-03-13T12:00:00.000Z");
    const returned = await store.get({ key: "1#42", version });
    expect(returned?.alert).toMatchObject({ state: "sent", returned: "2026-03-13T12:00:00.000Z" });
    const counter = new DayCounter(zonedTimes("en", "UTC").day, "2026-03-14T00:00:00.000Z");
    if (returned !== undefined) counter.addNotification(returned);
    expect(counter.count().toAlert.longestMs).toBeUndefined();
    // It carries its alert already.
    await deliver(WITHDRAWN, "2026-03-14T12:00:00.000Z");
    await deliver(quiet, "2026-03-15T12:00:00.000Z");
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", version],
      ["change", version],
    ]);
  });

  it.each([
    ["of a new content", { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] }],
    ["of the first content", {}],
  ])("is alerted again where its alert %s could not be noted, and names the last", async (_, changes) => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const at = "2026-03-13T12:00:00.000Z";
    const noting = vi.spyOn(store, "markReturnAlerted").mockRejectedValueOnce(new Error("ended"));
    expect(await publish(await record(changes, at))).toHaveLength(1);
    noting.mockRestore();
    const second = await deliver(changes, at);
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", second.stored.version],
    ]);
    expect(isTold(await record(changes, at))).toBe(false);
  });

  it("has no step of a withdrawal from before its case was called for", async () => {
    await deliver({}, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const graver = await deliver(
      { inflictedLaws: [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }] },
      "2026-03-13T12:00:00.000Z",
    );
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${graver.stored.version}` });
    expect(stepsOf(own)).toEqual([]);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["withdrawal", "return", "change"]);
  });
});

describe("a transaction that stays illegal by other laws than before", () => {
  const ILLEGAL = { ...FINTECH_LAW, risk: "illegal" };
  const BOTH = { inflictedLaws: [LFPIORPI, ILLEGAL] };
  const WITHOUT_DEADLINE = { inflictedLaws: [ILLEGAL] };
  const DUE = { dueAt: "2025-09-18T05:59:59.999Z", deadlines: [{ law: "LFPIORPI", countryCode: "MX" }] };
  const named = (...laws: (typeof LFPIORPI)[]) => ({
    kind: "change",
    facts: { laws: laws.map(({ name, countryCode }) => ({ name, countryCode })) },
  });

  it("says in its case which laws are left, without an alert, and keeps the deadline of the other", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    const { dueAt, deadlines } = await stored.read(FIRST);
    expect(deadlines).toHaveLength(1);
    for (let time = 0; time < 2; time++) {
      const less = await deliver(WITHOUT_DEADLINE, "2026-03-12T12:00:00.000Z");
      expect(less.alertDue || isTold(less)).toBe(false);
      const found = await stored.read(FIRST);
      expect(found.steps).toMatchObject([
        {
          ...named(ILLEGAL),
          content: `1#42#${less.stored.version}`,
          receivedAt: "2026-03-12T12:00:00.000Z",
        },
      ]);
      expect(found).toMatchObject({ dueAt, deadlines, openShard: expect.any(String) });
      expect(lawsSaidLast(found)).toEqual({
        ...named(ILLEGAL).facts,
        gone: { laws: [{ name: "LFPIORPI", countryCode: "MX" }] },
      });
    }
  });

  it("says in its case that a law is added, and has its deadline as the case of that law has", async () => {
    await deliver(WITHOUT_DEADLINE, "2026-03-11T12:00:00.000Z");
    expect(await stored.read(FIRST)).toMatchObject({ dueAt: "none", deadlines: [] });
    const more = await deliver(BOTH, "2026-03-12T12:00:00.000Z");
    expect(more.alertDue).toBe(true);
    const found = await stored.read(FIRST);
    expect(found.steps).toMatchObject([named(LFPIORPI, ILLEGAL)]);
    expect(found).toMatchObject(DUE);
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${more.stored.version}` });
    expect(own).toMatchObject(DUE);
    expect(stepsOf(own)).toEqual([]);
  });

  it("is due by a law that was added, left out and said again, in the case that this opens again", async () => {
    await deliver(WITHOUT_DEADLINE, "2026-03-11T12:00:00.000Z");
    await deliver(BOTH, "2026-03-12T12:00:00.000Z");
    await deliver(WITHOUT_DEADLINE, "2026-03-13T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-13T13:00:00.000Z", NOT_REPORTABLE));
    await deliver(BOTH, "2026-03-14T12:00:00.000Z");
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(["change", "change", "decide", "return", "change"]);
    expect(found).toMatchObject({ ...DUE, openShard: expect.any(String) });
    const item = await new CaseQueries(client(), "Cases").raw(FIRST);
    expect(item && checkedItem(item).problems).toEqual([]);
  });

  it("is due by a law that was added before its case was opened", async () => {
    const first = await record(WITHOUT_DEADLINE, "2026-03-11T12:00:00.000Z");
    await deliver(BOTH, "2026-03-12T12:00:00.000Z");
    await follow(first);
    expect(await stored.read(FIRST)).toMatchObject({ ...DUE, steps: [named(LFPIORPI, ILLEGAL)] });
  });

  it("says each turn of its laws by the time of receipt, also where another content repeats them", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(WITHOUT_DEADLINE, "2026-03-12T12:00:00.000Z");
    await deliver(BOTH, "2026-03-13T12:00:00.000Z");
    // A late delivery from before the last turn changes nothing; nor do other words of the same laws.
    await deliver(WITHOUT_DEADLINE, "2026-03-12T18:00:00.000Z");
    await deliver(
      { inflictedLaws: [{ ...ILLEGAL, description: "Other words" }, LFPIORPI] },
      "2026-03-14T12:00:00.000Z",
    );
    expect((await stored.read(FIRST)).steps).toMatchObject([
      named(ILLEGAL),
      { kind: "return" },
      { ...named(LFPIORPI, ILLEGAL), content: "1#42", receivedAt: "2026-03-13T12:00:00.000Z" },
    ]);
  });

  it("says the last ones where fewer are delivered behind a repeat that was received later", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(BOTH, "2026-03-13T12:00:00.000Z");
    await deliver(WITHOUT_DEADLINE, "2026-03-12T12:00:00.000Z");
    const found = await stored.read(FIRST);
    expect(lawsSaidLast(found)).toMatchObject(named(LFPIORPI, ILLEGAL).facts);
  });

  it("says with a return that fewer laws came again, and none of a withdrawal", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    expect(lawsSaidLast(await stored.read(FIRST))).toEqual({ laws: [] });
    expect(isTold(await deliver(WITHOUT_DEADLINE, "2026-03-13T12:00:00.000Z"))).toBe(true);
    const found = await stored.read(FIRST);
    expect(found.steps).toMatchObject([{ kind: "withdrawal" }, { kind: "return" }, named(ILLEGAL)]);
    expect(lawsSaidLast(found)).toMatchObject(named(ILLEGAL).facts);
  });

  it("has the laws of last in a case that is opened only after they were said", async () => {
    const first = await record(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(WITHOUT_DEADLINE, "2026-03-12T12:00:00.000Z");
    for (let time = 0; time < 2; time++) await follow(first);
    expect((await stored.read(FIRST)).steps).toMatchObject([named(ILLEGAL)]);
  });

  const lawsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...ILLEGAL, name: `Law ${index}` }));
  const OFAC = { ...ILLEGAL, name: "OFAC SDN", countryCode: "US" };
  const namesOf = ({ laws = [] }: SomeLaws = {}) => laws.map(({ name }) => name);

  it("names the gravest laws and the new ones of many, and says of how many", async () => {
    await deliver({ inflictedLaws: lawsOf(38) }, "2026-03-11T12:00:00.000Z");
    const inflictedLaws = [...lawsOf(38), { ...ILLEGAL, name: "New" }, LFPIORPI, OFAC];
    const more = await deliver({ inflictedLaws }, "2026-03-12T12:00:00.000Z");
    const found = await stored.read(FIRST);
    const said = lawsSaidLast(found);
    expect(said?.lawCount).toBe(41);
    const gravest = ["OFAC SDN", "LFPIORPI", "Law 0", "Law 1", "Law 2"];
    expect(namesOf(said).slice(0, 5)).toEqual(gravest);
    expect(namesOf(found)).toEqual(expect.arrayContaining([...gravest, "New"]));
    const own = await stored.read({ ...FIRST, subject: `${FIRST.subject}#${more.stored.version}` });
    expect(namesOf(own).slice(0, 3)).toEqual(["OFAC SDN", "LFPIORPI", "New"]);
  });

  it("names the sanctions list that was withdrawn among many laws, and keeps the case on it", async () => {
    await deliver({ inflictedLaws: [...lawsOf(60), OFAC] }, "2026-03-11T12:00:00.000Z");
    await deliver({ inflictedLaws: lawsOf(60) }, "2026-03-12T12:00:00.000Z");
    const found = await stored.read(FIRST);
    expect(namesOf(lawsSaidLast(found)?.gone)).toEqual(["OFAC SDN"]);
    expect(found.lawCount).toBe(61);
    expect(judge(found, "2026-03-12T13:00:00.000Z").isListed).toBe(true);
  });

  it("is on a sanctions list that came later, or is said again alone", async () => {
    await deliver({ inflictedLaws: lawsOf(60) }, "2026-03-11T12:00:00.000Z");
    await deliver({ inflictedLaws: [...lawsOf(60), OFAC] }, "2026-03-12T12:00:00.000Z");
    await deliver({ inflictedLaws: lawsOf(60) }, "2026-03-13T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-13T13:00:00.000Z", NOT_REPORTABLE));
    await deliver({ inflictedLaws: [...lawsOf(60), OFAC] }, "2026-03-14T12:00:00.000Z");
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(["change", "change", "decide", "return", "change"]);
    expect(judge(found, "2026-03-14T13:00:00.000Z")).toMatchObject({ isListed: true });
    const item = await new CaseQueries(client(), "Cases").raw(FIRST);
    expect(item && checkedItem(item).problems).toEqual([]);
  });
});

describe("a law that is withdrawn and said again while another one stays illegal", () => {
  const ILLEGAL = { ...FINTECH_LAW, risk: "illegal" };
  const BOTH = { inflictedLaws: [ILLEGAL, LFPIORPI] };
  const ONE = { inflictedLaws: [ILLEGAL] };
  const FALSE_POSITIVE = { kind: "decide", outcome: "false-positive", note: "Withdrawn." } as const;
  const lawsAgain = (...names: string[]) => ({ laws: names.map((name) => ({ name })) });
  const returnsOf = ({ steps = [] }: { steps?: readonly Step[] | undefined }) =>
    steps.filter(({ kind }) => kind === "return");

  /** The alerts of a notification's changes, as their messages were sent. */
  async function changesTold(): Promise<string[]> {
    const ids: string[] = [];
    for await (const one of queries().contents("1#42")) ids.push(...alertIdsOf(one));
    const found = await Promise.all(ids.sort().map((id) => alerts.find(id)));
    return found.flatMap((one) => (one?.kind === "change" ? one.message.email : []));
  }

  it("is alerted by its name, and opens the case that was decided on the withdrawal", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-12T13:00:00.000Z", FALSE_POSITIVE));
    const again = await record(BOTH, "2026-03-13T12:00:00.000Z");
    const pending = () => Array.fromAsync(queries().list({ projectIds: [1], alert: "pending" }));
    expect(await pending()).toMatchObject([{ alert: { returnPending: "2026-03-13T12:00:00.000Z" } }]);
    // Its delivery comes again behind the alert and the case.
    await follow(again);
    expect(isTold(await deliver(BOTH, "2026-03-13T12:00:00.000Z"))).toBe(false);
    expect(await pending()).toEqual([]);
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({ openShard: expect.any(String) });
    expect(found.outcome).toBeUndefined();
    expect(found.steps).toMatchObject([
      { kind: "change", facts: { laws: [{ name: "Fintech Law" }] } },
      { kind: "decide" },
      { kind: "return", ...lawsAgain("LFPIORPI"), content: "1#42", receivedAt: "2026-03-13T12:00:00.000Z" },
      { kind: "change", facts: { laws: [{ name: "LFPIORPI" }, { name: "Fintech Law" }] } },
    ]);
    expect(await changesTold()).toEqual([
      expect.stringContaining(
        "Before: not FLAGGED under LFPIORPI (MX) (message received 2026-03-12 12:00:00 UTC).",
      ),
    ]);
    const day = { from: "2026-03-13T00:00:00.000Z", to: "2026-03-14T00:00:00.000Z" };
    expect(await returnsWithin({ client: client(), table: "Cases" }, [1], day)).toBe(1);
  });

  it.each([
    ["what was received before the withdrawal", BOTH, "2026-03-11T12:00:00.000Z"],
    ["a repeat that was received before it", BOTH, "2026-03-12T11:00:00.000Z"],
    ["what withdrew it", ONE, "2026-03-13T12:00:00.000Z"],
    [
      "a law of its name in another country",
      { inflictedLaws: [ILLEGAL, { ...LFPIORPI, country: "spain", countryCode: "ES" }] },
      "2026-03-13T12:00:00.000Z",
    ],
    ["another transaction under the id", { ...BOTH, txHash: "0xother" }, "2026-03-13T12:00:00.000Z"],
  ])("is not said again by %s", async (_, content, at) => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T12:00:00.000Z");
    expect(isTold(await deliver(content, at))).toBe(false);
    expect(stepsOf(await stored.read(FIRST))).not.toContain("return");
  });

  it("is said again beside another one by one content, with one step and one alert", async () => {
    const third = { ...ILLEGAL, name: "Third" };
    const all = { inflictedLaws: [third, ILLEGAL, LFPIORPI] };
    await deliver(all, "2026-03-11T12:00:00.000Z");
    await deliver({ inflictedLaws: [ILLEGAL, LFPIORPI] }, "2026-03-12T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T13:00:00.000Z");
    expect(isTold(await deliver(all, "2026-03-13T12:00:00.000Z"))).toBe(true);
    expect(returnsOf(await stored.read(FIRST))).toMatchObject([lawsAgain("LFPIORPI", "Third")]);
    expect(await changesTold()).toEqual([
      expect.stringContaining("Before: not FLAGGED under LFPIORPI (MX), Third (MX) (message received"),
    ]);
  });

  it("is told beside a law that is new, by the alert of that one", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T12:00:00.000Z");
    const more = { inflictedLaws: [...BOTH.inflictedLaws, { ...ILLEGAL, name: "Third" }] };
    expect((await deliver(more, "2026-03-13T12:00:00.000Z")).alertDue).toBe(true);
    expect(await changesTold()).toEqual([
      expect.stringContaining("New: FLAGGED under Third (MX). Again FLAGGED under LFPIORPI (MX)."),
    ]);
    expect(returnsOf(await stored.read(FIRST)).at(-1)).toMatchObject(lawsAgain("LFPIORPI"));
  });

  it("shares the day's one alert with the return of its transaction, and each is a step", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    const told: boolean[] = [];
    for (const [hour, content] of [ONE, BOTH, ONE, BOTH].entries())
      told.push(isTold(await deliver(content, `2026-03-13T1${hour}:00:00.000Z`)));
    expect(told).toEqual([true, false, false, false]);
    await stored.step(FIRST, newStep("s", "2026-03-13T14:00:00.000Z", FALSE_POSITIVE));
    await deliver(ONE, "2026-03-13T15:00:00.000Z");
    expect(isTold(await deliver(BOTH, "2026-03-13T16:00:00.000Z"))).toBe(false);
    const found = await stored.read(FIRST);
    expect(found.openShard).toBeDefined();
    expect(returnsOf(found)).toHaveLength(4);
    await deliver(ONE, "2026-03-14T12:00:00.000Z");
    expect(isTold(await deliver(BOTH, "2026-03-14T13:00:00.000Z"))).toBe(true);
  });

  it("was withdrawn with its transaction, where that returned without it", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(WITHDRAWN, "2026-03-12T12:00:00.000Z");
    await deliver(ONE, "2026-03-13T12:00:00.000Z");
    expect(isTold(await deliver(BOTH, "2026-03-14T12:00:00.000Z"))).toBe(true);
    expect(returnsOf(await stored.read(FIRST)).at(-1)).toMatchObject(lawsAgain("LFPIORPI"));
  });

  it("is said again where the withdrawal comes behind a repeat, and was received before it", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    expect(isTold(await deliver(BOTH, "2026-03-13T12:00:00.000Z"))).toBe(false);
    const withdrawal = await deliver(ONE, "2026-03-12T12:00:00.000Z");
    expect(returnTold(withdrawal)).toMatchObject([
      { stored: { version: "first" }, returned: { at: "2026-03-13T12:00:00.000Z" } },
    ]);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["change", "return", "change"]);
  });

  it("is said again in one batch with its withdrawal, and has its steps in the order of receipt", async () => {
    expect(await deliverTogether(BOTH, ONE, BOTH)).toEqual(["laws", "return"]);
    expect(stepsOf(await stored.read(FIRST))).toEqual(["change", "return", "change"]);
    expect(await changesTold()).toHaveLength(1);
  });

  it("is said again in a case that is opened only after it", async () => {
    const first = await record(BOTH, "2026-03-11T12:00:00.000Z");
    await record(ONE, "2026-03-12T12:00:00.000Z");
    await record(BOTH, "2026-03-13T12:00:00.000Z");
    for (let time = 0; time < 2; time++) await follow(first);
    expect((await stored.read(FIRST)).steps).toMatchObject([
      { kind: "return", ...lawsAgain("LFPIORPI") },
      { kind: "change" },
    ]);
  });

  it("costs no look at what was said before, past a hundred turns and one of the day", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T12:00:00.000Z");
    const first = await store.get({ key: "1#42", version: "first" });
    const [[transaction, course] = []] = Object.entries(first?.courses ?? {});
    if (first === undefined || transaction === undefined || course === undefined)
      throw new Error("No course.");
    await store.setCourse(first, transaction, { ...course, turns: 100 });
    const read = vi.spyOn(store, "receivedBefore");
    expect(isTold(await deliver(BOTH, "2026-03-12T13:00:00.000Z"))).toBe(false);
    expect(read).not.toHaveBeenCalled();
    expect(isTold(await deliver(BOTH, "2026-03-13T12:00:00.000Z"))).toBe(true);
  });

  it("is said again by other words than before", async () => {
    await deliver(BOTH, "2026-03-11T12:00:00.000Z");
    await deliver(ONE, "2026-03-12T12:00:00.000Z");
    const worded = { inflictedLaws: [ILLEGAL, { ...LFPIORPI, description: "Other words" }] };
    const again = await deliver(worded, "2026-03-13T12:00:00.000Z");
    expect(isTold(again)).toBe(true);
    expect((await store.get(again.stored))?.alert.returned).toBe("2026-03-13T12:00:00.000Z");
  });
});

describe("a body that is replayed out of quarantine", () => {
  const received = "2026-03-11T12:00:00.000Z";
  /** A body that an earlier version did not understand. */
  async function quarantine(changes: Record<string, unknown> = {}) {
    const body = Buffer.from(JSON.stringify(notificationBody(changes)));
    const read = readDelivery({ deliveryId: "d", receivedAt: received, projectId: 1, body }, context);
    const { content, expiresAt } = read.item;
    const item = quarantinedItemOf([{ path: "data", is: "form" }], "illegal", {
      ...{ projectId: 1, deliveryId: "d", receivedAt: received, raw: body, rehearsal: false },
      ...{ content, expiresAt },
    });
    const recorded = await recordContent(
      [{ ...read, item, notification: undefined }],
      store,
      Date.parse(received),
    );
    expect(recorded.stored).toMatchObject({ kind: "quarantined", risk: "illegal" });
    expect(await openCases([recorded], { cases, notifications: store }, [], NEVER)).toEqual([]);
    return {
      quarantined: recorded.stored,
      key: { subject: `notification#${recorded.stored.key}`, opened: "once" },
    };
  }

  it("has, as long as it is in quarantine, a case with its user, law and deadline", async () => {
    const { key } = await quarantine({ inflictedLaws: [{ ...LFPIORPI, risk: "Illegal" }, FINTECH_LAW] });
    expect(await stored.read(key)).toMatchObject({
      ...{ kind: "quarantine", userId: "u-1", chainId: "42161", happenedAt: "2025-08-20T05:10:57.228Z" },
      laws: [{ name: "LFPIORPI", countryCode: "MX" }],
      dueAt: "2025-09-18T05:59:59.999Z",
    });
  });

  it("continues its case as the notification's, which has its receipt; its steps stay where they are", async () => {
    const { quarantined, key } = await quarantine();
    await stored.step(
      key,
      newStep("s", "2026-03-11T13:00:00.000Z", { kind: "note", note: "Asked the service." }),
    );
    for (let time = 0; time < 2; time++) await deliver({}, received, replayDeliveryId(quarantined));
    const ended = await stored.read(key);
    expect(stepsOf(ended)).toEqual(["note", "continuation"]);
    expect(ended).toMatchObject({ outcome: "continued", steps: [{}, { as: FIRST }] });
    expect(ended.openShard ?? ended.timeShard).toBeUndefined();
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({ receivedAt: received, continues: key });
    expect(stepsOf(found)).toEqual([]);
  });

  it("is listed and counted once, as its notification", async () => {
    const { quarantined } = await quarantine();
    const contents = new DayContents(client(), { notifications: "notifications", cases: "Cases" });
    const span = { projectId: 1, from: "2026-03-11T00:00:00.000Z", to: "2026-03-12T00:00:00.000Z" };
    const counted = async () => {
      const counter = new DayCounter(zonedTimes("en", "UTC").day, span.to);
      let place: ContentPlace | undefined;
      do {
        const page = await contents.page(span, place);
        counter.addPage(page);
        place = page.next;
      } while (place !== undefined);
      const { notifications, quarantined: bodies, cases: opened, unalerted } = counter.count();
      return { illegal: notifications.illegal, quarantined: bodies.illegal, opened, unalerted };
    };
    const listed = async (filter: Partial<NotificationFilter> = {}) =>
      (await Array.fromAsync(queries().list({ projectIds: [1], ...filter }))).map(({ key }) => key);
    const before = { notification: 0, change: 0, quarantine: 1, wallet: 0 };
    expect(await counted()).toMatchObject({ illegal: 0, quarantined: 1, opened: before });
    for (let time = 0; time < 2; time++) await deliver({}, received, replayDeliveryId(quarantined));
    expect(await counted()).toEqual({
      ...{ illegal: 1, quarantined: 0, unalerted: 0 },
      opened: { ...before, notification: 1, quarantine: 0 },
    });
    expect(await listed()).toEqual(["1#42"]);
    expect(await listed({ risk: "illegal" })).toEqual(["1#42"]);
    expect(await listed({ kind: "quarantined" })).toEqual([quarantined.key]);
    expect(await store.get(quarantined)).toMatchObject({ kind: "quarantined", replayed: true });
  });

  it("continues as the case of what the service sent again meanwhile", async () => {
    const { quarantined, key } = await quarantine();
    await deliver({}, "2026-03-12T12:00:00.000Z");
    await deliver({}, received, replayDeliveryId(quarantined));
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    expect(await stored.read(FIRST)).toMatchObject({ receivedAt: "2026-03-12T12:00:00.000Z" });
  });

  it("continues as the case of the first content while another call is about to open that", async () => {
    const worded = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };
    const { quarantined, key } = await quarantine(worded);
    const first = await record({}, "2026-03-12T12:00:00.000Z");
    await deliver(worded, received, replayDeliveryId(quarantined));
    await follow(first);
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    expect(await stored.read(FIRST)).toMatchObject({ receivedAt: "2026-03-12T12:00:00.000Z" });
  });

  it("says a law again by its receipt, which opens the case that was decided", async () => {
    const illegal = { ...FINTECH_LAW, risk: "illegal" };
    const both = { inflictedLaws: [illegal, LFPIORPI] };
    await deliver(both, "2026-03-09T12:00:00.000Z");
    await deliver({ inflictedLaws: [illegal] }, "2026-03-10T12:00:00.000Z");
    await stored.step(FIRST, newStep("s", "2026-03-10T13:00:00.000Z", NOT_REPORTABLE));
    const { quarantined, key } = await quarantine(both);
    for (let time = 0; time < 2; time++) {
      const replayed = await deliver(both, received, replayDeliveryId(quarantined));
      expect(isTold(replayed)).toBe(time === 0);
    }
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    const found = await stored.read(FIRST);
    expect(stepsOf(found)).toEqual(["change", "decide", "return", "change"]);
    expect(found.openShard).toBeDefined();
    expect(found.steps?.[2]).toMatchObject({ receivedAt: received, laws: [{ name: "LFPIORPI" }] });
  });

  it("keeps its case where the notification is not illegal, and has none", async () => {
    const body = WITHDRAWN;
    const { quarantined, key } = await quarantine(body);
    await deliver(body, received, replayDeliveryId(quarantined));
    expect((await stored.read(key)).openShard).toBeDefined();
  });
});
