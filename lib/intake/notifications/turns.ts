/**
 * Judges deliveries of contents under known ids: which withdraw what was illegal, which call it illegal again, and which by other
 * laws.
 */

import type { Law, Notification } from "../../contract/webhook.ts";
import { casesOfHash, hashDigest, illegalLaws, lawsDigest } from "./change.ts";
import { type Course, courseAfter, type Sight, type TurnKind } from "./course.ts";
import type { NotificationKey } from "./notification-keys.ts";
import type { StoredNotification } from "./notification-schema.ts";
import type { NotificationStore } from "./notifications.ts";
import { notificationIn } from "./raw-body.ts";
import { lastReceiptOf } from "./repeats.ts";

/** The transactions of an id whose course is kept. */
const MAX_COURSES = 50;

/** A turn by some deliveries, and what of the id's says so. */
export interface Turn {
  kind: TurnKind;
  /** ISO 8601. */
  at: string;
  by: string;
  /** As it is with the turn: with the one before it, too. */
  course: Course;
  /** Of a return: when it was withdrawn; of laws alone, since when the service left them out. */
  withdrawnAt: string | undefined;
  /** Of a return of laws alone: these. */
  lawsAgain: readonly Law[];
  owesAlert: boolean;
  first: StoredNotification;
  /** The transaction, as the courses of the id name it. */
  transaction: string;
  said: StoredNotification;
  notification: Notification;
  /** The contents whose cases are of this transaction. */
  cases: readonly NotificationKey[];
}

/** A content that is stored, and its deliveries in the order of their receipt. */
interface SeenAgain {
  stored: StoredNotification;
  notification: Notification;
  deliveries: readonly { deliveryId: string; receivedAt: string }[];
}

/** A content as it was received at a moment. */
interface Seen extends Pick<Sight, "at" | "by"> {
  said: StoredNotification;
  notification: Notification;
}

/**
 * Judges deliveries, and notes how they turn the course. Doing it again gives the same answer. What was received behind them may
 * have been worked on before them, when it turned nothing: the last of that is judged with them.
 * @param first of the id, as it was read after the deliveries were stored
 */
export async function judgeTurns(
  first: StoredNotification,
  seen: SeenAgain,
  store: NotificationStore,
): Promise<readonly Turn[]> {
  const turns = await turnsBy(first, seen, store);
  const owing = turns.findLast(({ owesAlert }) => owesAlert);
  if (owing !== undefined) await store.markReturnPending(owing.said, owing.at);
  return turns;
}

async function turnsBy(
  first: StoredNotification,
  { stored, notification, deliveries }: SeenAgain,
  store: NotificationStore,
): Promise<readonly Turn[]> {
  const transaction = hashDigest(notification);
  const seen = deliveries.map(({ deliveryId: by, receivedAt: at }) => ({
    ...{ at, by, said: stored, notification },
  }));
  const { turns, course } = await noteTurns(first, transaction, seen, store);
  const turning = turns[0] ?? seen.find(({ at }) => at === course?.illegalAt);
  if (course === undefined || turning === undefined) return turns;
  // A content that is stored from here on finds the noted course.
  const last = await lastSeen(turning, transaction, store);
  if (last === undefined) return turns;
  const inOrder = [...seen, last].sort((a, b) => (a.at < b.at ? -1 : 1));
  return (await noteTurns(await store.get(first), transaction, inOrder, store)).turns;
}

/** Content of a transaction that was received last after a moment; undefined without one. */
async function lastSeen(
  { at, by, said: { key } }: Seen | Turn,
  transaction: string,
  store: NotificationStore,
): Promise<Seen | undefined> {
  let last: Seen | undefined;
  for await (const said of store.receivedSince(key, at)) {
    const receivedAt = lastReceiptOf(said);
    if (last !== undefined && receivedAt <= last.at) continue;
    const notification = notificationIn(said.raw);
    if (notification === undefined || hashDigest(notification) !== transaction) continue;
    last = { at: receivedAt, by: `${by} again`, said, notification };
  }
  return last;
}

