/** Judges another content under a known id: whether people must hear of it, and what in it is new to them. */

import type { Law, Notification } from "../contract/webhook.ts";
import { claimsBefore, claimsOf, MAX_CLAIMS, type TransactionFact, transactionFacts } from "./claims.ts";
import type { StoredNotification } from "./notification-schema.ts";
import type { NotificationStore } from "./notifications.ts";
import { notificationIn } from "./stored-body.ts";

/** What a content changes of what its id said first. */
export interface Change {
  first: StoredNotification;
  /** What the id said first; undefined where that cannot be read any more. */
  before: Notification | undefined;
  /** The facts in which it is another transaction; none where it says something else of the same one. */
  differs: TransactionFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: Law[];
  /** Whether its delivery owes people an alert. */
  owed: boolean;
}

/**
 * Judges a content and takes its claims that nobody has taken, in one write. Doing it again gives the same answer,
 * whatever came between.
 */
export async function judgeChange(
  first: StoredNotification,
  content: string,
  notification: Notification,
  store: NotificationStore,
): Promise<Change> {
  const made = claimsOf(notification);
  let current: StoredNotification | undefined = first;
  while (current !== undefined) {
    const before = claimsBefore(current, content);
    const fresh = [...made].filter(([claim]) => !before.has(claim));
    const room = MAX_CLAIMS - before.size;
    const isOurs = current.claims?.[content] !== undefined;
    const change = changeOf(first, notification, fresh.length > 0 ? fresh.map(([, law]) => law) : []);
    if (isOurs) return { ...change, owed: true };
    // What is not compared any more may be new.
    if (room <= 0) return { ...change, owed: made.size > 0 };
    if (fresh.length === 0) return { ...change, owed: false };
    const taken = new Set(fresh.slice(0, room).map(([claim]) => claim));
    if (await store.takeClaims(current, content, taken)) return { ...change, owed: true };
    current = await store.get(first);
  }
  // The first content has expired since it was read: nothing is left to compare with.
  return { ...changeOf(first, notification, [...made.values()]), owed: made.size > 0 };
}

function changeOf(first: StoredNotification, now: Notification, newLaws: Law[]) {
  const before = notificationIn(first.raw);
  return { first, before, differs: before === undefined ? [] : transactionDifferences(before, now), newLaws };
}

/** The facts in which one notification is another transaction than another; none where it says something else of it. */
export function transactionDifferences(before: Notification, now: Notification): TransactionFact[] {
  const [a, b] = [transactionFacts(before), transactionFacts(now)];
  const facts: TransactionFact[] = ["chain", "wallet", "transaction", "user", "amount", "decimals", "token"];
  return facts.filter((fact) => a[fact] !== b[fact]);
}
