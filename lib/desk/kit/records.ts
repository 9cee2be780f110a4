/** Cases and notifications of a user or an address: read for one page, each kind up to a bound. */

import pMap from "p-map";
import { firstOf } from "../../aws/tables/query.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { Operation } from "../../law/rates/local-amount.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { idOfCase } from "./links.ts";

/** Most of each kind that is read: more are counted as `1,000+`. */
export const MOST_READ = 1_000;

/** Notifications of an index partition that are read at a time. */
const PAGE = 200;

/** Users of an address whose cases are read. */
export const MOST_USERS = 20;

/** Notifications whose cases are read one by one, where no list has all of them. */
const MOST_SINGLE = 50;
const AT_ONCE = 10;

export interface Records {
  /** The most severe first. */
  cases: JudgedCase[];
  /** The newest first; one more than `MOST_READ` at most. */
  notifications: ListedNotification[];
  /** Those of them without a case. */
  without: ListedNotification[];
  /** Cases that are corrupt. */
  unreadable: CaseKey[];
  /** True if there may be more cases than were found. */
  mayLack: boolean;
}

interface Sources {
  cases: CaseQueries;
  notifications: NotificationQueries;
}

/** @param now ISO 8601 */
export async function recordsOfUser(
  userId: string,
  projectIds: readonly number[],
  { cases, notifications }: Sources,
  now: string,
): Promise<Records> {
  const unreadable: CaseKey[] = [];
  const [ofUser, walked] = await Promise.all([
    firstOf(cases.ofUser(projectIds, userId, undefined, keeping(unreadable)), MOST_READ),
    notificationsOf(notifications, { projectIds, userId }),
  ]);
  const mayLack = ofUser.length > MOST_READ;
  return recordsIn(
    cases,
    { listedCases: ofUser, notifications: walked, unreadable, isWhole: !mayLack, mayLack },
    now,
  );
}

/**
 * No list has the cases of an address: they are found by its wallets' own, by its users and by its notifications.
 * @param wallets its wallets, on any network
 */
export async function recordsOfAddress(
  address: string,
  wallets: readonly Wallet[],
  { cases, notifications }: Sources,
  now: string,
): Promise<Records> {
  const unreadable: CaseKey[] = [];
  const projectIds = [...new Set(wallets.map(({ projectId }) => projectId))];
  const [ofScans, walked] = await Promise.all([
    pMap(wallets, (wallet) => cases.ofSubject(walletSubject(wallet)), { concurrency: AT_ONCE }),
    notificationsOf(notifications, { projectIds, wallet: address }),
  ]);
  const users = usersOf(wallets, walked);
  const ofUsers = await pMap(
    users.slice(0, MOST_USERS),
    (user) => firstOf(cases.ofUser(projectIds, user, undefined, keeping(unreadable)), MOST_READ),
    { concurrency: AT_ONCE },
  );
  const compared = comparableAddress(address);
  const ofAddress = ofUsers
    .flat()
    .filter((listedCase) => comparableAddress(listedCase.address ?? "") === compared);
  return recordsIn(
    cases,
    {
      listedCases: [...ofScans.flat(), ...ofAddress],
      notifications: walked,
      unreadable,
      isWhole: false,
      mayLack: users.length > MOST_USERS || [walked, ...ofUsers].some(({ length }) => length > MOST_READ),
    },
    now,
  );
}

/** The users that imports and notifications name with an address, the last one first. */
export function usersOf(wallets: readonly Wallet[], notifications: readonly ListedNotification[]): string[] {
  return [...new Set([...wallets, ...notifications].flatMap(({ userId }) => userId ?? []))];
}

async function notificationsOf(
  notifications: NotificationQueries,
  filter: Parameters<NotificationQueries["walk"]>[0],
): Promise<ListedNotification[]> {
  const walked = await firstOf(notifications.walk(filter, { newestFirst: true, pageSize: PAGE }), MOST_READ);
  return walked.flatMap(({ notification, fits }) => (fits ? [notification] : []));
}

interface Read extends Pick<Records, "notifications" | "unreadable" | "mayLack"> {
  listedCases: readonly ListedCase[];
  /** True if a notification whose case was not found has none. */
  isWhole: boolean;
}

async function recordsIn(cases: CaseQueries, read: Read, now: string): Promise<Records> {
  const { listedCases, notifications, unreadable, isWhole, mayLack } = read;
  const byId = new Map(listedCases.map((listedCase) => [idOfCase(listedCase), listedCase]));
  const isKnown = (notification: ListedNotification) => byId.has(idOfCase(caseOfNotification(notification)));
  // Those that opened a case come first.
  const unknown = notifications
    .filter((notification) => !isKnown(notification))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const single = isWhole ? [] : unknown.slice(0, MOST_SINGLE);
  for (const listedCase of await pMap(
    single,
    (notification) => cases.listed(caseOfNotification(notification)),
    {
      concurrency: AT_ONCE,
    },
  ))
    if (listedCase !== undefined) byId.set(idOfCase(listedCase), listedCase);
  const isUnasked = !isWhole && unknown.slice(MOST_SINGLE).some((notification) => rankOf(notification) === 0);
  return {
    cases: [...byId.values()].map((listedCase) => judge(listedCase, now)).sort(bySeverity),
    notifications,
    without: notifications.filter((notification) => !isKnown(notification)),
    unreadable,
    mayLack: mayLack || isUnasked,
  };
}

/** Their operations, of which the money is reckoned in the company's currency. */
export function operationsIn({ cases, notifications }: Records) {
  return [...notifications.map(operationOf), ...cases.map(({ listedCase }) => listedCase)];
}

/** What a notification says of its operation. */
export function operationOf(
  notification: ListedNotification,
): Operation & Pick<ListedNotification, "chainId"> {
  const { timestamp, receivedAt, amount, chainId } = notification;
  return { happenedAt: timestamp, receivedAt, amount, chainId };
}

function rankOf({ alert, risk }: ListedNotification): number {
  return alert.state !== "none" || risk === "illegal" ? 0 : 1;
}