/** Judges what was received, in this order. @param first as it was read @returns the turns, and the course where one is noted */
async function noteTurns(
  first: StoredNotification | undefined,
  transaction: string,
  seen: readonly Seen[],
  store: NotificationStore,
): Promise<{ turns: Turn[]; course?: Course | undefined }> {
  let current = first;
  while (current !== undefined) {
    const kept = current.courses?.[transaction];
    const begun = kept ?? begunBy(current, transaction);
    const turns: Turn[] = [];
    let course = begun;
    for (const one of seen) {
      const { at, by, said, notification } = one;
      const { next, kind, lawsAgain } = await turnBy(course, one, store);
      course = next;
      if (kind === undefined || next === undefined) continue;
      const isReturn = kind === "return";
      turns.push({
        ...{ kind, at, by, transaction, said, notification, lawsAgain, course: next },
        withdrawnAt: isReturn ? (next.returned?.behind ?? next.withdrawn)?.at : undefined,
        owesAlert: isReturn && next.returned?.owes === true,
        first: current,
        cases: casesOfHash(current, notification),
      });
    }
    if (course === begun || course === undefined) return { turns, course: kept };
    const hasRoom = kept !== undefined || Object.keys(current.courses ?? {}).length < MAX_COURSES;
    if (!hasRoom) return { turns };
    const before = kept?.returned;
    // The return that is owed now tells what the one before it would have told.
    if (before?.owes === true && before.version !== course.returned?.version)
      await store.clearReturnPending({ key: current.key, version: before.version }, before.at);
    if (await store.setCourse(current, transaction, course)) return { turns, course };
    current = await store.get(current);
  }
  return { turns: [] };
}

/** Turn of a course by a delivery, and the laws by which alone it is illegal again. */
async function turnBy(
  course: Course | undefined,
  { at, by, said: { key, version, risk }, notification }: Seen,
  store: ReturnedFrom,
) {
  const sight = { at, by, version, risk, laws: lawsDigest(notification), saysAgain: false };
  const judged = courseAfter(course, sight);
  // Turns alone are worth a look at what was said before: there are few of them.
  const isOfLaws = judged.turn === "laws";
  const behind = isOfLaws ? course?.laws : judged.turn === "return" && judged.course?.returned?.behind;
  const laws = behind ? await lawsBehind(behind, { key, notification }, store) : [];
  const { course: next, turn: kind } =
    isOfLaws && laws.length > 0 ? courseAfter(course, { ...sight, saysAgain: true }) : judged;
  return { next, kind, lawsAgain: kind === "return" ? laws : [] };
}

/** The laws of the last return in a course, where laws alone returned by it. @param key of the id */
export async function lawsReturned(
  { returned }: Course,
  key: string,
  store: ReturnedFrom,
): Promise<readonly Law[]> {
  if (returned?.behind === undefined) return [];
  const said = await store.get({ key, version: returned.version });
  const notification = said && notificationIn(said.raw);
  return notification === undefined ? [] : lawsBehind(returned.behind, { key, notification }, store);
}

/** Store of the contents that tell which laws returned. */
export type ReturnedFrom = Pick<NotificationStore, "get" | "receivedBefore">;

/** The laws by which a content is illegal, the one behind it is not, and one that was received before that was. */
async function lawsBehind(
  { version, at }: { version: string; at: string },
  { key, notification }: { key: string; notification: Notification },
  store: ReturnedFrom,
): Promise<readonly Law[]> {
  const left = await store.get({ key, version });
  const body = left && notificationIn(left.raw);
  const added = illegalLaws(notification);
  if (body === undefined) return [];
  for (const law of illegalLaws(body).keys()) added.delete(law);
  if (added.size === 0) return [];
  const transaction = hashDigest(notification);
  const again = new Set<Law>();
  for await (const { raw } of store.receivedBefore(key, at)) {
    if (again.size === added.size) break;
    const earlier = notificationIn(raw);
    if (earlier === undefined || hashDigest(earlier) !== transaction) continue;
    for (const law of illegalLaws(earlier).keys()) {
      const found = added.get(law);
      if (found !== undefined) again.add(found);
    }
  }
  return [...added.values()].filter((law) => again.has(law));
}

/** The course that the first content of an id began, which is noted with its first turn. */
function begunBy(first: StoredNotification, transaction: string): Course | undefined {
  if (first.risk !== "illegal") return undefined;
  const body = notificationIn(first.raw);
  if (body === undefined || hashDigest(body) !== transaction) return undefined;
  const { receivedAt: at, delivery: by, version, risk } = first;
  return courseAfter(undefined, { at, by, version, risk, laws: lawsDigest(body), saysAgain: false }).course;
}
