/** Sends quarantined bodies through the queue again, and finds out what became of each. */

import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { encodeDelivery } from "../../../inbound/envelope.ts";
import type { StoredNotification } from "../../../notifications/notification-schema.ts";
import {
  replayDeliveryId,
  type Standing,
  senderOf,
  standingOf,
  standingText,
} from "../../../notifications/quarantined-body.ts";
import { expandBody } from "../../../notifications/raw-body.ts";
import { queues } from "../../core/aws.ts";
import type { Target } from "../../core/target.ts";
import { notificationsOf } from "../notifications/stored-notifications.ts";

/** A quarantined body and its state. */
export interface QuarantinedBody {
  item: StoredNotification;
  standing: Standing;
}

/** Outcome of a body's replay. `text` tells it to a person. */
export interface Replayed {
  item: StoredNotification;
  kind: "replayed" | "left" | "unknown";
  text: string;
}

/** Bodies sent before their outcomes are looked for: none waits long for the others of its group. */
const GROUP_SIZE = 50;

/** Longest wait for a group to pass the queue, before it is reported as on its way: a batch waits for 5 seconds. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 500;

/**
 * Replays bodies; what cannot be replayed is left. Each comes back once, with its outcome.
 * @param longestMs how long is waited for the outcomes of a group at most
 */
export async function* replayBodies(
  target: Target,
  bodies: AsyncIterable<QuarantinedBody>,
  longestMs = TIMEOUT_MS,
): AsyncGenerator<Replayed> {
  let timeoutMs = longestMs;
  for await (const group of groupsOf(bodies)) {
    for await (const replayed of replayGroup(target, group, timeoutMs)) {
      // If nothing of a group arrived, the queue has no consumer: the next groups need not wait as long in vain.
      if (replayed.kind === "unknown") timeoutMs = Math.min(POLL_MS, longestMs);
      if (replayed.kind === "replayed") timeoutMs = longestMs;
      yield replayed;
    }
  }
}

async function* groupsOf(bodies: AsyncIterable<QuarantinedBody>): AsyncGenerator<QuarantinedBody[]> {
  let group: QuarantinedBody[] = [];
  for await (const body of bodies) {
    group.push(body);
    if (group.length < GROUP_SIZE) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function* replayGroup(
  target: Target,
  group: readonly QuarantinedBody[],
  timeoutMs: number,
): AsyncGenerator<Replayed> {
  let underWay: { item: StoredNotification; key: string }[] = [];
  for (const { item, standing } of group) {
    if (standing.state === "can be replayed") {
      await send(target, item);
      underWay.push({ item, key: standing.key });
    } else {
      const kind = standing.state === "replayed" ? "replayed" : "left";
      yield { item, kind, text: standingText(standing) };
    }
  }
  for (const end = Date.now() + timeoutMs; underWay.length > 0 && Date.now() < end; await sleep(POLL_MS)) {
    const still: typeof underWay = [];
    for (const one of underWay) {
      const outcome = await outcomeOf(target, one.item);
      if (outcome === undefined) still.push(one);
      else yield outcome;
    }
    underWay = still;
  }
  for (const { item, key } of underWay)
    yield { item, kind: "unknown", text: `queued, result not known yet: it becomes ${key}` };
}

async function send(target: Target, item: StoredNotification): Promise<void> {
  await queues(target).send(
    new SendMessageCommand({
      QueueUrl: target.queues.webhook,
      MessageBody: encodeDelivery({
        deliveryId: replayDeliveryId(item),
        // A replay does not change the time of receipt.
        receivedAt: item.receivedAt,
        projectId: senderOf(target.projectIds, item),
        // It was proven when it was received.
        rehearsal: item.rehearsal,
        body: expandBody(item.raw),
      }),
    }),
  );
}

/** Outcome of a body that was sent; undefined if not known yet. */
async function outcomeOf(target: Target, before: StoredNotification): Promise<Replayed | undefined> {
  const notifications = notificationsOf(target);
  const now = await standingOf(target.projectIds, notifications, before);
  if (now.state === "replayed") {
    const text = `stored as ${now.isChange ? "a change of " : ""}${now.key}`;
    return { item: before, kind: "replayed", text };
  }
  const item = (await notifications.find(before.key))?.notification;
  if (item === undefined || item.repeats === before.repeats) return undefined;
  const text = `quarantined again: this command can read it, but ${target.name} cannot yet; deploy this version there, then replay it`;
  return { item: before, kind: "left", text };
}
