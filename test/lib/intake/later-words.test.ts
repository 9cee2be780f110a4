/** Later words of the service about an id: graver facts, and their effect on the cases. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { Pace } from "../../../lib/alerts/pace.ts";
import { AlertPublisher } from "../../../lib/alerts/publisher.ts";
import { type CaseKey, caseOfNotification } from "../../../lib/cases/case-keys.ts";
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
import type { ReadDelivery } from "../../../lib/intake/delivery.ts";
import { openCases } from "../../../lib/intake/open-cases.ts";
import { publishAlerts } from "../../../lib/intake/publish-alerts.ts";
import { type Recorded, returnTold } from "../../../lib/intake/recording.ts";
import { alertIdsOf } from "../../../lib/notifications/course.ts";
import type { NotificationFilter } from "../../../lib/notifications/notification-filter.ts";
import { quarantinedItemOf } from "../../../lib/notifications/notification-item.ts";
import { NotificationQueries } from "../../../lib/notifications/notification-queries.ts";
import type { StoredNotification } from "../../../lib/notifications/notification-schema.ts";
import { NotificationStore } from "../../../lib/notifications/notifications.ts";
import { replayDeliveryId } from "../../../lib/notifications/quarantined-body.ts";
import { DESK_TABLE_SHAPES, TABLE_SHAPES } from "../../../lib/tables/table-shapes.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { readAt, recordRead } from "../../support/deliveries.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { mockClient } from "../../support/mock-client.ts";
import { FINTECH_LAW, LFPIORPI } from "../../support/notifications.ts";
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

type Changes = Record<string, unknown>;
const NEVER = Number.MAX_SAFE_INTEGER;

/** A moment of March 2026. @param time such as `11T12:00` */
const march = (time: string) => `2026-03-${time}:00.000Z`;

/** Delivers a content as intake does, alert and case included. */
async function deliver(changes: Changes, time: string, deliveryId = time): Promise<Recorded> {
  const recorded = await record(changes, time, deliveryId);
  await follow(recorded);
  return recorded;
}

/** Delivers contents at noon of one day after another, from March 11 on. @returns the last as it is recorded */
async function deliverDaily(first: Changes, ...others: Changes[]): Promise<Recorded> {
  let last = await deliver(first, "11T12:00");
  for (const [index, changes] of others.entries()) last = await deliver(changes, `${12 + index}T12:00`);
  return last;
}

const read = (changes: Changes, time: string, deliveryId = time) =>
  readAt(march(time), changes, { deliveryId });

function record(changes: Changes, time: string, deliveryId = time): Promise<Recorded> {
  return recordRead(read(changes, time, deliveryId), store);
}

/** Delivers contents in one batch, each an hour after the one before it. @returns the kinds of turns that were taken */
async function deliverTogether(...contents: Changes[]): Promise<string[]> {
  const reads = contents.map((changes, index) => read(changes, `11T${10 + index}:00`));
  // Later, a pending alert would count as lost.
  using _clock = vi.spyOn(Date, "now").mockReturnValue(Date.parse(march("12T00:00")));
  const { recorded, failed } = await recordBatch(reads, store, NEVER);
  expect([failed, await noteInCases(...recorded)]).toEqual([[], []]);
  expect(await publish(...recorded)).toEqual([]);
  return recorded.flatMap(({ turns }) => turns.map(({ kind }) => kind));
}

/** Follows the recording with the alert and the case. */
async function follow(recorded: Recorded): Promise<void> {
  expect(await publish(recorded)).toEqual([]);
  expect(await noteInCases(recorded)).toEqual([]);
}

