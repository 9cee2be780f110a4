/** Cases and notifications of a user or an address: the one reader of what else there is of them, each kind up to a bound. */

import pMap from "p-map";
import { firstOf } from "../../aws/tables/query.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping, MOST_OF_SUBJECT } from "../../cases/case-reading.ts";
import { casesTaking, casesTakingAlong } from "../../cases/suspected-operations.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { Operation } from "../../law/rates/local-amount.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletName } from "../../screening/wallets/wallet-keys.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { idOfCase } from "./links.ts";

/** Most cases of a user that are read, and most notifications. */
const MOST_OF_USER = 1_000;

/** Most notifications of an address. Its index has their keys alone: each takes a read of its own, and so does its case. */
const MOST_OF_ADDRESS = 100;

/** Notifications of an index partition that are read at a time: of an address all, and those that tell that there are more. */
const PAGE_OF_USER = 200;
const PAGE_OF_ADDRESS = MOST_OF_ADDRESS + 2;

const AT_ONCE = 10;

export interface Records {
  /** The most severe first. */
  cases: JudgedCase[];
  /** True if there may be more cases. */
  mayLack: boolean;
  /** The newest first. */
  notifications: ListedNotification[];
  /** What is known of the operation of each: its case has what the service said before, too. */
  operations: readonly NotifiedOperation[];
  /** True if there are more notifications. */
  isCut: boolean;
  /** The notifications that have no case, and that no suspicion takes along. */
  withoutCase: ListedNotification[];
  /** Those that have none of their own, each with the case whose suspicion takes it along. */
  alongside: { notification: ListedNotification; takenBy: ListedCase }[];
  /** Cases that are corrupt. */
  unreadable: CaseKey[];
}

/** An operation under the risk that the service says of it. */
export type NotifiedOperation = Operation & Pick<ListedNotification, "risk">;

interface Sources {
  cases: CaseQueries;
  notifications: NotificationQueries;
}

/** Cases of a user, the newest first. */
export interface CasesOfUser {
  listedCases: ListedCase[];
  /** True if there are more. */
  mayLack: boolean;
  /** Those that are corrupt. */
  unreadable: CaseKey[];
}

export async function casesOfUser(
  userId: string,
  projectIds: readonly number[],
  cases: CaseQueries,
): Promise<CasesOfUser> {
  const unreadable: CaseKey[] = [];
  const ofUser = await firstOf(
    cases.ofUser(projectIds, userId, undefined, keeping(unreadable)),
    MOST_OF_USER,
  );
  return {
    listedCases: ofUser.slice(0, MOST_OF_USER),
    mayLack: ofUser.length > MOST_OF_USER,
    unreadable,
  };
}

/** @param now ISO 8601 */
export async function recordsOfUser(
  userId: string,
  projectIds: readonly number[],
  { cases, notifications }: Sources,
  now: string,
): Promise<Records> {
  const [ofUser, received] = await Promise.all([
    casesOfUser(userId, projectIds, cases),
    notificationsOf(notifications, { projectIds, userId }, MOST_OF_USER, PAGE_OF_USER),
  ]);
  const { listedCases, mayLack } = ofUser;
  // The case of an older notification may be one of those that were not read.
  const knownFrom = mayLack ? (listedCases.at(-1)?.receivedAt ?? now) : "";
  const taking = await casesTakingAlong(listedCases, cases);
  return recordsIn({ ...ofUser, ...received, knownFrom, taking }, now);
}

/** The wallets of an address on all of its networks, in some projects. */
export async function walletsOfAddress(
  address: string,
  projectIds: readonly number[],
  wallets: WalletStore,
): Promise<Wallet[]> {
  const ofProjects = await pMap(projectIds, (id) => wallets.ofAddress(id, address), {
    concurrency: AT_ONCE,
  });
  return ofProjects.flat();
}

/**
 * No list has the cases of an address: scans opened those of its wallets, and the others are of its notifications.
 * @param wallets those of the address, on any network
 * @param known cases that were read already
 */
