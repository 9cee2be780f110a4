/** Finds what else is known of whom a case is about. */

import pMap from "p-map";
import type { ListedCase, StoredCase } from "../../store/cases/case.ts";
import { caseOfNotification, walletSubject } from "../../store/cases/case-keys.ts";
import type { CaseQueries } from "../../store/cases/case-queries.ts";
import type { NotificationQueries } from "../../store/notifications/notification-queries.ts";
import type { ListedNotification } from "../../store/notifications/notification-schema.ts";

/** How many notifications are looked at, and how many cases are shown of them. */
const MOST_READ = 200;
const MOST_SHOWN = 20;
const READ_CONCURRENTLY = 10;

/** Other cases of the same user and law, and of the same wallet, the newest first. */
export async function otherCases(
  one: StoredCase,
  cases: CaseQueries,
  notifications: NotificationQueries,
): Promise<ListedCase[]> {
  const [ofWallet, keys] = await Promise.all([casesOfWallet(one, cases), keysOf(one, notifications)]);
  const found = await pMap(keys, (key) => cases.get(key), { concurrency: READ_CONCURRENTLY });
  return [...ofWallet, ...found.filter((other) => other !== undefined)]
    .filter(({ subject, opened }) => subject !== one.subject || opened !== one.opened)
    .sort((a, b) => (a.order < b.order ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

async function casesOfWallet({ projectId, address, chainId }: StoredCase, cases: CaseQueries) {
  if (address === undefined || chainId === undefined) return [];
  return cases.ofWallet(walletSubject({ projectId, address, chainId }));
}

async function keysOf(one: StoredCase, notifications: NotificationQueries) {
  const { projectId, userId, address } = one;
  if (userId === undefined && address === undefined) return [];
  const filter = { projectIds: [projectId], ...(userId === undefined ? { wallet: address } : { userId }) };
  const keys: ReturnType<typeof caseOfNotification>[] = [];
  let read = 0;
  for await (const notification of notifications.list(filter)) {
    if (isAlike(notification, one)) keys.push(caseOfNotification(notification));
    if (++read >= MOST_READ || keys.length > MOST_SHOWN) break;
  }
  return keys;
}

/** A wallet's case is about no law: all of its user's count. */
function isAlike({ risk, laws }: ListedNotification, { laws: wanted = [] }: StoredCase): boolean {
  if (risk !== "illegal") return false;
  return wanted.length === 0 || laws.some(({ name }) => wanted.some((law) => law.name === name));
}