/** @returns the deliveries that come again */
function noteInCases(...recorded: Recorded[]): Promise<ReadDelivery[]> {
  return openCases(recorded, { cases, notifications: store }, [], NEVER);
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

/** The case that a content other than its id's first has of its own. */
const caseOf = ({ stored: { version } }: Recorded) => ({ ...FIRST, subject: `${FIRST.subject}#${version}` });

const decide = (time: string, key: CaseKey = FIRST) =>
  stored.step(key, newStep(time, march(time), NOT_REPORTABLE));

const kindsOf = ({ steps = [] }: { steps?: readonly Step[] | undefined }) => steps.map(({ kind }) => kind);

/** The kinds of a case's steps. */
const stepsOf = async (key: CaseKey = FIRST) => kindsOf(await stored.read(key));

const standing = (one: Recorded) => cases.standing(caseOfNotification(one.stored));

describe("a notification that came before the true one, and shrinks it", () => {
  it("takes no alert from the true one, and its case says the graver facts, beside what it was opened with", async () => {
    await deliver({ ...SPAM, inflictedLaws: [LFPIORPI] }, "11T12:00");
    const truth = await deliver(TRUTH, "11T12:05");
    expect(truth.alertDue).toBe(true);
    expect(truth.change).toMatchObject({
      differs: [],
      newLaws: [],
      graver: { facts: ["usd", "time", "symbol"] },
    });
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({
      ...{ amount: { usd: "3000000" }, token: { symbol: "USDC" }, dueAt: "2026-04-18T05:59:59.999Z" },
      ...{ kind: "notification", receivedAt: march("11T12:00"), userId: "u-1" },
      laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    });
    expect(found.steps).toMatchObject([
      {
        kind: "change",
        content: `1#42#${truth.stored.version}`,
        facts: { usd: "3000000", tokenSymbol: "USDC", deadlines: [{ law: "LFPIORPI" }] },
      },
    ]);
    await expect(stored.read(caseOf(truth))).rejects.toThrow();
  });

  it("does not when it came second, as another transaction under the id", async () => {
    await deliver({ txHash: "0xother" }, "11T12:00");
    const shrunk = await deliver(SPAM, "11T12:01");
    expect(shrunk.alertDue).toBe(true);
    expect((await deliver(TRUTH, "11T12:02")).alertDue).toBe(true);
    expect((await stored.read(caseOf(shrunk))).amount).toMatchObject({ usd: "3000000" });
  });

  const EARLIER = { ...TRUTH, timestamp: "2026-02-20T12:00:00Z" };
  const HIGH = { ...TRUTH, ...worth(1e12) };
  const LOW = { ...TRUTH, ...worth(1) };
  it.each([
    ["no law and a high amount", { ...HIGH, inflictedLaws: [] }, LOW, TRUTH],
    ["a warning and a high amount", { ...HIGH, inflictedLaws: [FINTECH_LAW] }, LOW, TRUTH],
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
      expect((await deliver(quiet, "11T12:00")).alertDue).toBe(false);
      expect((await deliver(shrunk, "11T12:01")).alertDue).toBe(true);
      expect((await deliver(truth, "11T12:02")).alertDue).toBe(true);
    },
  );

  it("has a case of its own where the first one is decided already", async () => {
    await deliver(SPAM, "11T12:00");
    await decide("11T12:01");
    const truth = await deliver(TRUTH, "12T12:00");
    expect(await stepsOf()).toEqual(["decide", "change"]);
    expect(await stored.read(caseOf(truth))).toMatchObject({ kind: "change", amount: { usd: "3000000" } });
  });

  it("is a step of that case where it is graver still, as long as that is open", async () => {
    await deliver(worth(1), "11T12:00");
    await decide("12T12:00");
    const second = caseOf(await deliver(worth(2_000), "12T13:00"));
    const third = await deliver(worth(50_000), "13T12:00");
    expect(third.alertDue).toBe(true);
    expect(await stored.read(second)).toMatchObject({
      ...{ amount: { usd: "50000" }, openShard: expect.any(String) },
      steps: [{ kind: "change", content: `1#42#${third.stored.version}` }],
    });
    expect(await standing(third)).toBe("none");

    await decide("13T12:01", second);
    // Its delivery comes again behind the decision.
    await deliver(worth(50_000), "13T12:00");
    expect(await standing(third)).toBe("none");
    expect(await standing(await deliver(worth(1e6), "14T12:00"))).toBe("open");
  });

  it("has none of its own where it is delivered again after its case was decided", async () => {
    const truth = await deliverDaily(SPAM, TRUTH);
    await decide("12T13:00");
    await deliver(TRUTH, "12T12:00");
    expect(await stepsOf()).toEqual(["change", "decide"]);
    expect(await standing(truth)).toBe("none");
  });

  it.each([
    ["less than twice as much", 3_000, 5_999, false],
    ["twice, and less than 1,000 more", 500, 1_499, false],
    ["twice, and 1,000 more", 1_000, 2_000, true],
    ["known now, and 1,000", null, 1_000, true],
    ["not known any more", 3_000, null, false],
  ])("is alerted where the amount in USD is %s: %s, %s", async (_, before, now, alerts) => {
    await deliver(worth(before), "11T12:00");
    expect((await deliver(worth(now), "11T12:05")).alertDue).toBe(alerts);
  });

  it.each([
    ["within the month", "2025-08-21T12:00:00Z", false],
    ["in another month", "2025-09-01T12:00:00Z", true],
  ])("is alerted where the transaction's day moves a deadline: %s", async (_, timestamp, alerts) => {
    await deliver({}, "11T12:00");
    expect((await deliver({ timestamp }, "11T12:05")).alertDue).toBe(alerts);
    const warned = await deliver({ timestamp, inflictedLaws: [FINTECH_LAW] }, "11T12:06");
    expect(warned.alertDue).toBe(false);
  });

  it("is alerted once a day for less than ten times what officers were told, and its case says it at once", async () => {
    await deliver(SPAM, "11T12:00");
    const due: boolean[] = [];
    for (const [minute, value] of [2_000, 5_000, 19_999].entries())
      due.push((await deliver({ ...SPAM, ...worth(value) }, `11T14:0${minute}`)).alertDue);
    expect(due).toEqual([true, false, false]);
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "19999" });
    expect((await deliver({ ...SPAM, ...worth(90_000) }, "12T12:00")).alertDue).toBe(true);
    // A fact that was told once is never graver again, in any order of arrival.
    expect((await deliver({ ...SPAM, ...worth(20_000) }, "13T12:00")).alertDue).toBe(false);
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "90000" });
  });

  it("is alerted at once from ten times what officers were told on, however often that day", async () => {
    await deliver(worth(1), "11T12:00");
    const due: (number | boolean)[] = [];
    for (const [minute, value] of [2_000, 19_999, 20_000, 150_000, 5_000_000, 5_000_001].entries())
      due.push(value, (await deliver(worth(value), `11T14:0${minute}`)).alertDue);
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
      const of = { ...worth(1), token: token("T") };
      await deliver(of, "11T12:00");
      expect((await deliver({ ...of, ...told }, "11T12:01")).alertDue).toBe(true);
      const silent = await deliver({ ...of, ...quiet }, "11T12:02");
      expect(silent.alertDue).toBe(false);
      expect(silent.change?.graver?.facts).toHaveLength(1);
      expect((await deliver({ ...of, ...next }, "12T12:00")).alertDue).toBe(true);
    },
  );

  it("has a case of its own without an alert where the first one is decided already, also where it is sent again later", async () => {
    await deliver(worth(1), "11T12:00");
    expect((await deliver(worth(2_000), "11T12:01")).alertDue).toBe(true);
    await decide("11T12:02");
    const silent = await deliver(worth(9_000), "11T12:03");
    expect(silent.alertDue).toBe(false);
    for (const day of ["12", "13"])
      expect((await deliver(worth(9_000), `${day}T12:00`)).alertDue).toBe(false);
    expect(await stored.read(caseOf(silent))).toMatchObject({
      ...{ kind: "change", amount: { usd: "9000" }, openShard: expect.any(String) },
    });
  });

  it("has one alert a day for each fact", async () => {
    const of = { ...worth(2_000), token: token("T") };
    await deliver({ ...of, ...worth(1) }, "11T12:00");
    expect((await deliver(of, "11T12:01")).alertDue).toBe(true);
    const symbol = await deliver({ ...of, token: token("USDC") }, "11T12:02");
    expect(symbol).toMatchObject({ alertDue: true, change: { graver: { facts: ["symbol"] } } });
  });

  it("makes one step of what several contents of a day say without an alert, also when they are delivered again", async () => {
    await deliver(worth(1), "11T12:00");
    await deliver(worth(2_000), "11T12:01");
    for (const description of ["one", "two", "three", "one"]) {
      const worded = { ...worth(9_000), inflictedLaws: [{ ...LFPIORPI, description }] };
      expect((await deliver(worded, "11T12:02", description)).alertDue).toBe(false);
    }
    expect(await stepsOf()).toEqual(["change", "change"]);
  });

  it("is compared in its alert with what officers were told, not with a first content that they never saw", async () => {
    await deliver({ ...worth(1e12), inflictedLaws: [FINTECH_LAW] }, "11T12:00");
    await deliver(worth(2), "11T12:01");
    const truth = await deliver(worth(3_000_000), "11T12:02");
    expect(truth.change?.graver?.before).toMatchObject({ usd: "2" });
  });

  it("is owed its alert by the next delivery, where the function ended before it was stored", async () => {
    await deliver(worth(1), "11T12:00");
    vi.spyOn(store, "add")
      .mockImplementationOnce((item) => store.get(item))
      .mockRejectedValueOnce(new Error("ended"));
    await expect(record(worth(2_000), "11T23:59")).rejects.toThrow("ended");
    // A graver one is told between them, and is what the case goes on saying.
    expect((await deliver(worth(90_000), "12T00:01")).alertDue).toBe(true);
    expect(await deliver(worth(2_000), "12T00:02")).toMatchObject({
      alertDue: true,
      change: { graver: { before: { usd: "1" }, facts: ["usd"] } },
    });
    expect((await stored.read(FIRST)).amount).toMatchObject({ usd: "90000" });
  });

  it("is alerted once a day where more is noted under its id than what it can be compared with", async () => {
    await deliver({ ...worth(1), txHash: "0xother" }, "11T12:00");
    const first = await store.get({ key: "1#42", version: "first" });
    const notes = Array.from({ length: 301 }, (_, other) => `other-${other} usd 1`);
    expect(first && (await store.takeClaims(first, "another", new Set(notes)))).toBe(true);
    expect((await deliver(SPAM, "11T12:02")).alertDue).toBe(true);
    expect((await deliver(TRUTH, "11T12:03")).alertDue).toBe(true);
    expect((await deliver({ ...TRUTH, ...worth(9e9) }, "11T12:04")).alertDue).toBe(false);
    expect((await deliver({ ...TRUTH, ...worth(9e12) }, "12T12:00")).alertDue).toBe(true);
  });
});

