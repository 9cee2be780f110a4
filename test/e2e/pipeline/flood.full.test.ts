import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import pMap from "p-map";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { encodeDelivery } from "../../../lib/intake/envelope.ts";
import { nameOf } from "../../../lib/intake/notifications/notification-keys.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { FINTECH_LAW, notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;

// Time runs as it does when deployed: the window is what makes groups of a flood.
beforeAll(async () => {
  stack = await TestStack.start();
});
afterAll(() => stack.close());

const NEW = 110;
const CHANGED = 50;
const QUARANTINED = 90;

/** SQS takes ten messages a call. */
const A_CALL = 10;

/** Puts bodies into the webhook queue as fast as it takes them. */
async function deliverAll(bodies: readonly unknown[]): Promise<void> {
  const QueueUrl = stack.endpoints.queues.webhook;
  const now = new Date().toISOString();
  const messages = bodies.map((body, index) => ({
    Id: String(index),
    MessageBody: encodeDelivery({
      deliveryId: randomUUID(),
      receivedAt: now,
      signedAt: now,
      projectId: 1,
      body: Buffer.from(JSON.stringify(body)),
    }),
  }));
  const calls = Array.from({ length: Math.ceil(messages.length / A_CALL) }, (_, call) =>
    messages.slice(call * A_CALL, (call + 1) * A_CALL),
  );
  const replies = await Promise.all(
    calls.map((Entries) => stack.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }))),
  );
  expect(replies.flatMap(({ Failed = [] }) => Failed)).toEqual([]);
}

it("alerts 160 new and revised illegal ones in ten messages of a kind at most and names each, and unreadable ones once", async () => {
  const harmless = (id: number) => notificationBody({ id, inflictedLaws: [FINTECH_LAW] });
  await deliverAll(Array.from({ length: CHANGED }, (_, n) => harmless(10_000 + n)));
  await stack.settled();
  expect(stack.alerts()).toEqual([]);

  const bodies = [
    ...Array.from({ length: NEW }, (_, n) => notificationBody({ id: 1 + n })),
    // Every second one is another transaction under the id.
    ...Array.from({ length: CHANGED }, (_, n) =>
      notificationBody({ id: 10_000 + n, ...(n % 2 === 0 ? {} : { txHash: `0x${n}` }) }),
    ),
    ...Array.from({ length: QUARANTINED }, (_, n) => notificationBody({ id: 20_000 + n, txHash: null })),
  ];
  const mixed = bodies
    .map((body, n) => ({ body, at: (n * 7_919) % bodies.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ body }) => body);
  await deliverAll(mixed);

  const quarantined = await stack.notifications({ kind: "quarantined" });
  expect(quarantined.map(({ alert }) => alert.state)).toEqual(
    Array.from({ length: QUARANTINED }, () => "sent"),
  );
  const illegal = await stack.notifications({ risk: "illegal" });
  expect(illegal.filter(({ alert }) => alert.state !== "sent")).toEqual([]);
  const items = await pMap(illegal, (row) => stack.queries.get(row), { concurrency: 20 });
  expect(items.filter((item) => item?.repeats !== 0)).toEqual([]);
  expect(items.filter((item) => (item?.revisions ?? 0) > 0)).toHaveLength(CHANGED / 2);
  expect(new Set(illegal.map(nameOf)).size).toBe(NEW + CHANGED);

  const groups = Map.groupBy(stack.alerts(), ({ topic, attributes }) => `${topic} ${attributes["kind"]}`);
  expect([...groups.keys()].sort()).toEqual([
    "alerts notification",
    "alerts quarantine",
    "operations quarantine",
  ]);
  for (const [kind, messages] of groups) expect([kind, messages.length <= 10]).toEqual([kind, true]);
  expect(groups.get("alerts quarantine")).toHaveLength(1);
  expect(Math.max(mostInASecond("alerts"), mostInASecond("operations"))).toBeLessThanOrEqual(10);
  expect(await recorded("notification")).toEqual(illegal.map(nameOf).sort());
});

/** The most messages of a topic within any second. */
function mostInASecond(topic: string): number {
  const times = stack
    .alerts()
    .filter((alert: LocalAlert) => alert.topic === topic)
    .map(({ at }) => Date.parse(at));
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

/** The names of everything that the records of sent alerts speak of, each as often as they do. */
async function recorded(wanted: string): Promise<string[]> {
  const store = new AlertStore(stack.database, stack.endpoints.tables.alerts);
  const alerts = await Array.fromAsync(store.list({ projectIds: [1], state: "sent" }));
  return alerts
    .filter(({ kind }) => kind === wanted)
    .flatMap(({ subjects }) => subjects.flatMap((subject) => ("key" in subject ? [nameOf(subject)] : [])))
    .sort();
}
