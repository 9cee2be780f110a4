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
    { found: ofUser, notifications: walked, unreadable, isWhole: !mayLack, mayLack },
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
    pMap(wallets, (one) => cases.ofSubject(walletSubject(one)), { concurrency: AT_ONCE }),
    notificationsOf(notifications, { projectIds, wallet: address }),
  ]);
  const users = usersOf(wallets, walked);
  const ofUsers = await pMap(
    users.slice(0, MOST_USERS),
    (user) => firstOf(cases.ofUser(projectIds, user, undefined, keeping(unreadable)), MOST_READ),
    { concurrency: AT_ONCE },
  );
  const compared = comparableAddress(address);
  const ofAddress = ofUsers.flat().filter((one) => comparableAddress(one.address ?? "") === compared);
  return recordsIn(
    cases,
    {
      ...{ found: [...ofScans.flat(), ...ofAddress], notifications: walked, unreadable, isWhole: false },
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
  return walked.flatMap(({ one, fits }) => (fits ? [one] : []));
}

interface Read extends Pick<Records, "notifications" | "unreadable" | "mayLack"> {
  found: readonly ListedCase[];
  /** True if a notification whose case was not found has none. */
  isWhole: boolean;
}

async function recordsIn(cases: CaseQueries, read: Read, now: string): Promise<Records> {
  const { found, notifications, unreadable, isWhole, mayLack } = read;
  const known = new Map(found.map((one) => [idOfCase(one), one]));
  const isKnown = (one: ListedNotification) => known.has(idOfCase(caseOfNotification(one)));
  // Those that opened a case come first.
  const unknown = notifications.filter((one) => !isKnown(one)).sort((a, b) => rankOf(a) - rankOf(b));
  const asked = isWhole ? [] : unknown.slice(0, MOST_SINGLE);
  for (const one of await pMap(asked, (it) => cases.listed(caseOfNotification(it)), { concurrency: AT_ONCE }))
    if (one !== undefined) known.set(idOfCase(one), one);
  const isUnasked = !isWhole && unknown.slice(MOST_SINGLE).some((one) => rankOf(one) === 0);
  return {
    cases: [...known.values()].map((one) => judge(one, now)).sort(bySeverity),
    notifications,
    without: notifications.filter((one) => !isKnown(one)),
    unreadable,
    mayLack: mayLack || isUnasked,
  };
}

/** Their operations, of which the money is reckoned in the company's currency. */
export function operationsIn({ cases, notifications }: Records) {
  return [...notifications.map(operationOf), ...cases.map(({ one }) => one)];
}

/** What a notification says of its operation. */
export function operationOf(one: ListedNotification): Operation & Pick<ListedNotification, "chainId"> {
  const { timestamp, receivedAt, amount, chainId } = one;
  return { happenedAt: timestamp, receivedAt, amount, chainId };
}

function rankOf({ alert, risk }: ListedNotification): number {
  return alert.state !== "none" || risk === "illegal" ? 0 : 1;
}