const WITHDRAWN = { inflictedLaws: [FINTECH_LAW] };
const REWORDED = { inflictedLaws: [{ ...LFPIORPI, description: "Other words" }] };

/** Reports whether the delivery owes an alert of a return. */
const isTold = (one: Recorded) => returnTold(one).length > 0;

describe("an id that was illegal, then withdrawn, then illegal again", () => {
  it("is alerted, and opens the case that was decided on the withdrawal", async () => {
    await deliverDaily({}, WITHDRAWN);
    await decide("12T13:00");
    expect(isTold(await deliver({}, "13T12:00"))).toBe(true);
    const found = await stored.read(FIRST);
    expect(kindsOf(found)).toEqual(["withdrawal", "decide", "return"]);
    expect(found).toMatchObject({ receivedAt: march("11T12:00") });
    expect(found.openShard).toBeDefined();
    expect(found.outcome).toBeUndefined();
    expect(found.steps?.[0]).toMatchObject({ risk: "warn", receivedAt: march("12T12:00") });
    expect(found.steps?.[2]).toMatchObject({ content: "1#42", receivedAt: march("13T12:00") });
  });

  it("is alerted where another content of the same claims says so, which opens no case when it comes again after the decision", async () => {
    const again = await deliverDaily({}, WITHDRAWN, REWORDED);
    expect([again.alertDue, isTold(again)]).toEqual([false, true]);
    await decide("13T13:00");
    await deliver(REWORDED, "13T12:00");
    expect(await stepsOf()).toEqual(["withdrawal", "return", "decide"]);
    expect(await standing(again)).toBe("none");
  });

  it("is not made by a redelivery of a content from before the withdrawal", async () => {
    await deliverDaily({}, WITHDRAWN);
    expect(isTold(await deliver({}, "11T12:00"))).toBe(false);
    // A repeat that was received before it, and comes late.
    expect(isTold(await deliver({}, "12T11:00"))).toBe(false);
    expect(await stepsOf()).toEqual(["withdrawal"]);
  });

  it.each([
    ["it", [], {}],
    ["another content", [], REWORDED],
    ["a repeat of another content", [REWORDED], REWORDED],
  ])("is one where the withdrawal comes behind %s, and was received before", async (_, before, again) => {
    await deliver({}, "11T12:00");
    for (const one of before) await deliver(one, "11T13:00");
    const { stored, ...quiet } = await deliver(again, "13T12:00");
    expect(returnTold({ stored, ...quiet })).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect(returnTold(await record(WITHDRAWN, "12T12:00"))).toMatchObject([
        { stored: { version: stored.version }, returned: { at: march("13T12:00") } },
      ]);
    await deliver(WITHDRAWN, "12T12:00");
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);
  });

  it.each([
    ["another content is recorded", REWORDED, "add"],
    ["a repeat is recorded", {}, "countRepeats"],
  ] as const)("is one where the withdrawal is recorded while %s", async (_, again, call) => {
    await deliver({}, "11T12:00");
    const write = store[call].bind(store);
    const between = async () => {
      spy.mockRestore();
      await deliver(WITHDRAWN, "12T12:00");
    };
    let calls = 0;
    // The first attempt to add a content shows that its id is known.
    const spy = vi.spyOn(store, call).mockImplementation(async (...written: unknown[]) => {
      if (call === "countRepeats" || ++calls === 2) await between();
      return Reflect.apply(write, store, written);
    });
    expect(isTold(await deliver(again, "13T12:00"))).toBe(true);
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);
  });

  it("has its turns in its case in the order of their receipt, in any order of their notes", async () => {
    await deliver({}, "11T12:00");
    const withdrawn = await record(WITHDRAWN, "12T12:00");
    const returned = await record({}, "13T12:00");
    for (const one of [returned, withdrawn]) await follow(one);
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);

    const again = await record(WITHDRAWN, "14T12:00");
    const last = await record({}, "15T12:00");
    for (const one of [last, again]) await follow(one);
    const withdrawnLast = await record(WITHDRAWN, "16T12:00");
    for (const one of [withdrawnLast, last]) await follow(one);
    const turns = ["withdrawal", "return"];
    expect(await stepsOf()).toEqual([...turns, ...turns, "withdrawal"]);
  });

  it("has in a case that begins with a further law no turn from before, nor its return with the next withdrawal", async () => {
    const further = { inflictedLaws: [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }] };
    const own = caseOf(await deliverDaily({}, WITHDRAWN, further));
    expect([await stepsOf(own), await stepsOf()]).toEqual([[], ["withdrawal", "return", "change"]]);
    await deliver(WITHDRAWN, "14T12:00");
    expect(await stepsOf(own)).toEqual(["withdrawal"]);
  });

  it("is withdrawn by what was received behind the return and is stored before it", async () => {
    await deliverDaily({}, WITHDRAWN);
    await deliver({ inflictedLaws: [] }, "14T12:00");
    await deliver({}, "13T12:00");
    expect((await stored.read(FIRST)).steps).toMatchObject([
      { kind: "withdrawal", risk: "warn" },
      { kind: "return" },
      { kind: "withdrawal", risk: "none", receivedAt: march("14T12:00") },
    ]);
  });

  it.each([
    ["its id's first content", []],
    ["another content that is not its id's first either", [{ txHash: "0xother" }]],
  ])("is withdrawn by %s, received after it and stored before it", async (_, first) => {
    for (const one of first) await deliver(one, "10T12:00");
    const withdrawal = await deliver(WITHDRAWN, "12T12:00");
    for (let time = 0; time < 2; time++) {
      const illegal = await deliver({}, "11T12:00");
      const { version } = withdrawal.stored;
      expect((await stored.read(caseOf(illegal))).steps).toMatchObject([
        { kind: "withdrawal", content: version === "first" ? "1#42" : `1#42#${version}`, risk: "warn" },
      ]);
    }
    expect(isTold(await deliver({}, "13T12:00"))).toBe(true);
  });

  it("has each of its turns in its case where all of them come in one batch, in the order of their receipt", async () => {
    const turned = ["withdrawal", "return", "withdrawal", "return"];
    expect(await deliverTogether({}, {}, WITHDRAWN, {}, WITHDRAWN, {}, {})).toEqual(turned);
    const found = await stored.read(FIRST);
    expect(kindsOf(found)).toEqual(turned);
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
    await deliverTogether(WITHDRAWN, {}, WITHDRAWN, {}, WITHDRAWN);
    const contents = await Array.fromAsync(queries().contents("1#42"));
    const illegal = contents.find(({ risk }) => risk === "illegal");
    const own = { ...FIRST, subject: `${FIRST.subject}#${illegal?.version}` };
    expect(await stepsOf(own)).toEqual(["withdrawal", "return", "withdrawal"]);
  });

  it("is owed until its alert is published, by its own delivery alone", async () => {
    await deliverDaily({}, WITHDRAWN);
    // The function ends before it alerts.
    expect(isTold(await record({}, "13T12:00"))).toBe(true);
    expect(isTold(await deliver({}, "13T13:00"))).toBe(false);
    expect(isTold(await deliver({}, "13T12:00"))).toBe(true);
    expect(isTold(await deliver({}, "13T12:00"))).toBe(false);
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);
  });

  it("is not withdrawn by what is said of another transaction under the id", async () => {
    expect(isTold(await deliverDaily({}, { ...WITHDRAWN, txHash: "0xother" }, {}))).toBe(false);
    expect(await stepsOf()).toEqual([]);
  });

  it("is withdrawn and comes again with every amount that was said of its transaction", async () => {
    const worth3 = { amount: { value: 3e18, usd: 3_001 } };
    await deliver({}, "11T12:00");
    const keys = [FIRST, caseOf(await deliver(worth3, "11T13:00"))];
    for (const key of keys) await decide("11T14:00", key);
    await deliver(WITHDRAWN, "12T12:00");
    expect(isTold(await deliver(worth3, "13T12:00"))).toBe(true);
    for (const key of keys) {
      const found = await stored.read(key);
      expect(kindsOf(found)).toEqual(["decide", "withdrawal", "return"]);
      expect(found.openShard).toBeDefined();
    }
  });

  it("is withdrawn in a case that a graver content has of its own, since the one before it was decided", async () => {
    await deliver(worth(1), "11T12:00");
    await decide("11T13:00");
    const own = caseOf(await deliver(worth(9_000), "11T14:00"));
    expect(await stepsOf(own)).toEqual([]);
    await deliver(WITHDRAWN, "12T12:00");
    await deliver(worth(9_000), "13T12:00");
    expect(await stepsOf(own)).toEqual(["withdrawal", "return"]);
  });

  it("has its withdrawal in a case that is opened only after it, once", async () => {
    const first = await record({}, "11T12:00");
    await deliver(WITHDRAWN, "12T12:00");
    for (let time = 0; time < 2; time++) await follow(first);
    expect((await stored.read(FIRST)).steps).toMatchObject([
      {
        ...{ kind: "withdrawal", risk: "warn", receivedAt: march("12T12:00") },
        content: expect.stringMatching(/^1#42#.+/),
      },
    ]);
  });

  it("comes again where its withdrawal could not be noted in its case", async () => {
    const first = await record({}, "11T12:00");
    await record(WITHDRAWN, "12T12:00");
    vi.spyOn(store, "get").mockRejectedValue(new Error("throttled"));
    expect(await noteInCases(first)).toEqual(first.reads);
  });

  /** The alerts that the contents of the id name, in the order in which they were sent: what each of them speaks of. */
  async function named(): Promise<string[][]> {
    return (await alertsNamed()).map((alert) => [
      alert?.kind ?? "",
      ...(alert?.subjects ?? []).map((subject) => ("version" in subject ? subject.version : "")),
    ]);
  }

  const AGAIN = { timestamp: "2025-08-20T05:10:58Z" };

  /** Counts of the days up to March 14. */
  function counted(...notifications: (StoredNotification | undefined)[]) {
    const counter = new DayCounter(zonedTimes("en", "UTC").day, march("14T00:00"));
    for (const one of notifications) if (one !== undefined) counter.addNotification(one);
    return counter.count();
  }

  it("is named with its alert by the new content that returns, in lists and in the count of its day", async () => {
    const again = await deliverDaily({}, { inflictedLaws: [] }, AGAIN);
    const { version } = again.stored;
    const returned = await store.get({ key: "1#42", version });
    expect(returned?.alert).toMatchObject({
      ...{ state: "sent", returned: march("13T12:00") },
      id: expect.stringMatching(/-1-[0-9a-f]{8}$/),
    });
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", version],
    ]);
    const sent = await Array.fromAsync(queries().list({ projectIds: [1], alert: "sent" }));
    expect(sent.map((one) => one.version)).toEqual([version, "first"]);
    expect(counted(returned).toAlert.longestMs).toBeGreaterThan(0);
    // Its delivery comes again behind its alert: its case is that of what was withdrawn.
    await deliver(AGAIN, "13T12:00");
    await expect(stored.read(caseOf(again))).rejects.toThrow();
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);
    expect(await named()).toHaveLength(2);
  });

  it("has one case where it returns before another call has opened that of its first content", async () => {
    const first = await record({}, "11T12:00");
    await deliver(WITHDRAWN, "12T12:00");
    const again = await deliver(AGAIN, "13T12:00");
    await follow(first);
    await expect(stored.read(caseOf(again))).rejects.toThrow();
    expect(await stepsOf()).toEqual(["withdrawal", "return"]);
  });

  it("is listed as one whose return is to be alerted, until that is, or another return tells it", async () => {
    await deliverDaily({}, WITHDRAWN);
    const pending = async () =>
      (await Array.fromAsync(queries().list({ projectIds: [1], alert: "pending" }))).map(
        ({ version, alert }) => [version, alert.state, alert.returnPending],
      );
    // The function ends before it alerts.
    const { stored } = await record(AGAIN, "13T12:00");
    expect(await pending()).toEqual([[stored.version, "none", march("13T12:00")]]);
    expect(counted(...(await Array.fromAsync(queries().contents("1#42")))).unalerted).toBe(1);
    await deliver(WITHDRAWN, "13T13:00");
    const first = await record({}, "13T14:00");
    expect(await pending()).toEqual([["first", "sent", march("13T14:00")]]);
    await follow(first);
    expect(await pending()).toEqual([]);
    expect((await store.get(stored))?.alert).toEqual({ state: "none" });
  });

  it("is named with all of its alerts by the id's first content, the last ten returns", async () => {
    for (let day = 10; day < 22; day++) {
      await deliver({}, `${day}T12:00`);
      await deliver(WITHDRAWN, `${day}T13:00`);
    }
    expect((await store.get({ key: "1#42", version: "first" }))?.alert.returned).toBeUndefined();
    expect(await named()).toEqual([
      ["notification", "first"],
      ...Array.from({ length: 10 }, () => ["change", "first"]),
    ]);
  });

  it("is counted on no day where the content that returns was received before and not alerted", async () => {
    await deliver({}, "11T12:00");
    const { version } = (await deliver(REWORDED, "11T13:00")).stored;
    await deliver(WITHDRAWN, "12T12:00");
    await deliver(REWORDED, "13T12:00");
    const returned = await store.get({ key: "1#42", version });
    expect(returned?.alert).toMatchObject({ state: "sent", returned: march("13T12:00") });
    expect(counted(returned).toAlert.longestMs).toBeUndefined();
    // It carries its alert already.
    await deliver(WITHDRAWN, "14T12:00");
    await deliver(REWORDED, "15T12:00");
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", version],
      ["change", version],
    ]);
  });

  it.each([
    ["of a new content", REWORDED],
    ["of the first content", {}],
  ])("is alerted again where its alert %s could not be noted, and names the last", async (_, changes) => {
    await deliverDaily({}, WITHDRAWN);
    const noting = vi.spyOn(store, "markReturnAlerted").mockRejectedValueOnce(new Error("ended"));
    expect(await publish(await record(changes, "13T12:00"))).toHaveLength(1);
    noting.mockRestore();
    const second = await deliver(changes, "13T12:00");
    expect(await named()).toEqual([
      ["notification", "first"],
      ["change", second.stored.version],
    ]);
    expect(isTold(await record(changes, "13T12:00"))).toBe(false);
  });
});

