/** Recording of one content's deliveries: stored first, counted as repeats, or kept as a change. delivery.ts has judged what they are. */

import type { Notification } from "../contract/webhook.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { deadlinesOf, happenedAt } from "../law/deadlines.ts";
import type { ReadDelivery } from "./delivery.ts";
import { type Change, judgeChange, type MovesDeadline } from "./notifications/change.ts";
import type { NewItem } from "./notifications/notification-attributes.ts";
import { quarantinedId, toChangedItem } from "./notifications/notification-item.ts";
import { FIRST_VERSION, type NotificationKey, notificationKey } from "./notifications/notification-keys.ts";
import type { StoredNotification } from "./notifications/notification-schema.ts";
import type { NotificationStore } from "./notifications/notifications.ts";
import { replayDeliveryId } from "./notifications/quarantined-body.ts";
import { notificationIn } from "./notifications/raw-body.ts";
import { countRepeats, type RepeatDelivery } from "./notifications/repeats.ts";
import { judgeTurns, type Turn } from "./notifications/turns.ts";

/** Deliveries of one content of one id, the earliest first. */
export type SameContent = readonly [ReadDelivery, ...ReadDelivery[]];

/** Outcome for the deliveries of one content. */
export interface Recorded {
  reads: SameContent;
  /** `stored`: the first content of its id; `changed`: another one; `known`: it was there before. */
  outcome: "stored" | "changed" | "known";
  /** Item of this content: new, or as found. */
  stored: StoredNotification;
  /** Its changes, unless it is the first content of its id. */
  change: Change | undefined;
  /** Number of the deliveries that were counted as repeats now. */
  repeats: number;
  /** True if one of the deliveries owes people an alert. */
  alertDue: boolean;
  /** Turns of the transaction by these deliveries: withdrawn, or illegal again. */
  turns: readonly Turn[];
  /** The return that this speaks of, where a message is to be made of it. */
  returned?: Turn | undefined;
}

/** The return that deliveries owe an alert of. */
export function returnOwed({ turns }: Recorded): Turn | undefined {
  return turns.findLast(({ owesAlert }) => owesAlert);
}

/** Notification that a message reports of a content: the one in its deliveries, or that of a return. */
export function notificationOf({ returned, reads: [read] }: Recorded): Notification | undefined {
  return returned?.notification ?? read.notification;
}

/** A return as a message reports it, if the same deliveries owe no other alert. */
export function returnTold(one: Recorded): Recorded[] {
  const returned = returnOwed(one);
  if (returned === undefined || one.alertDue) return [];
  const { first, said: stored } = returned;
  const before = notificationIn(first.raw);
  const change = { first, before, differs: [], newLaws: [], graver: undefined, owed: true };
  return [{ ...one, stored, change, returned, alertDue: true }];
}

/**
 * A day longer than SQS keeps a message, in a dead-letter queue too: an alert that is pending for longer was lost with its
 * delivery, and a repeat takes it up. Earlier, the delivery may still come again, and both would alert.
 */
const PENDING_TOO_LONG_MS = 15 * 24 * 60 * 60 * 1000;

/**
 * Records the deliveries of one content. Doing it again after any half-way end changes nothing, and says again what is
 * still owed. @param now milliseconds since 1970 @param rules the deadlines of the settings
 */
export async function recordContent(
  reads: SameContent,
  store: NotificationStore,
  now: number,
  rules: readonly DeadlineRule[] = [],
): Promise<Recorded> {
  const recorded = await record(reads, store, now, rules);
  for (const key of replayedKeys(recorded)) await store.markReplayed(key);
  return recorded;
}

/** Key of the quarantined body that a replay turns into a notification or an error; empty without a replay. */
export function replayedKeys({ stored, reads }: Pick<Recorded, "stored" | "reads">): NotificationKey[] {
  const { kind, projectId, content } = stored;
  if (kind === "quarantined") return [];
  if (!reads.some(({ delivery }) => delivery.deliveryId === replayDeliveryId(stored))) return [];
  return [{ key: notificationKey(projectId, quarantinedId(content)), version: FIRST_VERSION }];
}