export async function recordsOfAddress(
  address: string,
  wallets: readonly WalletName[],
  { cases, notifications }: Sources,
  now: string,
  known: readonly ListedCase[] = [],
): Promise<Records> {
  const unreadable: CaseKey[] = [];
  const projectIds = [...new Set(wallets.map(({ projectId }) => projectId))];
  const [ofScans, received] = await Promise.all([
    pMap(wallets, (wallet) => cases.ofSubject(walletSubject(wallet)), { concurrency: AT_ONCE }),
    notificationsOf(notifications, { projectIds, wallet: address }, MOST_OF_ADDRESS, PAGE_OF_ADDRESS),
  ]);
  const keys = received.notifications.map(caseOfNotification);
  const knownCases = new Map(known.map((listedCase) => [idOfCase(listedCase), listedCase]));
  const ofKnown = keys.flatMap((caseKey) => knownCases.get(idOfCase(caseKey)) ?? []);
  const unknown = keys.filter((caseKey) => !knownCases.has(idOfCase(caseKey)));
  const others = await cases.listedAll(unknown, keeping(unreadable));
  const listed = new Set([...ofKnown, ...others, ...unreadable].map(idOfCase));
  const withoutOwn = received.notifications.filter(
    (notification) => !listed.has(idOfCase(caseOfNotification(notification))),
  );
  return recordsIn(
    {
      ...received,
      listedCases: [...ofScans.flat(), ...ofKnown, ...others],
      mayLack: received.isCut || ofScans.some(({ length }) => length >= MOST_OF_SUBJECT),
      unreadable,
      knownFrom: "",
      taking: await casesTaking(withoutOwn, cases),
    },
    now,
  );
}

/** The users that imports and notifications name with an address, the last one first. */
export function usersOf(wallets: readonly Wallet[], notifications: readonly ListedNotification[]): string[] {
  return [...new Set([...wallets, ...notifications].flatMap(({ userId }) => userId ?? []))];
}

async function notificationsOf(
  queries: NotificationQueries,
  filter: Parameters<NotificationQueries["walk"]>[0],
  most: number,
  pageSize: number,
): Promise<Pick<Records, "notifications" | "isCut">> {
  const walked = await firstOf(queries.walk(filter, { newestFirst: true, pageSize }), most);
  const notifications = walked
    .slice(0, most)
    .flatMap(({ notification, fits }) => (fits ? [notification] : []));
  return { notifications, isCut: walked.length > most };
}

interface Read extends CasesOfUser, Pick<Records, "notifications" | "isCut"> {
  /** From when on a notification whose case was not read has none. ISO 8601 */
  knownFrom: string;
  /** The cases whose suspicions take operations along, by the names of these. */
  taking: ReadonlyMap<string, ListedCase>;
}

function recordsIn(read: Read, now: string): Records {
  const { listedCases, mayLack, notifications, isCut, unreadable, knownFrom, taking } = read;
  const casesById = new Map(listedCases.map((listedCase) => [idOfCase(listedCase), listedCase]));
  const ids = new Set([...casesById.keys(), ...unreadable.map(idOfCase)]);
  const withoutOwn = notifications.filter(
    (notification) => !ids.has(idOfCase(caseOfNotification(notification))),
  );
  return {
    cases: listedCases.map((listedCase) => judge(listedCase, now)).sort(bySeverity),
    mayLack,
    notifications,
    operations: notifications.map((notification) => {
      const { happenedAt, receivedAt, amount } =
        casesById.get(idOfCase(caseOfNotification(notification))) ?? operationOf(notification);
      return { happenedAt, receivedAt, amount, risk: notification.risk };
    }),
    isCut,
    withoutCase: withoutOwn.filter(
      (notification) => notification.receivedAt >= knownFrom && !taking.has(nameOf(notification)),
    ),
    alongside: withoutOwn.flatMap((notification) => {
      const takenBy = taking.get(nameOf(notification));
      return takenBy === undefined ? [] : [{ notification, takenBy }];
    }),
    unreadable,
  };
}

/** Their operations, of which the money is reckoned in the company's currency. */
export function operationsIn({ cases, notifications }: Pick<Records, "cases" | "notifications">) {
  return [...notifications.map(operationOf), ...cases.map(({ listedCase }) => listedCase)];
}

/** What a notification says of its operation. */
export function operationOf(
  notification: ListedNotification,
): Operation & Pick<ListedNotification, "chainId"> {
  const { timestamp, receivedAt, amount, chainId } = notification;
  return { happenedAt: timestamp, receivedAt, amount, chainId };
}
