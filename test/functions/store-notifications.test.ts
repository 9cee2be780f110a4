/** store-notifications: of a batch, the messages whose work is not done come back, and no others. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { DeleteMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../functions/store-notifications.ts";
import { TABLE_SHAPES } from "../../lib/aws/tables/table-shapes.ts";
import { caseOfNotification } from "../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../lib/cases/case-queries.ts";
import { visibleSteps } from "../../lib/cases/view.ts";
import { encodeDelivery } from "../../lib/intake/envelope.ts";
import { NotificationQueries } from "../../lib/intake/notifications/notification-queries.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../support/case-steps.ts";
import { type EmulatedTables, startTables } from "../support/emulated-tables.ts";
import { INTAKE_ENVIRONMENT } from "../support/intake-environment.ts";
import { lambdaContext, sqsEvent } from "../support/lambda.ts";
import { mockClient } from "../support/mock-client.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import { StoredCases } from "../support/stored-cases.ts";

const sns = mockClient(SNSClient);
const sqs = mockClient(SQSClient);
const send = DynamoDBDocumentClient.prototype.send;
let emulated: EmulatedTables;
let notifications: NotificationQueries;
let cases: CaseQueries;
/** Calls of DynamoDB whose input holds it fail. */
let outOfReach: string | undefined;

beforeAll(async () => {
  emulated = await startTables(TABLE_SHAPES);
  notifications = new NotificationQueries(emulated.client, "notifications");
  cases = new CaseQueries(emulated.client, "cases");
  for (const [name, value] of Object.entries(INTAKE_ENVIRONMENT)) vi.stubEnv(name, value);
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", emulated.url);
  // Messages to a topic go out a second apart.
  vi.stubEnv("TIME_SCALE", "20");
  vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...call: Parameters<typeof send>
  ) {
    const refused = outOfReach !== undefined && JSON.stringify(call[0].input).includes(outOfReach);
    return refused ? Promise.reject(new Error("out of reach")) : Reflect.apply(send, this, call);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await emulated.stop();
});
beforeEach(() => {
  outOfReach = undefined;
  sqs.reset();
  sqs.onAnyCommand().resolves({});
  sns.reset();
  sns.on(PublishCommand).resolves({ MessageId: "message" });
});

function record(messageId: string, body: string, receives?: number): SQSRecord {
  const [message] = sqsEvent(body, receives).Records;
  if (message === undefined) throw new Error("There is no record.");
  return { ...message, messageId, receiptHandle: messageId };
}

interface Arrival {
  /** ISO 8601, UTC. */
  receivedAt?: string;
  /** The same time, unless it says another. */
  signedAt?: string;
  receives?: number;
  projectId?: number;
}

/** A delivery of a text as a message that is named like it. */
function deliveryOf(deliveryId: string, text: string, arrival: Arrival = {}): SQSRecord {
  const { receivedAt = new Date().toISOString(), signedAt = receivedAt, receives, projectId = 1 } = arrival;
  const body = Buffer.from(text);
  return record(deliveryId, encodeDelivery({ deliveryId, receivedAt, signedAt, projectId, body }), receives);
}

/** A notification's delivery. @param changes of the notification's data */
function delivery(deliveryId: string, changes: Record<string, unknown>, arrival?: Arrival): SQSRecord {
  return deliveryOf(deliveryId, JSON.stringify(notificationBody(changes)), arrival);
}