/** Alerts that the contents of the id name, in the order in which they were sent. */
async function alertsNamed() {
  const ids: string[] = [];
  for await (const one of queries().contents("1#42")) ids.push(...alertIdsOf(one));
  return Promise.all(ids.sort().map((id) => alerts.find(id)));
}

const ILLEGAL = { ...FINTECH_LAW, risk: "illegal" };
const BOTH = { inflictedLaws: [ILLEGAL, LFPIORPI] };
/** Without the law that has a deadline. */
const ONE = { inflictedLaws: [ILLEGAL] };

/** Step of a case by which these laws are said. */
const saying = (...laws: (typeof LFPIORPI)[]) => ({
  kind: "change",
  facts: { laws: laws.map(({ name, countryCode }) => ({ name, countryCode })) },
});

describe("a transaction that stays illegal by other laws than before", () => {
  const DUE = { dueAt: "2025-09-18T05:59:59.999Z", deadlines: [{ law: "LFPIORPI", countryCode: "MX" }] };

  it("says in its case which laws are left, without an alert, and keeps the deadline of the other", async () => {
    await deliver(BOTH, "11T12:00");
    const { dueAt, deadlines } = await stored.read(FIRST);
    expect(deadlines).toHaveLength(1);
    for (let time = 0; time < 2; time++) {
      const less = await deliver(ONE, "12T12:00");
      expect(less.alertDue || isTold(less)).toBe(false);
      const found = await stored.read(FIRST);
      expect(found.steps).toMatchObject([
        { ...saying(ILLEGAL), content: `1#42#${less.stored.version}`, receivedAt: march("12T12:00") },
      ]);
      expect(found).toMatchObject({ dueAt, deadlines, openShard: expect.any(String) });
      expect(lawsSaidLast(found)).toEqual({
        ...saying(ILLEGAL).facts,
        gone: { laws: [{ name: "LFPIORPI", countryCode: "MX" }] },
      });
    }
  });

  it("says in its case that a law is added, and has its deadline as the case of that law has", async () => {
    await deliver(ONE, "11T12:00");
    expect(await stored.read(FIRST)).toMatchObject({ dueAt: "none", deadlines: [] });
    const more = await deliver(BOTH, "12T12:00");
    expect(more.alertDue).toBe(true);
    expect(await stored.read(FIRST)).toMatchObject({ ...DUE, steps: [saying(LFPIORPI, ILLEGAL)] });
    const own = await stored.read(caseOf(more));
    expect(own).toMatchObject(DUE);
    expect(kindsOf(own)).toEqual([]);
  });

  it("is due by a law that was added before its case was opened", async () => {
    const first = await record(ONE, "11T12:00");
    await deliver(BOTH, "12T12:00");
    await follow(first);
    expect(await stored.read(FIRST)).toMatchObject({ ...DUE, steps: [saying(LFPIORPI, ILLEGAL)] });
  });

  it("says each turn of its laws by the time of receipt, also where another content repeats them", async () => {
    await deliverDaily(BOTH, ONE, BOTH);
    // A late delivery from before the last turn changes nothing; nor do other words of the same laws.
    await deliver(ONE, "12T18:00");
    await deliver({ inflictedLaws: [{ ...ILLEGAL, description: "Other words" }, LFPIORPI] }, "14T12:00");
    expect((await stored.read(FIRST)).steps).toMatchObject([
      saying(ILLEGAL),
      { kind: "return" },
      { ...saying(LFPIORPI, ILLEGAL), content: "1#42", receivedAt: march("13T12:00") },
    ]);
  });

  it("says with a return that fewer laws came again, and none of a withdrawal", async () => {
    await deliverDaily(BOTH, WITHDRAWN);
    expect(lawsSaidLast(await stored.read(FIRST))).toEqual({ laws: [] });
    expect(isTold(await deliver(ONE, "13T12:00"))).toBe(true);
    const found = await stored.read(FIRST);
    expect(found.steps).toMatchObject([{ kind: "withdrawal" }, { kind: "return" }, saying(ILLEGAL)]);
    expect(lawsSaidLast(found)).toMatchObject(saying(ILLEGAL).facts);
  });

  const lawsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...ILLEGAL, name: `Law ${index}` }));
  const OFAC = { ...ILLEGAL, name: "OFAC SDN", countryCode: "US" };
  const namesOf = ({ laws = [] }: SomeLaws = {}) => laws.map(({ name }) => name);

  it("names the gravest laws and the new ones of many, and says of how many", async () => {
    const inflictedLaws = [...lawsOf(38), { ...ILLEGAL, name: "New" }, LFPIORPI, OFAC];
    const more = await deliverDaily({ inflictedLaws: lawsOf(38) }, { inflictedLaws });
    const found = await stored.read(FIRST);
    const said = lawsSaidLast(found);
    expect(said?.lawCount).toBe(41);
    const gravest = ["OFAC SDN", "LFPIORPI", "Law 0", "Law 1", "Law 2"];
    expect(namesOf(said).slice(0, 5)).toEqual(gravest);
    expect(namesOf(found)).toEqual(expect.arrayContaining([...gravest, "New"]));
    expect(namesOf(await stored.read(caseOf(more))).slice(0, 3)).toEqual(["OFAC SDN", "LFPIORPI", "New"]);
  });

  it("names the sanctions list that was withdrawn among many laws, and keeps the case on it", async () => {
    await deliverDaily({ inflictedLaws: [...lawsOf(60), OFAC] }, { inflictedLaws: lawsOf(60) });
    const found = await stored.read(FIRST);
    expect(namesOf(lawsSaidLast(found)?.gone)).toEqual(["OFAC SDN"]);
    expect(found.lawCount).toBe(61);
    expect(judge(found, march("12T13:00")).isListed).toBe(true);
  });

  it("is due and listed by laws that were added, left out and said again, in the case that this opens again", async () => {
    const many = { inflictedLaws: lawsOf(60) };
    const more = { inflictedLaws: [...lawsOf(60), OFAC, LFPIORPI] };
    await deliverDaily(many, more, many);
    await decide("13T13:00");
    await deliver(more, "14T12:00");
    const found = await stored.read(FIRST);
    expect(kindsOf(found)).toEqual(["change", "change", "decide", "return", "change"]);
    expect(found).toMatchObject({ ...DUE, openShard: expect.any(String) });
    expect(judge(found, march("14T13:00"))).toMatchObject({ isListed: true });
    const item = await new CaseQueries(client(), "Cases").raw(FIRST);
    expect(item && checkedItem(item).problems).toEqual([]);
  });
});

