/** A batch of the webhook queue against an emulated table: what is written, how often, and what comes again. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { SQSRecord } from "aws-lambda";
import { describe, expect, it, vi } from "vitest";
import { groupsOf, messageOf } from "../../../lib/alerts/webhook-alerts.ts";
import { logger } from "../../../lib/aws/observe.ts";
import { openBatch, recordBatch } from "../../../lib/intake/batch.ts";
import { encodeDelivery, type WebhookDelivery } from "../../../lib/intake/envelope.ts";
import type { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import type { Recorded } from "../../../lib/intake/recording.ts";
import { sqsEvent } from "../../support/lambda.ts";
import { FINTECH_LAW, notificationBody } from "../../support/notifications.ts";
import { ENGLISH } from "../../support/translators.ts";
import { withFreshTable } from "./fresh-table.ts";

let client: DynamoDBDocumentClient;
let store: NotificationStore;
let writes: string[] = [];

withFreshTable((fresh) => {
  ({ client, store } = fresh);
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        const [write] = /Put|Update/.exec(commandName) ?? [];
        if (write !== undefined) writes.push(write.toLowerCase());
        return next(args);
      },
    { step: "initialize", name: "writes", override: true },
  );
  writes = [];
});

const START = Date.parse("2026-01-01T00:00:00.000Z");

function record(n: number, body: unknown, changes: Partial<WebhookDelivery> = {}): SQSRecord {
  const delivery = {
    deliveryId: `delivery-${n}`,
    receivedAt: new Date(START + n).toISOString(),
    projectId: 1,
    body: Buffer.from(JSON.stringify(body) ?? ""),
    ...changes,
  };
  const [sent] = sqsEvent(encodeDelivery(delivery)).Records;
  if (sent === undefined) throw new Error("There is no record.");
  return { ...sent, messageId: `message-${n}` };
}

async function run(records: readonly SQSRecord[], by = Date.now() + 60_000) {
  const opening = await openBatch(records, { retentionYears: 10 }, Date.now() + 60_000);
  const unreadable = opening.unreadable.map(({ messageId }) => messageId);
  return { ...(await recordBatch(opening.opened.keys(), store, by)), unreadable };
}

const copies = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => record(from + n, notificationBody()));
const get = () => store.get({ key: "1#42", version: "first" });

describe("a batch", () => {
  it("stores a new notification in one write, with all its repeats in the batch", async () => {
    await run(copies(0, 23));
    expect(writes).toEqual(["put"]);
    expect(await get()).toMatchObject({ repeats: 22, delivery: "delivery-0" });
  });

  it("counts no delivery twice when it is delivered again, whole or in part, with others between", async () => {
    await run(copies(0, 23));
    for (let from = 100; from < 250; from += 50) await run(copies(from, 50));
    await run(copies(0, 23));
    await run([...copies(10, 5), ...copies(150, 5), ...copies(0, 1)]);
    expect(await get()).toMatchObject({ repeats: 172 });
    expect(await get()).not.toHaveProperty("repeatsAtLeast");
  });

  it("counts all repeats of a known one in one write, and writes nothing for what it knows", async () => {
    await run(copies(0, 1));
    writes = [];
    const { recorded } = await run(copies(1, 200));
    expect(writes).toEqual(["put", "update"]);
    expect(recorded.map(({ repeats }) => repeats)).toEqual([200]);
    writes = [];
    await run(copies(1, 200));
    expect(writes).toEqual(["put"]);
  });

  it("takes the content that arrived first for the first, in any order of the batch", async () => {
    const { recorded } = await run([
      record(2, notificationBody()),
      record(1, notificationBody({ txHash: "0x1" })),
    ]);
    expect(recorded.map(({ outcome, stored }) => [outcome, stored.txHash])).toEqual([
      ["stored", "0x1"],
      ["changed", notificationBody().data.txHash],
    ]);
  });

  it("gives back what it has no time for, and what is no envelope", async () => {
    const { recorded, failed, unreadable } = await run(
      [...copies(0, 2), { ...record(3, {}), body: "{}" }],
      Date.now() - 1,
    );
    expect(recorded).toEqual([]);
    expect(failed.map(({ delivery }) => delivery.deliveryId)).toEqual(["delivery-0", "delivery-1"]);
    expect(unreadable).toEqual(["message-3"]);
    expect(writes).toEqual([]);
  });

  it("opens what it has time for: what it could not open in time fails alone", async () => {
    const by = START;
    const [first, second, third] = [record(0, notificationBody()), record(1, {}), record(2, {})];
    vi.useFakeTimers({ toFake: ["Date"], now: by });
    try {
      // Opening the first one takes all the time that there is.
      const slow = {
        ...first,
        attributes: {
          ...first.attributes,
          get ApproximateReceiveCount() {
            vi.setSystemTime(by + 1);
            return "1";
          },
        },
      };
      const { opened, unopened, unreadable, newer } = await openBatch(
        [slow, second, third],
        { retentionYears: 10 },
        by,
      );
      expect(Array.from(opened.values(), ({ messageId }) => messageId)).toEqual(["message-0"]);
      expect(unopened).toEqual([second, third]);
      expect([...unreadable, ...newer]).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("names the place of an unexpected error in the log, and nothing that the error says", async () => {
    const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
    vi.spyOn(store, "add").mockImplementation(async function add() {
      throw new TypeError("cannot read 'u-secret' of 3000");
    });
    const { failed } = await run(copies(0, 1));
    expect(failed).toHaveLength(1);
    const [, fields] = logged.mock.calls[0] ?? [];
    expect(fields).toMatchObject({
      error: "TypeError",
      at: expect.stringMatching(/\(batch\.test\.ts:\d+:\d+\)$/),
    });
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/u-secret|3000/);
    vi.restoreAllMocks();
  });
});

describe("what is alerted together", () => {
  const origin = { stage: "dev", alertId: "ALERT", translator: ENGLISH, chains: () => undefined };
  const named = (due: readonly Recorded[]) =>
    groupsOf(due).map(({ kind, projectId, recorded }) => [kind, projectId, recorded.length]);

  it("is of one project and kind, changes too", async () => {
    const ids = [0, 1, 2, 3, 4];
    await run(ids.map((id) => record(id, notificationBody({ id, inflictedLaws: [FINTECH_LAW] }))));
    const { recorded } = await run([
      ...ids.map((id) => record(100 + id, notificationBody({ id }))),
      ...ids.map((id) => record(200 + id, notificationBody({ id: 500 + id }))),
      ...ids.map((id) => record(300 + id, notificationBody({ id, txHash: null }))),
      record(401, notificationBody({ id: 1, projectId: 2 }), { projectId: 2 }),
    ]);
    expect(named(recorded.filter(({ alertDue }) => alertDue))).toEqual([
      ["notification", 1, 5],
      ["notification", 2, 1],
      ["change", 1, 5],
      ["quarantine", 1, 5],
    ]);
  });

  it.each([
    ["a list", Buffer.from(JSON.stringify([notificationBody()]))],
    ["cut off", Buffer.from(JSON.stringify(notificationBody())).subarray(0, -1)],
    ["in UTF-16", Buffer.from(JSON.stringify(notificationBody()), "utf16le")],
  ])("reaches the officer of an illegal one that is no object: %s", async (_, body) => {
    const { recorded } = await run([record(0, undefined, { body })]);
    const [group] = groupsOf(recorded);
    if (group === undefined) throw new Error("There is no group.");
    expect(messageOf(group, { ...origin, projectId: 1 }).subject).toBe(
      "[QUARANTINE] 1 unreadable message in project 1",
    );
  });
});
