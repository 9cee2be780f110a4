/** Judges deliveries of contents under known ids: which withdraw what was illegal, and which call it illegal again. */

import type { Notification } from "../contract/webhook.ts";
import { casesOf, transactionDigest } from "./change.ts";
import { type Course, courseAfter, type Sight, type TurnKind } from "./course.ts";
import type { NotificationKey } from "./notification-keys.ts";
import type { StoredNotification } from "./notification-schema.ts";
import type { NotificationStore } from "./notifications.ts";
import { notificationIn } from "./raw-body.ts";
import { lastRepeatAt } from "./repeats.ts";

/** The transactions of an id whose course is kept. */
const MAX_COURSES = 50;

/** A turn by some deliveries, and what of the id's says so. */
export interface Turn {
  kind: TurnKind;
  /** ISO 8601. */
  at: string;
  by: string;
  /** Of a return: when it was withdrawn. */
  withdrawnAt: string | undefined;
  owesAlert: boolean;
  first: StoredNotification;
  /** The transaction, as the courses of the id name it. */
  transaction: string;
  said: StoredNotification;
  notification: Notification;
  /** The contents whose cases are of this transaction. */
  cases: readonly NotificationKey[];
}

/** A content of an id that was known, and its deliveries in the order of their receipt. */
export interface SeenAgain {
  stored: StoredNotification;
  notification: Notification;
  deliveries: readonly { deliveryId: string; receivedAt: string }[];
}

/** Judges deliveries, and notes how they turn the course. Doing it again gives the same answer. */
export async function judgeTurns(
  first: StoredNotification,
  { stored, notification, deliveries }: SeenAgain,
  store: NotificationStore,
): Promise<Turn[]> {
  const transaction = transactionDigest(notification);
  let current: StoredNotification | undefined = first;
  while (current !== undefined) {
    const body = notificationIn(current.raw);
    const isOfFirst = body !== undefined && transactionDigest(body) === transaction;
    const began =
      isOfFirst && first.risk === "illegal" ? { illegalAt: first.receivedAt, turns: 0 } : undefined;
    const before: Course | undefined = current.courses?.[transaction] ?? began;
    const turns: Turn[] = [];
    let after = before;
    const see = (sight: Pick<Sight, "at" | "by">, said: StoredNotification, by: Notification) => {
      const { version, risk } = said;
      const { course: next, turn } = courseAfter(after, { ...sight, version, risk });
      after = next;
      if (turn === undefined) return;
      const { at } = sight;
      const owesAlert = turn === "return" && next?.returned?.owes === true;
      const withdrawnAt = turn === "return" ? next?.withdrawn?.at : undefined;
      const cases = casesOf(current ?? first, by);
      turns.push({
        kind: turn,
        at,
        by: sight.by,
        withdrawnAt,
        owesAlert,
        first,
        transaction,
        said,
        notification: by,
        cases,
      });
    };
    for (const { deliveryId, receivedAt } of deliveries)
      see({ at: receivedAt, by: deliveryId }, stored, notification);
    // The first content may have come again behind a withdrawal that arrives only now.
    const again = lastRepeatAt(first);
    const [withdrawal] = turns.filter(({ kind }) => kind === "withdrawal");
    if (withdrawal !== undefined && began !== undefined && body !== undefined && again !== undefined)
      see({ at: again, by: `${withdrawal.by} again` }, first, body);
    // A first content that withdraws it may have been received behind what calls it illegal, and was stored before it.
    if (isOfFirst && first.risk !== "illegal" && stored.risk === "illegal")
      see({ at: again ?? first.receivedAt, by: first.delivery }, first, body);
    const isKept = current.courses?.[transaction] !== undefined;
    const hasRoom = isKept || Object.keys(current.courses ?? {}).length < MAX_COURSES;
    if (after === before || after === undefined || !hasRoom) return turns;
    if (await store.setCourse(current, transaction, after)) return turns;
    current = await store.get(first);
  }
  return [];
}