async function record(
  reads: SameContent,
  store: NotificationStore,
  now: number,
  rules: readonly DeadlineRule[],
): Promise<Recorded> {
  const [{ item, notification }] = reads;
  const first = await store.add(withRepeats(item, reads));
  const done = { reads, store, now, change: undefined };
  if (first === undefined) return recordedNew({ ...done, outcome: "stored", item });
  if (first.content === item.content) {
    const known = await recordKnown({ ...done, stored: first });
    return { ...known, turns: await turnsOf(known.stored, known, store) };
  }
  // Only a notification has an id that another content can come under.
  if (notification === undefined) throw new Error(`Two contents claim the key ${item.key}.`);

  const later = { content: item.content, notification, receivedAt: item.receivedAt };
  const change = await judgeChange(first, later, store, movesDeadline(rules, first, item.receivedAt));
  const version = toChangedItem(item, change.owed);
  const existing = await store.add(withRepeats(version, reads));
  const recorded =
    existing === undefined
      ? recordedNew({ ...done, outcome: "changed", item: version, change })
      : await recordKnown({ ...done, stored: existing, change });
  // A withdrawal may have been stored since the first content was read.
  return { ...recorded, turns: await turnsOf(await store.get(first), recorded, store) };
}

/** @param receivedAt of the content that comes later, ISO 8601 */
function movesDeadline(
  rules: readonly DeadlineRule[],
  first: StoredNotification,
  receivedAt: string,
): MovesDeadline {
  return ({ inflictedLaws, timestamp }, before) => {
    const laws = inflictedLaws.filter(({ risk }) => risk === "illegal");
    const duesAt = (time: string) => {
      const happened = happenedAt(time, receivedAt) ?? first.receivedAt;
      return deadlinesOf({ laws, timestamp: happened, receivedAt }, rules).map(({ dueAt }) => dueAt);
    };
    return duesAt(timestamp).join() !== duesAt(before).join();
  };
}

interface Recording {
  reads: SameContent;
  store: NotificationStore;
  now: number;
  change: Change | undefined;
}

/** @param first of the id, as it was read after the content was stored; undefined where it has expired */
function turnsOf(
  first: StoredNotification | undefined,
  { stored, reads }: Recorded,
  store: NotificationStore,
): Promise<readonly Turn[]> | readonly Turn[] {
  const [{ notification }] = reads;
  if (first === undefined || notification === undefined) return [];
  return judgeTurns(first, { stored, notification, deliveries: deliveriesOf(reads) }, store);
}

/** A new item counts its repeats from the start, in the write that makes it. */
function withRepeats(item: NewItem, reads: SameContent): NewItem {
  return { ...item, ...countRepeats(item, deliveriesOf(reads)) };
}

function recordedNew({
  reads,
  now,
  change,
  outcome,
  item,
}: Recording & { outcome: "stored" | "changed"; item: NewItem }): Recorded {
  const stored = withRepeats(item, reads);
  const alertDue = owesAlert(stored, reads, now);
  return { reads, outcome, stored, change, turns: [], repeats: stored.repeats, alertDue };
}

/** The content is there already: SQS delivers it again, or the service sends it again. */
async function recordKnown({
  reads,
  store,
  now,
  change,
  stored: known,
}: Recording & { stored: StoredNotification }): Promise<Recorded> {
  const { counted: repeats, item: stored } = await store.countRepeats(known, deliveriesOf(reads));
  const alertDue = owesAlert(stored, reads, now);
  return { reads, outcome: "known", stored, change, turns: [], repeats, alertDue };
}

function deliveriesOf(reads: SameContent): RepeatDelivery[] {
  return reads.map(({ delivery }) => delivery);
}

function owesAlert({ alert, delivery }: StoredNotification, reads: SameContent, now: number): boolean {
  if (alert.state !== "pending") return false;
  return (
    reads.some((read) => read.delivery.deliveryId === delivery) ||
    now - Date.parse(alert.at ?? "") > PENDING_TOO_LONG_MS
  );
}

/** Reports whether the delivery that made the content is among these: it may have ended before all was done. */
export function isOfItsDelivery({ stored, reads }: Recorded): boolean {
  return reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
}
