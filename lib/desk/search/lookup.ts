/** Looks up a text of any kind: a number, an address, the hash of a transaction or a user's id. */

import pMap from "p-map";
import { caseLink, notificationLink, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { firstOf } from "../../aws/tables/query.ts";
import { type CaseKey, caseOfNotification, walletSubjectIn } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import type { SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import { nameOf, partsOfKey, readName } from "../../intake/notifications/notification-keys.ts";
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

/** Ids and addresses are shorter; DynamoDB refuses longer keys. */
const MOST_BYTES = 1_000;

const AT_ONCE = 10;

/** Hexadecimal digits of EVM and Bitcoin, and Base58 of Solana. */
const HASH = /^(?:(?:0x)?[0-9a-f]{64}|[1-9a-hj-np-z]{80,90})$/i;

export async function lookUp(
  { cases, notifications, wallets }: Lookup,
  projectIds: readonly number[],
  text: string,
): Promise<Found[]> {
  const wanted = text.trim().toWellFormed();
  if (wanted === "" || Buffer.byteLength(wanted) > MOST_BYTES) return [];
  const [numbered, ofSubject, known, ofUser, transactions] = await Promise.all([
    pMap(namesIn(wanted, projectIds), (name) => ofNumber({ cases, notifications }, name), {
      concurrency: AT_ONCE,
    }),
    casesOfWallet(cases, projectIds, wanted),
    pMap(projectIds, (id) => wallets.ofAddress(id, wanted), { concurrency: AT_ONCE }),
    foundOfUser({ cases, notifications, wallets }, projectIds, wanted),
    HASH.test(wanted) ? ofTransaction(notifications, projectIds, wanted) : [],
  ]);
  return [
    ...numbered.flat(),
    ...ofSubject,
    ...known.flat().map((one) => ({
      kind: "wallet" as const,
      name: one.address,
      href: walletLink(one),
      wallet: one,
    })),
    ...ofUser,
    ...transactions,
  ];
}

/** Notifications that a text may name: whole as in `1#42`, or by the id alone in each project. */
function namesIn(text: string, projectIds: readonly number[]): string[] {
  const name = text.replace(/^notification#/, "");
  const names = name.includes("#") ? [name] : projectIds.map((id) => `${id}#${name}`);
  return names.filter((one) => {
    const { key } = readName(one) ?? {};
    return key !== undefined && projectIds.includes(partsOfKey(key).projectId);
  });
}

/** Each transaction of a number: its case, which leads to it, or else the notification. */
async function ofNumber(
  { cases, notifications }: Pick<Lookup, "cases" | "notifications">,
  name: string,
): Promise<Found[]> {
  const found = await notifications.find(name);
  if (found === undefined) return [];
  const { notification, others } = found;
  const all = name === notification.key ? [notification, ...others] : [notification];
  return pMap(
    all,
    async (one): Promise<Found> => {
      const about = caseOfNotification(one);
      const isCase = (await cases.readable(about)) !== undefined;
      const href = isCase ? caseLink(about) : notificationLink(nameOf(one));
      return { kind: isCase ? "case" : "notification", name: one.key, href };
    },
    { concurrency: AT_ONCE },
  );
}

/** Cases of a wallet whose whole name is given. */
async function casesOfWallet(
  cases: CaseQueries,
  projectIds: readonly number[],
  text: string,
): Promise<Found[]> {
  const subject = walletSubjectIn(text);
  if (subject === undefined) return [];
  const found = await cases.ofSubject(subject);
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

/** Most notifications of a transaction: it may be in several projects, and under several ids. */
const MOST_OF_TRANSACTION = 20;

async function ofTransaction(
  notifications: NotificationQueries,
  projectIds: readonly number[],
  txHash: string,
): Promise<Found[]> {
  const most = MOST_OF_TRANSACTION;
  const found = await firstOf(notifications.list({ projectIds, txHash }, most), most);
  return found.slice(0, most).map((one) => ({
    kind: "notification",
    name: one.key,
    href: notificationLink(nameOf(one)),
  }));
}