/** @returns names of the messages that come back */
async function handle(...Records: SQSRecord[]): Promise<string[]> {
  const { batchItemFailures } = await handler({ Records }, lambdaContext());
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const current = async (id: number) => {
  const [revision] = await notifications.ofId(`1#${id}`);
  if (revision === undefined) throw new Error(`Nothing is stored under ${id}.`);
  return revision;
};
const stored = async (id: number) => (await current(id)).alert.state;

/** A failure says what is counted. */
const published = () => ({ publishedMessages: sns.commandCalls(PublishCommand).length });

it("gives back the one that DynamoDB refuses and what is no delivery, and none beside them", async () => {
  outOfReach = "1#102";
  const back = await handle(
    delivery("a", { id: 101, inflictedLaws: [] }),
    delivery("b", { id: 102, inflictedLaws: [] }),
    record("c", "no delivery"),
    delivery("d", { id: 103, inflictedLaws: [] }),
  );
  expect(back).toEqual(["c", "b"]);
  outOfReach = undefined;
  expect(await handle(delivery("b", { id: 102, inflictedLaws: [] }))).toEqual([]);
  expect(await Promise.all([101, 102, 103].map(stored))).toEqual(["none", "none", "none"]);
});

it("gives back those whose alert is not published, keeps them pending, and alerts them the next time", async () => {
  sns.on(PublishCommand).rejects(new Error("no topic"));
  const illegal = delivery("a", { id: 201 });
  expect(await handle(illegal, delivery("b", { id: 202, inflictedLaws: [] }))).toEqual(["a"]);
  expect(await stored(201)).toBe("pending");
  sns.on(PublishCommand).resolves({ MessageId: "message" });
  expect(await handle(illegal)).toEqual([]);
  expect(await stored(201)).toBe("sent");
});

it("publishes one alert for all illegal ones of a batch, before their messages are gone", async () => {
  expect(await handle(delivery("a", { id: 301 }), delivery("b", { id: 302 }))).toEqual([]);
  expect(published()).toEqual({ publishedMessages: 1 });
  expect(await Promise.all([301, 302].map(stored))).toEqual(["sent", "sent"]);
});

it("publishes nothing more for a message that comes a second time, and counts no repeat", async () => {
  const illegal = delivery("a", { id: 401 });
  await handle(illegal);
  expect(await handle(illegal)).toEqual([]);
  expect(published()).toEqual({ publishedMessages: 1 });
  expect(await current(401)).toMatchObject({ repeats: 0 });
});

it("names a revision once where a batch has its delivery twice", async () => {
  const illegal = delivery("a", { id: 403 });
  expect(await handle(illegal, { ...illegal, messageId: "b" })).toEqual([]);
  const subjects = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Subject);
  expect(subjects).toEqual([expect.stringContaining("user u-1")]);
});

it("gives back a delivery with unknown keys until operations are told of each, and tells of each once", async () => {
  const keys = { first: 1, second: 2, third: 3, fourth: 4 };
  const lawless = delivery("a", { id: 108, inflictedLaws: [], ...keys });
  sns.on(PublishCommand).rejects(new Error("refused"));
  expect(await handle(lawless)).toEqual(["a"]);
  sns.reset();
  sns.on(PublishCommand).resolves({ MessageId: "message" });
  expect(await handle(lawless)).toEqual(["a"]);
  expect(published()).toEqual({ publishedMessages: 3 });
  expect(await handle(lawless)).toEqual([]);
  expect(await handle(delivery("b", { id: 109, inflictedLaws: [], ...keys }))).toEqual([]);
  expect(published()).toEqual({ publishedMessages: 4 });
});

it("publishes nothing of what has no case yet, since the message names it", async () => {
  outOfReach = '"TableName":"cases"';
  const illegal = delivery("a", { id: 402 });
  expect(await handle(illegal)).toEqual(["a"]);
  expect(published()).toEqual({ publishedMessages: 0 });
  outOfReach = undefined;
  expect(await handle(illegal)).toEqual([]);
  expect(published()).toEqual({ publishedMessages: 1 });
});

