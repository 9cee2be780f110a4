/** Finds what else is known of whom a case is about. */

import pMap from "p-map";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";

/** How many cases are shown, and how many notifications are read to find them: those of a wallet may stand among all. */
const MOST_SHOWN = 20;
const MOST_READ = 500;
const PAGE = 50;
const READ_CONCURRENTLY = 10;

/** Other cases of the same user and wallet, of any law, the gravest first. */
export async function otherCases(
  one: StoredCase,
  cases: CaseQueries,
  notifications: NotificationQueries,
): Promise<ListedCase[]> {
  const [ofWallet, keys] = await Promise.all([casesOfWallet(one, cases), keysOf(one, notifications)]);
  const found = await pMap(keys, (key) => cases.readable(key), { concurrency: READ_CONCURRENTLY });
  return [...ofWallet.filter((other) => !isSame(other, one)), ...found.filter((other) => other !== undefined)]
    .sort((a, b) => gravityOf(b) - gravityOf(a) || (a.order < b.order ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

async function casesOfWallet({ projectId, address, chainId }: StoredCase, cases: CaseQueries) {
  if (address === undefined || chainId === undefined) return [];
  return cases.ofWallet(walletSubject({ projectId, address, chainId }));
}

async function keysOf(one: StoredCase, notifications: NotificationQueries): Promise<CaseKey[]> {
  const { projectId, userId, address } = one;
  if (userId === undefined && address === undefined) return [];
  const filter = { projectIds: [projectId], ...(userId === undefined ? { wallet: address } : { userId }) };
  const keys: CaseKey[] = [];
  let read = 0;
  for await (const { one: other, fits } of notifications.walk(filter, {
    newestFirst: true,
    pageSize: PAGE,
  })) {
    const key = caseOfNotification(other);
    if (fits && other.risk === "illegal" && !isSame(key, one)) keys.push(key);
    if (++read >= MOST_READ || keys.length >= MOST_SHOWN) break;
  }
  return keys;
}

function isSame(a: CaseKey, b: CaseKey): boolean {
  return a.subject === b.subject && a.opened === b.opened;
}

/** What is open before what is decided, and what is illegal before a score; the newest first among alike ones. */
function gravityOf({ kind, outcome }: ListedCase): number {
  return (outcome === undefined ? 2 : 0) + (kind === "wallet" ? 0 : 1);
}