describe("a law that is withdrawn and said again while another one stays illegal", () => {
  const lawsAgain = (...names: string[]) => ({ laws: names.map((name) => ({ name })) });
  const returnsOf = ({ steps = [] }: { steps?: readonly Step[] | undefined }) =>
    steps.filter(({ kind }) => kind === "return");

  /** The alerts of the notification's changes, as their messages were sent. */
  const changesTold = async () =>
    (await alertsNamed()).flatMap((one) => (one?.kind === "change" ? one.message.email : []));

  it("is alerted by its name, and opens the case that was decided on the withdrawal", async () => {
    await deliverDaily(BOTH, ONE);
    await decide("12T13:00");
    const again = await record(BOTH, "13T12:00");
    const pending = () => Array.fromAsync(queries().list({ projectIds: [1], alert: "pending" }));
    expect(await pending()).toMatchObject([{ alert: { returnPending: march("13T12:00") } }]);
    // Its delivery comes again behind the alert and the case.
    await follow(again);
    expect(isTold(await deliver(BOTH, "13T12:00"))).toBe(false);
    expect(await pending()).toEqual([]);
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({ openShard: expect.any(String) });
    expect(found.outcome).toBeUndefined();
    expect(found.steps).toMatchObject([
      saying(ILLEGAL),
      { kind: "decide" },
      { kind: "return", ...lawsAgain("LFPIORPI"), content: "1#42", receivedAt: march("13T12:00") },
      saying(LFPIORPI, ILLEGAL),
    ]);
    expect(await changesTold()).toEqual([
      expect.stringContaining(
        "Before: not FLAGGED under LFPIORPI (MX) (message received 2026-03-12 12:00:00 UTC).",
      ),
    ]);
    const day = { from: march("13T00:00"), to: march("14T00:00") };
    expect(await returnsWithin({ client: client(), table: "Cases" }, [1], day)).toBe(1);
  });

  it.each([
    ["what was received before the withdrawal", BOTH, "11T12:00"],
    ["a repeat that was received before it", BOTH, "12T11:00"],
    ["what withdrew it", ONE, "13T12:00"],
    [
      "a law of its name in another country",
      { inflictedLaws: [ILLEGAL, { ...LFPIORPI, country: "spain", countryCode: "ES" }] },
      "13T12:00",
    ],
    ["another transaction under the id", { ...BOTH, txHash: "0xother" }, "13T12:00"],
  ])("is not said again by %s", async (_, content, at) => {
    await deliverDaily(BOTH, ONE);
    expect(isTold(await deliver(content, at))).toBe(false);
    expect(await stepsOf()).not.toContain("return");
  });

  it("is said again beside another one by one content, with one step and one alert", async () => {
    const all = { inflictedLaws: [{ ...ILLEGAL, name: "Third" }, ILLEGAL, LFPIORPI] };
    await deliver(all, "11T12:00");
    await deliver(BOTH, "12T12:00");
    await deliver(ONE, "12T13:00");
    expect(isTold(await deliver(all, "13T12:00"))).toBe(true);
    expect(returnsOf(await stored.read(FIRST))).toMatchObject([lawsAgain("LFPIORPI", "Third")]);
    expect(await changesTold()).toEqual([
      expect.stringContaining("Before: not FLAGGED under LFPIORPI (MX), Third (MX) (message received"),
    ]);
  });

  it("is told beside a law that is new, by the alert of that one", async () => {
    const more = { inflictedLaws: [...BOTH.inflictedLaws, { ...ILLEGAL, name: "Third" }] };
    expect((await deliverDaily(BOTH, ONE, more)).alertDue).toBe(true);
    expect(await changesTold()).toEqual([
      expect.stringContaining("New: FLAGGED under Third (MX). Again FLAGGED under LFPIORPI (MX)."),
    ]);
    expect(returnsOf(await stored.read(FIRST)).at(-1)).toMatchObject(lawsAgain("LFPIORPI"));
  });

  it("shares the day's one alert with the return of its transaction, and each is a step", async () => {
    await deliverDaily(BOTH, WITHDRAWN);
    const told: boolean[] = [];
    for (const [hour, content] of [ONE, BOTH, ONE, BOTH].entries())
      told.push(isTold(await deliver(content, `13T1${hour}:00`)));
    expect(told).toEqual([true, false, false, false]);
    await decide("13T14:00");
    await deliver(ONE, "13T15:00");
    expect(isTold(await deliver(BOTH, "13T16:00"))).toBe(false);
    const found = await stored.read(FIRST);
    expect(found.openShard).toBeDefined();
    expect(returnsOf(found)).toHaveLength(4);
    await deliver(ONE, "14T12:00");
    expect(isTold(await deliver(BOTH, "14T13:00"))).toBe(true);
  });

  it("was withdrawn with its transaction, where that returned without it", async () => {
    expect(isTold(await deliverDaily(BOTH, WITHDRAWN, ONE, BOTH))).toBe(true);
    expect(returnsOf(await stored.read(FIRST)).at(-1)).toMatchObject(lawsAgain("LFPIORPI"));
  });

  it("is said again where the withdrawal comes behind a repeat, and was received before it", async () => {
    await deliver(BOTH, "11T12:00");
    expect(isTold(await deliver(BOTH, "13T12:00"))).toBe(false);
    expect(returnTold(await deliver(ONE, "12T12:00"))).toMatchObject([
      { stored: { version: "first" }, returned: { at: march("13T12:00") } },
    ]);
    const found = await stored.read(FIRST);
    expect(kindsOf(found)).toEqual(["change", "return", "change"]);
    expect(lawsSaidLast(found)).toMatchObject(saying(LFPIORPI, ILLEGAL).facts);
  });

  it("is said again in a case that is opened only after it", async () => {
    const first = await record(BOTH, "11T12:00");
    await record(ONE, "12T12:00");
    await record(BOTH, "13T12:00");
    for (let time = 0; time < 2; time++) await follow(first);
    expect((await stored.read(FIRST)).steps).toMatchObject([
      { kind: "return", ...lawsAgain("LFPIORPI") },
      { kind: "change" },
    ]);
  });

  it("costs no look at what was said before, past a hundred turns and one of the day", async () => {
    await deliverDaily(BOTH, ONE);
    const first = await store.get({ key: "1#42", version: "first" });
    const [[transaction, course] = []] = Object.entries(first?.courses ?? {});
    if (first === undefined || transaction === undefined || course === undefined)
      throw new Error("No course.");
    await store.setCourse(first, transaction, { ...course, turns: 100 });
    const read = vi.spyOn(store, "receivedBefore");
    expect(isTold(await deliver(BOTH, "12T13:00"))).toBe(false);
    expect(read).not.toHaveBeenCalled();
    expect(isTold(await deliver(BOTH, "13T12:00"))).toBe(true);
  });
});