describe("the revisions of one notification", () => {
  const SECOND_LAW = { ...FINTECH_LAW, risk: "illegal" };
  let clock = Date.parse("2026-01-01T00:00:00.000Z");
  let deliveries = 0;

  /** Says something so long after the last one. @returns how many messages went to officers */
  async function say(id: number, changes: Record<string, unknown> = {}, afterMs = 1_000) {
    sns.resetHistory();
    expect(await handle(messageOf(id, changes, afterMs))).toEqual([]);
    return published();
  }
  function messageOf(id: number, changes: Record<string, unknown>, afterMs = 1_000): SQSRecord {
    clock += afterMs;
    const receivedAt = new Date(clock).toISOString();
    return delivery(`say-${++deliveries}`, { id, ...changes }, { receivedAt });
  }
  /** The mail that went out last. */
  const lastMessage = (): string => sns.commandCalls(PublishCommand).at(-1)?.args[0].input.Message ?? "";
  /** A call that is sent again as it was, signature and all. @returns how many messages went to officers */
  async function sendAgain(id: number, changes: Record<string, unknown>, signedAt: string) {
    sns.resetHistory();
    clock += 1_000;
    const receivedAt = new Date(clock).toISOString();
    const replayed = delivery(`again-${++deliveries}`, { id, ...changes }, { receivedAt, signedAt });
    expect(await handle(replayed)).toEqual([]);
    return published();
  }
  const OTHER_WORDS = { amount: { value: 1000000000000000000, usd: 9 } };
  const caseOf = async (id: number) => cases.readable(caseOfNotification(await current(id)));
  const kindsOf = async (id: number) => {
    const storedCase = await caseOf(id);
    return storedCase === undefined ? [] : visibleSteps(storedCase).map(({ kind }) => kind);
  };
  /** Names of the laws under which the case of a notification is flagged now. */
  async function saysNow(id: number): Promise<string[]> {
    const storedCase = await caseOf(id);
    const { laws = [] } = storedCase?.lawsNow ?? storedCase ?? {};
    return laws.map(({ name }) => name);
  }

  it("are told once each time that a law is new to what the service says", async () => {
    const id = 501;
    expect(await say(id)).toEqual({ publishedMessages: 1 });
    expect(await say(id)).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toMatchObject({ repeats: 1, revisions: 0, alert: { state: "sent" } });
    // Another price: an event, and no message.
    expect(await say(id, OTHER_WORDS)).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toMatchObject({ revisions: 1, amount: { usd: "9" }, alert: { state: "sent" } });
    expect(await kindsOf(id)).toEqual(["revised"]);
    expect(await say(id, { inflictedLaws: [LFPIORPI, SECOND_LAW] })).toEqual({ publishedMessages: 1 });
    expect(await kindsOf(id)).toHaveLength(2);
    // Withdrawn: no message, an event, and the case stays open.
    expect(await say(id, { inflictedLaws: [] })).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toMatchObject({ risk: "illegal", riskNow: "none" });
    expect(await kindsOf(id)).toHaveLength(3);
    expect((await caseOf(id))?.outcome).toBeUndefined();
    expect(await say(id)).toEqual({ publishedMessages: 1 });
    expect(await kindsOf(id)).toHaveLength(4);
    const receivedAt = "2026-01-01T00:00:01.000Z";
    expect(await current(id)).toMatchObject({ receivedAt, revisions: 3, riskNow: "illegal" });
  });

  it("count their own repeats, also when they are current again", async () => {
    const id = 512;
    await say(id);
    await say(id);
    await say(id);
    await say(id, OTHER_WORDS);
    expect(await current(id)).toMatchObject({ repeats: 0 });
    await say(id, OTHER_WORDS);
    expect(await current(id)).toMatchObject({ repeats: 1 });
    await say(id);
    expect((await notifications.find(`1#${id}`))?.notification).toMatchObject({ repeats: 3 });
    expect((await notifications.find(`1#${id}`))?.revisions).toMatchObject([{ repeats: 1 }]);
  });

  it("open a decided case again, with a message, where a law is new", async () => {
    const id = 502;
    await say(id);
    const key = caseOfNotification(await current(id));
    const decided = newStep("decided", "2026-01-02T00:00:00.000Z", NOT_REPORTABLE);
    await new StoredCases(emulated.client, "cases").step(key, decided);
    expect(await say(id, { inflictedLaws: [LFPIORPI, SECOND_LAW] })).toEqual({ publishedMessages: 1 });
    expect((await caseOf(id))?.outcome).toBeUndefined();
  });

  it("move the deadline of the case where they give another time, and of an open or a decided one alike", async () => {
    const id = 513;
    const at = (timestamp: string) => ({ timestamp });
    await say(id, at("2099-01-01T00:00:00Z"));
    // Counted from the receipt, in Mexico City.
    expect(await caseOf(id)).toMatchObject({ dueAt: "2026-01-18T05:59:59.999Z" });
    await say(id, at("2025-11-30T12:00:00Z"));
    const happenedAt = "2025-11-30T12:00:00.000Z";
    expect(await caseOf(id)).toMatchObject({ happenedAt, dueAt: "2025-12-18T05:59:59.999Z" });
    await say(id, at("2099-01-01T00:00:00Z"));
    const refusedTime = "2099-01-01T00:00:00Z";
    expect(await caseOf(id)).toMatchObject({ happenedAt, refusedTime, dueAt: "2025-12-18T05:59:59.999Z" });
    const key = caseOfNotification(await current(id));
    const decided = newStep("decided", "2026-01-02T00:00:00.000Z", REPORTED);
    await new StoredCases(emulated.client, "cases").step(key, decided);
    expect(await say(id, { ...at("2025-10-30T12:00:00Z"), inflictedLaws: [] })).toEqual({
      publishedMessages: 0,
    });
    expect(await caseOf(id)).toMatchObject({
      outcome: "reported",
      dues: [{ at: "2025-11-18T05:59:59.999Z", metBy: "filing" }],
    });
  });

  it("do not move a transaction behind the first receipt of its notification: its month and deadline stay", async () => {
    const id = 518;
    await say(id, { timestamp: "2025-10-20T15:00:00Z" });
    const opened = await caseOf(id);
    expect(opened).toMatchObject({ happenedAt: "2025-10-20T15:00:00.000Z" });
    await say(id, { timestamp: "2026-02-05T15:00:00Z" });
    expect(await caseOf(id)).toMatchObject({ happenedAt: "2025-10-20T15:00:00.000Z", dueAt: opened?.dueAt });
  });

  it("open a case that is received when the flagging one was, with the last possible time that was said", async () => {
    const id = 519;
    await say(id, { inflictedLaws: [FINTECH_LAW], timestamp: "2025-12-30T15:00:00Z" });
    await say(id, { timestamp: "2026-02-20T15:00:00Z" }, 29 * 86_400_000);
    const receivedAt = new Date(clock).toISOString();
    expect(await caseOf(id)).toMatchObject({
      receivedAt,
      happenedAt: "2025-12-30T15:00:00.000Z",
      dueAt: "2026-01-18T05:59:59.999Z",
    });
  });

  it("do not withdraw a case where a harmless one arrives late that was signed before the flagging one", async () => {
    const id = 520;
    await say(id, { inflictedLaws: [FINTECH_LAW] });
    await say(id, {}, 20_000);
    expect(await say(id, { inflictedLaws: [] }, -10_000)).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toMatchObject({ riskNow: "illegal" });
    expect(await kindsOf(id)).toEqual([]);
    clock += 10_000;
  });

  it("are not changed by a call that is sent again, as it was, after the service withdrew it: a decided case stays decided", async () => {
    const id = 514;
    await say(id);
    const signedAt = new Date(clock).toISOString();
    const key = caseOfNotification(await current(id));
    const decided = newStep("decided", "2026-01-02T00:00:00.000Z", NOT_REPORTABLE);
    await new StoredCases(emulated.client, "cases").step(key, decided);
    await say(id, { inflictedLaws: [] });
    const before = await current(id);
    const stepsBefore = await kindsOf(id);
    expect(await sendAgain(id, {}, signedAt)).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toEqual(before);
    expect(await kindsOf(id)).toEqual(stepsBefore);
    expect(await caseOf(id)).toMatchObject({ outcome: "not-reportable" });
  });

  it("are not withdrawn by a harmless call that is sent again, as it was, after the service flagged the transaction", async () => {
    const id = 515;
    await say(id, { inflictedLaws: [] });
    const signedAt = new Date(clock).toISOString();
    expect(await say(id)).toEqual({ publishedMessages: 1 });
    const before = await current(id);
    expect(await sendAgain(id, { inflictedLaws: [] }, signedAt)).toEqual({ publishedMessages: 0 });
    expect(await current(id)).toEqual(before);
    expect(await current(id)).toMatchObject({ riskNow: "illegal", revisions: 1 });
  });

  it("are one transaction in the message where several of them come in one batch", async () => {
    const id = 516;
    const first = messageOf(id, {});
    const second = messageOf(id, { ...OTHER_WORDS, inflictedLaws: [LFPIORPI, SECOND_LAW] });
    expect(await handle(first, second)).toEqual([]);
    const messages = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Subject);
    expect(messages).toEqual(["[ILLEGAL] MX LFPIORPI - 1 ETH (USD 9.00) - user u-1"]);
    const foundNotification = await notifications.find(`1#${id}`);
    expect(
      [foundNotification?.notification, ...(foundNotification?.revisions ?? [])].map(
        (revision) => revision?.alert.state,
      ),
    ).toEqual(["sent", "sent"]);
  });

  it("are told as withdrawn where the service withdrew them in the same batch", async () => {
    const id = 517;
    const [flagged, withdrawn] = [messageOf(id, {}), messageOf(id, { inflictedLaws: [] })];
    expect(await handle(withdrawn, flagged)).toEqual([]);
    expect(published()).toEqual({ publishedMessages: 1 });
    expect(lastMessage()).toContain("The service has withdrawn LFPIORPI (MX).");
    expect(await current(id)).toMatchObject({ risk: "illegal", riskNow: "none" });
  });

  it("are of another notification where they are of another transaction: it has an alert and a case of its own", async () => {
    const id = 503;
    expect(await say(id)).toEqual({ publishedMessages: 1 });
    expect(await say(id, { txHash: "0xother" })).toEqual({ publishedMessages: 1 });
    const sameId = await notifications.ofId(`1#${id}`);
    expect(sameId).toMatchObject([{ revisions: 0 }, { revisions: 0, txHash: "0xother" }]);
    const keys = sameId.map((revision) => caseOfNotification(revision));
    expect(await Promise.all(keys.map((key) => cases.readable(key)))).toMatchObject([
      { kind: "notification" },
      { kind: "notification" },
    ]);
  });

  it.each([
    ["a hash without 0x", { txHash: notificationBody().data.txHash.slice(2).toUpperCase() }],
    ["a law in another case", { inflictedLaws: [{ ...LFPIORPI, name: "lfpiorpi" }] }],
    [
      "a law in another Unicode form",
      { inflictedLaws: [{ ...LFPIORPI, name: "LFPIORPI".replace("I", "\u200bI") }] },
    ],
    ["an address in another case", { address: { ...notificationBody().data.address, id: 544 } }],
  ])("are revisions of one transaction, and not told again: %s", async (change, changes) => {
    const id = 600 + change.length;
    await say(id);
    expect(await say(id, changes)).toEqual({ publishedMessages: 0 });
    expect(await notifications.ofId(`1#${id}`)).toMatchObject([{ revisions: 1 }]);
    expect(await kindsOf(id)).toEqual([]);
  });

  it("are told where a law of the same name is another country's", async () => {
    const id = 510;
    await say(id);
    expect(await say(id, { inflictedLaws: [LFPIORPI, { ...LFPIORPI, countryCode: "ES" }] })).toEqual({
      publishedMessages: 1,
    });
  });

  it("are not told as a revision where they are the first, and their message was not published at once", async () => {
    const id = 521;
    sns.on(PublishCommand).rejects(new Error("no topic"));
    const first = messageOf(id, {});
    expect(await handle(first), "messages that come again while the topic is away").toHaveLength(1);
    sns.on(PublishCommand).resolves({ MessageId: "message" });
    sns.resetHistory();
    expect(await handle(first)).toEqual([]);
    const subjects = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Subject);
    expect(subjects).toEqual(["[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1"]);
  });

  it("are told as a revision also where their first message was not published", async () => {
    const id = 511;
    await say(id);
    sns.on(PublishCommand).rejects(new Error("no topic"));
    const revised = messageOf(id, { inflictedLaws: [LFPIORPI, SECOND_LAW] });
    expect(await handle(revised), "messages that come again while the topic is away").toHaveLength(1);
    sns.on(PublishCommand).resolves({ MessageId: "message" });
    sns.resetHistory();
    expect(await handle(revised)).toEqual([]);
    const subjects = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.Subject);
    expect(subjects, "the message that is published once the topic is back").toEqual([
      expect.stringMatching(/^\[ILLEGAL\] Revised: /),
    ]);
  });

  it("alert by the same rule when they were signed before the current one, and do not become current", async () => {
    const id = 506;
    await say(id, { inflictedLaws: [] });
    expect(await say(id, {}, -500)).toEqual({ publishedMessages: 1 });
    expect(lastMessage()).toContain("The service's latest message: no law, received ");
    expect(lastMessage()).toContain("The service has withdrawn LFPIORPI (MX).");
    expect(await current(id)).toMatchObject({ risk: "illegal", riskNow: "none", revisions: 1 });
    expect(await kindsOf(id)).toEqual(["revised"]);
    expect(await saysNow(id), "the laws that the case says now").toEqual([]);
  });

  it("leave a case with the current one where an older one with a new law comes late", async () => {
    const id = 522;
    await say(id);
    expect(await say(id, { ...OTHER_WORDS, inflictedLaws: [LFPIORPI, SECOND_LAW] }, -500)).toEqual({
      publishedMessages: 1,
    });
    expect(await saysNow(id), "the laws that the case says now").toEqual(["LFPIORPI"]);
    expect(await caseOf(id)).toMatchObject({ amount: { usd: "3000" } });
  });

  it("leave a case with the one that was said again last where another one in between comes late", async () => {
    const id = 523;
    await say(id);
    await say(id, {}, 40_000);
    expect(await say(id, { ...OTHER_WORDS, inflictedLaws: [LFPIORPI, SECOND_LAW] }, -10_000)).toEqual({
      publishedMessages: 1,
    });
    expect(
      await say(id, { ...OTHER_WORDS, amount: { value: 1000000000000000000, usd: 7 } }),
      "a past price",
    ).toEqual({ publishedMessages: 0 });
    expect(await saysNow(id), "the laws that the case says now").toEqual(["LFPIORPI"]);
    expect(await caseOf(id)).toMatchObject({ amount: { usd: "3000" } });
    clock += 10_000;
  });

  it("leave a case with what was said again last where another price, signed in between, comes late", async () => {
    const id = 524;
    await say(id);
    await say(id, {}, 40_000);
    await say(id, OTHER_WORDS, -10_000);
    expect((await caseOf(id))?.amount, "what the service said last").toMatchObject({ usd: "3000" });
    clock += 10_000;
  });

  it("leave the case with the revision that was repeated last when another price, signed in between, comes late", async () => {
    const id = 525;
    await say(id);
    await say(id, OTHER_WORDS);
    await say(id, OTHER_WORDS, 40_000);
    await say(id, { amount: { value: 1000000000000000000, usd: 7 } }, -10_000);
    expect((await caseOf(id))?.amount, "what the service said last").toMatchObject({ usd: "9" });
    clock += 10_000;
  });

  it.each([
    [507, [], [LFPIORPI]],
    [508, [LFPIORPI], []],
  ])("in one millisecond end with the illegal one (%i)", async (id, first, second) => {
    await say(id, { inflictedLaws: first });
    await say(id, { inflictedLaws: second }, 0);
    expect(await current(id)).toMatchObject({ riskNow: "illegal", revisions: 1, alert: { state: "sent" } });
  });

  it.each([
    [530, 1, 9_000],
    [531, 9_000, 1],
    [532, 3, 70],
    [533, 70, 3],
  ])(
    "in one millisecond have one price in the notification and in its case (%i)",
    async (id, first, second) => {
      await say(id, { amount: { value: 1, usd: first } });
      await say(id, { amount: { value: 1, usd: second } }, 0);
      expect((await caseOf(id))?.amount?.usd).toBe((await current(id))?.amount?.usd);
    },
  );

  it("are told in other words, but not again, where the first ones wait for their own delivery", async () => {
    const id = 509;
    sns.on(PublishCommand).rejects(new Error("no topic"));
    const waiting = messageOf(id, {});
    expect(await handle(waiting), "messages that come again while the topic is away").toHaveLength(1);
    sns.on(PublishCommand).resolves({ MessageId: "message" });
    expect(await say(id)).toEqual({ publishedMessages: 0 });
    expect(await stored(id)).toBe("pending");
    expect(await say(id, OTHER_WORDS)).toEqual({ publishedMessages: 1 });
    sns.resetHistory();
    expect(await handle(waiting)).toEqual([]);
    expect(published()).toEqual({ publishedMessages: 1 });
    const names = await notifications.ofId(`1#${id}`);
    expect(names).toMatchObject([{ revisions: 1, alert: { state: "sent" } }]);
  });

  it("are told in the receive that brings a new law, behind a hundred others", async () => {
    const id = 505;
    await say(id);
    const many = Array.from({ length: 100 }, (_, index) => {
      const receivedAt = new Date(clock + index + 1).toISOString();
      const amount = { value: 1000000000000000000, usd: index };
      return delivery(`m${index}`, { id, amount }, { receivedAt });
    });
    await handle(...many);
    clock += 5_000;
    expect(await say(id, { inflictedLaws: [LFPIORPI, SECOND_LAW] })).toEqual({ publishedMessages: 1 });
    expect(await current(id)).toMatchObject({ revisions: 101 });
  });
});

