/** Looks up a text of any kind: a number, an address, the hash of a transaction, a user's id or a receipt's number, or their beginning. */

import pMap from "p-map";
import { caseLink, notificationLink, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { firstOf } from "../../aws/tables/query.ts";
import type { ListedCase } from "../../cases/case.ts";
import {
  type CaseKey,
  caseOfNotification,
  monthIn,
  notificationNameOf,
  unreadableSubject,
  userSubject,
  walletSubjectIn,
} from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { SEARCH_KINDS } from "../../i18n/catalogue/desk/search.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { nameOf, partsOfKey, readName } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { byScore, type Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { noticeLink, numberOf, SHORTENED } from "../kit/links.ts";

export interface Sources {
  cases: CaseQueries;
  notifications: NotificationQueries;
  wallets: WalletStore;
}

export interface Found {
  kind: keyof typeof SEARCH_KINDS;
  name: string;
  href: string;
  /** The case that it leads to. */
  listedCase?: ListedCase | undefined;
  /** On each network, the highest score first. */
  wallets?: readonly Wallet[];
  /** The open cases of a user. */
  openCases?: OpenCasesOfUser;
}

interface OpenCasesOfUser {
  count: number;
  /** What they are worth, in digits; undefined where no amount is known. `unknown`: number of operations without one. */
  usd: string | undefined;
  unknown: number;
  /** True if there may be more. */
  mayLack: boolean;
}

export interface Lookup {
  hits: Found[];
  /** True if there is more of a kind than was looked for. */
  hasMore: boolean;
  /** True if older cases, notifications or events were not looked at. */
  isCut: boolean;
}

/** Reads at the same time, and notifications of one read. */
const AT_ONCE = 10;
const MOST_AT_ONCE = 1_000;

/** Texts whose beginnings are looked for: each reads the wallets of its own. */
const MOST_BEGINNINGS = 4;

/** Most of a kind that are found. */
export const MOST_FOUND = 20;

/** Most cases and months of a receipt: the form of a month's notice takes no more. */
const MOST_OF_RECEIPT = 500;

/** Cases of a user that are counted. */
const MOST_OF_USER = 200;

/** Cases, notifications and wallets in which a beginning is looked for. */
export const MOST_READ = 5_000;

/** Hexadecimal digits of EVM and Bitcoin, and Base58 of Solana. */
const HASH = /^(?:(?:0x)?[0-9a-f]{64}|[1-9a-hj-np-z]{80,90})$/i;

/** An address of an EVM chain. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Reports whether a text can be the folio of a receipt, for which thousands of events are read. An address or a hash cannot be. */
function canBeFolio(text: string): boolean {
  return !HASH.test(text) && !ADDRESS.test(text);
}

/** Looks for things with exactly the name of a text, for the first text that finds any; where none does, for names that begin so. @param texts in their order */
export async function lookUp(
  sources: Sources,
  projectIds: readonly number[],
  texts: readonly string[],
): Promise<Lookup> {
  let isCut = false;
  for (const text of texts) {
    const exact = await named(sources, projectIds, text);
    if (exact.hits.length > 0) return exact;
    isCut ||= exact.isCut;
  }
  const newest = await newestOf(sources, projectIds);
  for (const text of texts.slice(0, MOST_BEGINNINGS)) {
    const begun = await beginning(sources, projectIds, text, newest);
    if (begun.hits.length > 0) return { ...begun, isCut: begun.isCut || isCut };
    isCut ||= begun.isCut;
  }
  return { hits: [], hasMore: false, isCut };
}

async function named(sources: Sources, projectIds: readonly number[], text: string): Promise<Lookup> {
  const { cases, notifications, wallets } = sources;
  const [numbered, ofSubjects, knownWallets, isUser, transactions, receipts] = await Promise.all([
    pMap(namesIn(text, projectIds), (name) => ofNumber(sources, name), { concurrency: AT_ONCE }),
    pMap(subjectsIn(text, projectIds), (subject) => cases.ofSubject(subject), { concurrency: AT_ONCE }),
    pMap(projectIds, (id) => wallets.ofAddress(id, text), { concurrency: AT_ONCE }),
    isKnownUser(sources, projectIds, text),
    HASH.test(text) ? firstOf(notifications.list({ projectIds, txHash: text }, MOST_FOUND), MOST_FOUND) : [],
    canBeFolio(text) ? cases.withReference(projectIds, text, MOST_OF_RECEIPT) : { places: [], isCut: false },
  ]);
  // A month's notice first: its page leads to all that it covers.
  const ofReceipt = receipts.places.toSorted(
    (a, b) => Number(b.noticeId !== undefined) - Number(a.noticeId !== undefined),
  );
  return {
    hits: [
      ...numbered.flat(),
      ...ofSubjects.flat().filter(isIn(projectIds)).map(foundCase),
      ...foundWallets(knownWallets.flat()),
      ...(isUser ? [await readUser(cases, projectIds, text)] : []),
      ...(await ofNotifications(cases, transactions.slice(0, MOST_FOUND))),
      ...(await pMap(ofReceipt.slice(0, MOST_FOUND), (filed) => receiptOf(cases, filed), {
        concurrency: AT_ONCE,
      })),
    ],
    hasMore: transactions.length > MOST_FOUND || ofReceipt.length > MOST_FOUND,
    isCut: receipts.isCut,
  };
}

function isIn(projectIds: readonly number[]) {
  return ({ projectId }: { projectId: number }) => projectIds.includes(projectId);
}

/** Notifications that a text may name: whole as in `1#42`, or by the id alone in each project. */
function namesIn(text: string, projectIds: readonly number[]): string[] {
  const name = text.replace(/^notification#/, "");
  const names = name.includes("#") ? [name] : projectIds.map((id) => `${id}#${name}`);
  return names.filter((name) => {
    const { key } = readName(name) ?? {};
    return key !== undefined && projectIds.includes(partsOfKey(key).projectId);
  });
}

/** Subjects that a text may name: a wallet by its whole name, a user as in `1#c-42`, or `unreadable#1`. */
function subjectsIn(text: string, projectIds: readonly number[]): string[] {
  const wallet = walletSubjectIn(text);
  const [, project, userId] = /^(\d{1,16})#(.+)$/s.exec(text) ?? [];
  const isSeen = userId !== undefined && projectIds.includes(Number(project));
  const unreadable = projectIds.map(unreadableSubject).find((subject) => subject === text);
  return [wallet, isSeen ? userSubject(Number(project), userId) : undefined, unreadable].filter(
    (subject) => subject !== undefined,
  );
}

/** Each transaction of a number. */
async function ofNumber({ cases, notifications }: Sources, name: string): Promise<Found[]> {
  const hitsByKind = await notifications.find(name);
  if (hitsByKind === undefined) return [];
  const { notification, others } = hitsByKind;
  return ofNotifications(cases, name === notification.key ? [notification, ...others] : [notification]);
}

/** The case of each notification, or else the notification. */
function ofNotifications(
  cases: CaseQueries,
  notifications: readonly Pick<ListedNotification, "key" | "revision">[],
): Promise<Found[]> {
  return pMap(
    notifications,
    async (notification): Promise<Found> => {
      const listedCase = await cases.listed(caseOfNotification(notification));
      return listedCase === undefined
        ? { kind: "notification", name: notification.key, href: notificationLink(nameOf(notification)) }
        : foundCase(listedCase);
    },
    { concurrency: AT_ONCE },
  );
}

function foundCase(listedCase: ListedCase): Found {
  return {
    kind: "case",
    name: numberOf(listedCase),
    href: caseLink(listedCase satisfies CaseKey),
    listedCase,
  };
}

/** @param ofUser cases in any state */
function foundUser(userId: string, ofUser: readonly ListedCase[], mayLack: boolean): Found {
  const openCases = ofUser.filter(isOpen);
  const amounts = openCases.filter(({ amount }) => amount !== undefined).map(({ amount }) => amount?.usd);
  const { usd, unknown } = sumOf(amounts);
  return {
    kind: "user",
    name: userId,
    href: userLink(userId),
    openCases: {
      count: openCases.length,
      usd: amounts.length === unknown ? undefined : usd,
      unknown,
      mayLack,
    },
  };
}

async function readUser(cases: CaseQueries, projectIds: readonly number[], userId: string): Promise<Found> {
  const ofUser = await firstOf(cases.ofUser(projectIds, userId), MOST_OF_USER);
  return foundUser(userId, ofUser.slice(0, MOST_OF_USER), ofUser.length > MOST_OF_USER);
}

/** Each address once: its page has it on all networks. */
function foundWallets(all: readonly Wallet[]): Found[] {
  return [...Map.groupBy(all, ({ address }) => address)].flatMap(([address, group]) => {
    const wallets = group.toSorted(byScore);
    const [top] = wallets;
    return top === undefined ? [] : [{ kind: "wallet", name: address, href: walletLink(top), wallets }];
  });
}

/** The case or notice of a receipt. */
async function receiptOf(
  cases: CaseQueries,
  { key, noticeId: id }: { key: CaseKey; noticeId?: string },
): Promise<Found> {
  const { projectId, month = "" } = monthIn(key) ?? {};
  if (id !== undefined)
    return { kind: "filing", name: `${projectId}#${month}`, href: noticeLink({ month, id }) };
  const listedCase = await cases.listed(key);
  return {
    kind: "receipt",
    name: listedCase === undefined ? key.subject : numberOf(listedCase),
    href: caseLink(key),
    listedCase,
  };
}

async function isKnownUser(
  { cases, notifications, wallets }: Sources,
  projectIds: readonly number[],
  userId: string,
): Promise<boolean> {
  const knownWallets = await Promise.all([
    isAny(notifications.list({ projectIds, userId }, 1)),
    isAny(cases.ofUser(projectIds, userId)),
    ...projectIds.map((id) => isAny(wallets.ofUser(id, userId))),
  ]);
  return knownWallets.includes(true);
}

async function isAny(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return true;
  return false;
}

/** An id by its beginning, or as lists shorten it, alone or behind its project. */
const BEGINNING = new RegExp(`^(?:(\\d{1,16})#)?([^${SHORTENED}]+)(?:${SHORTENED}(.*))?$`, "s");

/** Capitals of a hexadecimal address are a checksum at most. */
function endsIn(address: string, end: string): boolean {
  return address.startsWith("0x") ? address.endsWith(end.toLowerCase()) : address.endsWith(end);
}

/** The cases and notifications in which beginnings are looked for. */
interface Newest {
  opened: ListedCase[];
  received: ListedNotification[];
}

async function newestOf({ cases, notifications }: Sources, projectIds: readonly number[]): Promise<Newest> {
  const [opened, received] = await Promise.all([
    firstOf(cases.list({ projectIds }), MOST_READ),
    firstOf(notifications.list({ projectIds }, MOST_AT_ONCE), MOST_READ),
  ]);
  return { opened, received };
}

/** Addresses by their index, and ids in the newest cases and notifications. */
async function beginning(
  { cases, wallets }: Sources,
  sees: readonly number[],
  text: string,
  newest: Newest,
): Promise<Lookup> {
  const [, project, start, end = ""] = BEGINNING.exec(text) ?? [];
  if (start === undefined) return { hits: [], hasMore: false, isCut: false };
  const projectIds = sees.filter((id) => project === undefined || id === Number(project));
  const begins = (id = "") => {
    const compared = id.normalize("NFC");
    return compared.startsWith(start.normalize("NFC")) && compared.endsWith(end.normalize("NFC"));
  };
  const addresses = await pMap(projectIds, (id) => firstOf(wallets.beginning(id, start), MOST_READ), {
    concurrency: AT_ONCE,
  });
  const opened = newest.opened.filter(isIn(projectIds));
  const received = newest.received.filter(isIn(projectIds));
  const ofNumbers = received.filter(({ key }) => begins(partsOfKey(key).id));
  const rows = [
    ...opened
      .filter((listedCase) => begins(partsOfKey(notificationNameOf(listedCase) ?? "").id))
      .map(foundCase),
    ...(await ofNotifications(cases, ofNumbers.slice(0, MOST_FOUND))),
  ];
  const users = [...opened, ...received].flatMap(({ userId }) =>
    userId !== undefined && begins(userId) ? [userId] : [],
  );
  const hitsByKind = {
    numbers: [...new Map(rows.map((row) => [row.href, row])).values()],
    users: [...new Set(users)].sort(compareTexts).map((userId) =>
      foundUser(
        userId,
        opened.filter((listedCase) => listedCase.userId === userId),
        newest.opened.length > MOST_READ,
      ),
    ),
    wallets: foundWallets(addresses.flat().filter(({ address }) => endsIn(address, end))),
  };
  return {
    hits: Object.values(hitsByKind).flatMap((ofKind) => ofKind.slice(0, MOST_FOUND)),
    hasMore: [ofNumbers, ...Object.values(hitsByKind)].some(({ length }) => length > MOST_FOUND),
    isCut: [newest.opened, newest.received, ...addresses].some(({ length }) => length > MOST_READ),
  };
}