describe("a body that is replayed out of quarantine", () => {
  /** A body that an earlier version did not understand. */
  async function quarantine(changes: Changes = {}) {
    const whole = read(changes, "11T12:00", "d");
    const item = quarantinedItemOf([{ path: "data", is: "form" }], "illegal", {
      ...{ ...whole.delivery, ...whole.item, projectId: 1, rehearsal: false },
      raw: whole.delivery.body,
    });
    const recorded = await recordRead({ ...whole, item, notification: undefined }, store);
    expect(recorded.stored).toMatchObject({ kind: "quarantined", risk: "illegal" });
    expect(await noteInCases(recorded)).toEqual([]);
    return {
      quarantined: recorded.stored,
      key: { subject: `notification#${recorded.stored.key}`, opened: "once" },
      /** Delivers it as the replay does. */
      replay: () => deliver(changes, "11T12:00", replayDeliveryId(recorded.stored)),
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
    const { key, replay } = await quarantine();
    await stored.step(key, newStep("s", march("11T13:00"), { kind: "note", note: "Asked the service." }));
    for (let time = 0; time < 2; time++) await replay();
    const ended = await stored.read(key);
    expect(kindsOf(ended)).toEqual(["note", "continuation"]);
    expect(ended).toMatchObject({ outcome: "continued", steps: [{}, { as: FIRST }] });
    expect(ended.openShard ?? ended.timeShard).toBeUndefined();
    const found = await stored.read(FIRST);
    expect(found).toMatchObject({ receivedAt: march("11T12:00"), continues: key });
    expect(kindsOf(found)).toEqual([]);
  });

  it("is listed and counted once, as its notification", async () => {
    const { quarantined, replay } = await quarantine();
    const contents = new DayContents(client(), { notifications: "notifications", cases: "Cases" });
    const span = { projectId: 1, from: march("11T00:00"), to: march("12T00:00") };
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
    for (let time = 0; time < 2; time++) await replay();
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
    const { key, replay } = await quarantine();
    await deliver({}, "12T12:00");
    await replay();
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    expect(await stored.read(FIRST)).toMatchObject({ receivedAt: march("12T12:00") });
  });

  it("continues as the case of the first content while another call is about to open that", async () => {
    const { key, replay } = await quarantine(REWORDED);
    const first = await record({}, "12T12:00");
    await replay();
    await follow(first);
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    expect(await stored.read(FIRST)).toMatchObject({ receivedAt: march("12T12:00") });
  });

  it("says a law again by its receipt, which opens the case that was decided", async () => {
    await deliver(BOTH, "09T12:00");
    await deliver(ONE, "10T12:00");
    await decide("10T13:00");
    const { key, replay } = await quarantine(BOTH);
    expect([isTold(await replay()), isTold(await replay())]).toEqual([true, false]);
    expect(await stored.read(key)).toMatchObject({ outcome: "continued", steps: [{ as: FIRST }] });
    const found = await stored.read(FIRST);
    expect(kindsOf(found)).toEqual(["change", "decide", "return", "change"]);
    expect(found.openShard).toBeDefined();
    expect(found.steps?.[2]).toMatchObject({ receivedAt: march("11T12:00"), laws: [{ name: "LFPIORPI" }] });
  });

  it("keeps its case where the notification is not illegal, and has none", async () => {
    const { key, replay } = await quarantine(WITHDRAWN);
    await replay();
    expect((await stored.read(key)).openShard).toBeDefined();
  });
});