describe("a message that cannot be read", () => {
  const unreadable = (deliveryId: string, text: string) => deliveryOf(deliveryId, text, { projectId: 2 });
  const opened = async () =>
    Array.fromAsync(cases.list({ projectIds: [2] }), ({ kind, subject }) => [kind, subject]);

  it("opens one case for its project, is mailed to officers and operations, and the next ones are counted there", async () => {
    expect(await handle(unreadable("a", '{"type":"notification","data":{"risks":["illegal"]}}'))).toEqual([]);
    const topics = sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.TopicArn);
    expect(topics).toEqual([INTAKE_ENVIRONMENT.ALERTS_TOPIC_ARN, INTAKE_ENVIRONMENT.OPERATIONS_TOPIC_ARN]);
    expect(await opened()).toEqual([["quarantine", "unreadable#2"]]);
    sns.resetHistory();
    expect(await handle(unreadable("b", '{"type":"other"}'), unreadable("c", "[]"))).toEqual([]);
    expect(published()).toEqual({ publishedMessages: 0 });
    expect(await opened()).toHaveLength(1);
    const quarantined = notifications.list({ projectIds: [2], kind: "quarantined" });
    expect(await Array.fromAsync(quarantined, ({ alert }) => alert.state)).toEqual(["sent", "sent", "sent"]);
  });
});

