/** Other cases of the same user and of the same wallet, of any law and in any state. */

import pMap from "p-map";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";

export interface OtherCases {
  /** The most severe first. */
  cases: JudgedCase[];
  /** True if the user may have more than were read. */
  mayLackOfUser: boolean;
  /** True if the wallet may have more of other users. */
  mayLackOfWallet: boolean;
}

/** Most cases that are read of a user. */
const MOST_OF_USER = 200;

/** Most notifications that are read to find cases of a wallet, which may be spread among all, and most cases that are found so. */
const MOST_READ = 500;
const MOST_FOUND = 20;

/** Cases that scans opened of a wallet, of which {@link CaseQueries.ofSubject} reads no more. */
const MOST_OF_SCANS = 20;
const PAGE = 50;
const READ_CONCURRENTLY = 10;

interface Sources {
  cases: CaseQueries;
  notifications: NotificationQueries;
  /** The projects of the reader: a user may be in several. */
  sees: readonly number[];
}

/** @param isKnown whether the wallet is one that the desk lists: then little is read to find what else came of it */
export async function otherCases(
  storedCase: StoredCase,
  { cases, notifications, sees }: Sources,
  isKnown = true,
): Promise<OtherCases> {
  const [ofUser, ofWallet] = await Promise.all([
    casesOfUser(storedCase, cases, sees),
    casesOfWallet(storedCase, cases),
  ]);
  const byOrder = new Map(
    [...ofUser.slice(0, MOST_OF_USER), ...ofWallet].map((other) => [other.order, other]),
  );
  let mayLackOfWallet = storedCase.address !== undefined;
  if (storedCase.userId === undefined || isKnown) {
    const { keys, isCut } = await keysOfWallet(storedCase, notifications);
    mayLackOfWallet = isCut || ofWallet.length >= MOST_OF_SCANS;
    const isNew = (key: CaseKey) => ![...byOrder.values()].some((other) => isSame(key, other));
    for (const other of await pMap(keys.filter(isNew), (key) => cases.readable(key), {
      concurrency: READ_CONCURRENTLY,
    }))
      if (other !== undefined) byOrder.set(other.order, other);
  }
  const now = new Date().toISOString();
  const others = [...byOrder.values()].filter((other) => !isSame(other, storedCase));
  return {
    cases: others.map((other) => judge(other, now)).sort(bySeverity),
    mayLackOfUser: ofUser.length > MOST_OF_USER,
    mayLackOfWallet,
  };
}

async function casesOfUser(
  { userId }: StoredCase,
  cases: CaseQueries,
  sees: readonly number[],
): Promise<ListedCase[]> {
  const listedCases: ListedCase[] = [];
  if (userId === undefined) return listedCases;
  for await (const listedCase of cases.ofUser(sees, userId))
    if (listedCases.push(listedCase) > MOST_OF_USER) break;
  return listedCases;
}

/** Cases that scans opened. */
async function casesOfWallet({ projectId, address, chainId }: StoredCase, cases: CaseQueries) {
  if (address === undefined || chainId === undefined) return [];
  return cases.ofSubject(walletSubject({ projectId, address, chainId }));
}

/** @returns `isCut` where there is a notification more than may be read, or found */
async function keysOfWallet(
  storedCase: StoredCase,
  notifications: NotificationQueries,
): Promise<{ keys: CaseKey[]; isCut: boolean }> {
  const { projectId, address } = storedCase;
  const keys: CaseKey[] = [];
  if (address === undefined) return { keys, isCut: false };
  let read = 0;
  const filter = { projectIds: [projectId], wallet: address };
  for await (const { notification: other, fits } of notifications.walk(filter, {
    newestFirst: true,
    pageSize: PAGE,
  })) {
    const key = caseOfNotification(other);
    const isOther = fits && other.risk === "illegal" && !isSame(key, storedCase);
    if (++read > MOST_READ || (isOther && keys.length === MOST_FOUND)) return { keys, isCut: true };
    if (isOther) keys.push(key);
  }
  return { keys, isCut: false };
}

function isSame(a: CaseKey, b: CaseKey): boolean {
  return a.subject === b.subject && a.opened === b.opened;
}
