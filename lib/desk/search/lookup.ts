/** Looks up a text of any kind: a number, an address, the hash of a transaction or a user's id. */

import pMap from "p-map";
import { caseLink, notificationLink, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { type CaseKey, caseOfNotification, walletSubjectIn } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import type { SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import {
  keyOfName,
  type NotificationKey,
  nameOf,
  partsOfKey,
} from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { numberOf } from "../kit/links.ts";

export interface Lookup {
  cases: CaseQueries;
  notifications: NotificationQueries;
  wallets: WalletStore;
}

export interface Found {
  kind: keyof typeof SEARCH_KINDS;
  name: string;
  href: string;
  /** Facts of a wallet. */
  wallet?: Wallet;
}

export interface LookedUp {
  found: Found[];
  /** Receipt of the last notification whose transaction was compared, if there are earlier ones. ISO 8601. */
  readBackTo: string | undefined;
}

/** Ids and addresses are shorter; DynamoDB refuses longer keys. */
const MOST_BYTES = 1_000;

/** Most notifications that are read for a transaction: no index has its hash. */
export const MOST_READ = 5_000;
const PAGE = 500;

const AT_ONCE = 10;

/** Hexadecimal digits of EVM and Bitcoin, and Base58 of Solana. */
const HASH = /^(?:(?:0x)?[0-9a-f]{64}|[1-9a-hj-np-z]{80,90})$/i;

/** @param before only notifications that were received before it are compared by their transaction; ISO 8601 */
export async function lookUp(
  { cases, notifications, wallets }: Lookup,
  projectIds: readonly number[],
  text: string,
  before: string | undefined,
): Promise<LookedUp> {
  const wanted = text.trim().toWellFormed();
  if (wanted === "" || Buffer.byteLength(wanted) > MOST_BYTES) return { found: [], readBackTo: undefined };
  const [numbered, ofSubject, known, ofUser, transactions] = await Promise.all([
    pMap(namesIn(wanted, projectIds), (key) => ofNumber({ cases, notifications }, key), {
      concurrency: AT_ONCE,
    }),
    casesOfWallet(cases, projectIds, wanted),
    pMap(projectIds, (id) => wallets.ofAddress(id, wanted), { concurrency: AT_ONCE }),
    foundOfUser({ cases, notifications, wallets }, projectIds, wanted),
    HASH.test(wanted) ? ofTransaction(notifications, projectIds, wanted, before) : undefined,
  ]);
  return {
    found: [
      ...numbered.flat(),
      ...ofSubject,
      ...known.flat().map((one) => ({
        kind: "wallet" as const,
        name: one.address,
        href: walletLink(one),
        wallet: one,
      })),
      ...ofUser,
      ...(transactions?.found ?? []),
    ],
    readBackTo: transactions?.readBackTo,
  };
}

/** Notifications that a text may name: whole as in `1#42`, or by the id alone in each project. */
function namesIn(text: string, projectIds: readonly number[]): NotificationKey[] {
  const name = text.replace(/^notification#/, "");
  const names = name.includes("#") ? [name] : projectIds.map((id) => `${id}#${name}`);
  return names
    .flatMap((one) => keyOfName(one) ?? [])
    .filter(({ key }) => projectIds.includes(partsOfKey(key).projectId));
}

/** The case of a notification, which leads to it, or else the notification. */
async function ofNumber(
  { cases, notifications }: Pick<Lookup, "cases" | "notifications">,
  key: NotificationKey,
): Promise<Found[]> {
  const name = nameOf(key);
  const about = caseOfNotification(key);
  const [found, notification] = await Promise.all([cases.readable(about), notifications.get(key)]);
  if (found !== undefined) return [{ kind: "case", name, href: caseLink(about) }];
  return notification === undefined ? [] : [{ kind: "notification", name, href: notificationLink(name) }];
}

/** Cases of a wallet whose whole name is given. */
async function casesOfWallet(
  cases: CaseQueries,
  projectIds: readonly number[],
  text: string,
): Promise<Found[]> {
  const subject = walletSubjectIn(text);
  if (subject === undefined) return [];
  const found = await cases.ofWallet(subject);
  return found
    .filter(({ projectId }) => projectIds.includes(projectId))
    .map((one) => ({ kind: "case", name: numberOf(one), href: caseLink(one satisfies CaseKey) }));
}

async function foundOfUser(
  { cases, notifications, wallets }: Lookup,
  projectIds: readonly number[],
  userId: string,
): Promise<Found[]> {
  const known = await Promise.all([
    isAny(notifications.list({ projectIds, userId }, 1)),
    isAny(cases.ofUser(projectIds, userId)),
    ...projectIds.map((id) => isAny(wallets.ofUser(id, userId))),
  ]);
  return known.includes(true) ? [{ kind: "user", name: userId, href: userLink(userId) }] : [];
}

async function isAny(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return true;
  return false;
}

/** Notifications of a transaction, among the last ones. */
async function ofTransaction(
  notifications: NotificationQueries,
  projectIds: readonly number[],
  hash: string,
  before: string | undefined,
): Promise<LookedUp> {
  const found: Found[] = [];
  let read = 0;
  const order = { newestFirst: true, pageSize: PAGE };
  for await (const { one, fits } of notifications.walk({ projectIds, until: before }, order)) {
    if (read++ >= MOST_READ) return { found, readBackTo: one.receivedAt };
    if (!fits || one.txHash === undefined || comparableHash(one.txHash) !== comparableHash(hash)) continue;
    found.push({ kind: "notification", name: nameOf(one), href: notificationLink(nameOf(one)) });
  }
  return { found, readBackTo: undefined };
}

/** Hexadecimal digits are the same in any case, with `0x` or without. */
function comparableHash(hash: string): string {
  return /^(?:0x)?[0-9a-f]+$/i.test(hash) ? hash.toLowerCase().replace(/^0x/, "") : hash;
}