describe("an error that the service reports", () => {
  const error = (deliveryId: string, receivedAt: string, text = "An error.") =>
    deliveryOf(deliveryId, JSON.stringify({ type: "error", data: text }), { receivedAt });
  const topics = () => sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input.TopicArn);

  it("is told to officers and operations at once, in any words; the others of its hour are not", async () => {
    const batch = [
      error("e1", "2026-03-01T10:00:00.000Z", "The transaction 0xabc of user u-1 was flagged."),
      error("e2", "2026-03-01T10:59:59.999Z"),
    ];
    expect(await handle(...batch)).toEqual([]);
    expect(topics()).toEqual([INTAKE_ENVIRONMENT.ALERTS_TOPIC_ARN, INTAKE_ENVIRONMENT.OPERATIONS_TOPIC_ARN]);
    expect(await handle(error("e3", "2026-03-01T10:30:00.000Z"))).toEqual([]);
    expect(topics()).toHaveLength(2);
    expect(await handle(error("e4", "2026-03-01T11:00:00.000Z"))).toEqual([]);
    expect(topics()).toHaveLength(4);
  });

  it("is one error when its call is sent again, as it was, also in the next hour", async () => {
    const times = { receivedAt: "2026-03-01T13:59:58.000Z", signedAt: "2026-03-01T13:59:57.000Z" };
    const text = JSON.stringify({ type: "error", data: "The index is behind." });
    expect(await handle(deliveryOf("e6", text, times))).toEqual([]);
    const again = { ...times, receivedAt: "2026-03-01T14:00:04.000Z" };
    expect(await handle(deliveryOf("e7", text, again))).toEqual([]);
    expect(topics()).toHaveLength(2);
    expect(await handle(error("e8", "2026-03-01T14:00:05.000Z"))).toEqual([]);
    expect(topics()).toHaveLength(4);
    const items = notifications.list({ projectIds: [1], kind: "error", since: "2026-03-01T13:00:00.000Z" });
    expect(await Array.fromAsync(items, ({ message }) => message)).toEqual([
      "An error.",
      "The index is behind.",
    ]);
  });

  it("comes again until both were told", async () => {
    sns
      .on(PublishCommand, { TopicArn: INTAKE_ENVIRONMENT.OPERATIONS_TOPIC_ARN })
      .rejects(new Error("refused"));
    const first = error("e5", "2026-03-01T12:00:00.000Z");
    expect(await handle(first)).toEqual(["e5"]);
    sns.reset();
    sns.on(PublishCommand).resolves({ MessageId: "message" });
    expect(await handle(first)).toEqual([]);
    expect(topics()).toEqual([INTAKE_ENVIRONMENT.OPERATIONS_TOPIC_ARN]);
  });
});

describe("a message that comes for the fifth time", () => {
  it("is worked on after the others, and deleted as soon as it is done", async () => {
    const order: string[] = [];
    sns.on(PublishCommand).callsFake(({ Subject }) => {
      order.push(Subject);
      return { MessageId: "message" };
    });
    sqs.on(DeleteMessageCommand).callsFake(({ ReceiptHandle }) => {
      order.push(`deleted ${ReceiptHandle}`);
      return {};
    });
    const fresh = delivery("fresh", { id: 701 });
    const suspects = [702, 703].map((id) => delivery(`s${id}`, { id }, { receives: 5 }));
    expect(await handle(...suspects, fresh)).toEqual([]);
    expect(await Promise.all([701, 702, 703].map(stored))).toEqual(["sent", "sent", "sent"]);
    expect(order).toHaveLength(5);
    expect(order.filter((event) => event.startsWith("deleted")).toSorted()).toEqual([
      "deleted s702",
      "deleted s703",
    ]);
    const ofSuspects = [order[2], order[4]];
    expect(ofSuspects, "each is deleted behind its own alert").toEqual([
      expect.stringMatching(/^deleted/),
      expect.stringMatching(/^deleted/),
    ]);
  });

  it("is given back where it fails, and not deleted", async () => {
    outOfReach = "1#704";
    expect(await handle(delivery("poison", { id: 704 }, { receives: 9 }))).toEqual(["poison"]);
    const deleted = sqs
      .commandCalls(DeleteMessageCommand)
      .map(({ args: [{ input }] }) => input.ReceiptHandle);
    expect(deleted, "messages that are deleted although they failed").toEqual([]);
  });
});
