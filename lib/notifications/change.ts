/** Judges another content under a known id: whether people must hear of it, and what in it is new to them. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../contract/wallet-address.ts";
import type { Law, Notification } from "../contract/webhook.ts";
import type { NotificationKey } from "./notification-keys.ts";
import type { StoredNotification } from "./notification-schema.ts";
import type { NotificationStore } from "./notifications.ts";
import { notificationIn } from "./raw-body.ts";

/** How many claims of an id are compared; past them every illegal content is alerted. */
const MAX_CLAIMS = 1_000;

/** 72 bits of SHA-256 in base64url. */
const CLAIM_LENGTH = 12;

/**
 * The facts by which one transaction is distinguished from another; its price in USD, all wording and what is only another
 * spelling of the same aside.
 */
function transactionFacts(notification: Notification) {
  const { chainId, address, txHash, amount, token } = notification;
  return {
    chain: chainId,
    wallet: comparableAddress(address.address),
    transaction: matchableHash(txHash),
    user: address.userId ?? "",
    amount: amount.value,
    decimals: String(token.decimals),
    // A native token has no contract to be known by.
    token: token.address ? comparableAddress(token.address) : `native ${token.symbol}`,
  };
}
type TransactionFact = keyof ReturnType<typeof transactionFacts>;

/** Hex digits mean the same in both cases, and Bitcoin's hashes have no `0x`; Solana's, in base58, do. */
function matchableHash(txHash: string): string {
  return /^(?:0x[0-9a-f]+|[0-9a-f]{64})$/i.test(txHash) ? txHash.toLowerCase() : txHash;
}

/** The claims of a notification, one for each law that says `illegal`, with that law. */
function claimsOf(notification: Notification): Map<string, Law> {
  const facts = Object.values(transactionFacts(notification));
  return new Map(
    notification.inflictedLaws
      .filter(({ risk }) => risk === "illegal")
      .map((law) => [digest([...facts, law.name, law.countryCode.toUpperCase()]), law]),
  );
}

/** What distinguishes a transaction under its id, in short. */
export function transactionDigest(notification: Notification): string {
  return digest(Object.values(transactionFacts(notification)));
}

/** The contents of an id whose cases are of a transaction, but for `content` itself. */
export function casesOf(first: StoredNotification, of: Notification, content?: string): NotificationKey[] {
  const tx = transactionDigest(of);
  const body = notificationIn(first.raw);
  const isOfFirst = first.risk === "illegal" && body !== undefined && transactionDigest(body) === tx;
  const others = Object.entries(first.claims ?? {}).flatMap(([by, notes]) =>
    by !== content && notes.has(`${tx} case`) ? [{ key: first.key, version: by }] : [],
  );
  return [...(isOfFirst ? [{ key: first.key, version: first.version }] : []), ...others].slice(0, MAX_CASES);
}

/** Each further law of a transaction has a case of its own. */
const MAX_CASES = 20;

/** JSON keeps the texts apart, whatever they hold. */
function digest(texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, CLAIM_LENGTH);
}

/**
 * The claims that were made under an id by its first content, and by every other one that took some, but for `content`
 * itself. Those of the first are in its body; where that cannot be read any more, they count as never made.
 */
function claimsBefore(first: StoredNotification, content: string): Set<string> {
  const body = notificationIn(first.raw);
  return new Set([
    ...(body === undefined ? [] : claimsOf(body).keys()),
    ...othersNotes(first, content).filter((note) => !isFactNote(note)),
  ]);
}

function othersNotes({ claims = {} }: StoredNotification, content: string): string[] {
  return Object.entries(claims).flatMap(([by, notes]) => (by === content ? [] : [...notes]));
}

/** What is noted of a content beside its claims: `<transaction> usd 3000`, of what officers were told; `day 2026-03-01`. */
function isFactNote(note: string): boolean {
  return note.includes(" ");
}

/** What a content says of a transaction beside what distinguishes it. */
export interface SaidFacts {
  /** A decimal number's text. */
  usd: string | undefined;
  /** As it was sent. */
  timestamp: string;
  /** Undefined where it is not known any more. */
  symbol: string | undefined;
}

function factsIn({ amount, timestamp, token }: Notification): SaidFacts {
  return { usd: amount.usd ?? undefined, timestamp, symbol: token.symbol };
}

/** How many notes of facts of an id are kept. Past them a change is compared with those alone, and alerted once a day. */
const MAX_FACT_NOTES = 300;

/** A longer time is none; a symbol is known by its digest. */
const MAX_TIME = 100;

function notesOf(tx: string, { usd, timestamp, symbol }: SaidFacts): string[] {
  return [
    ...(usd === undefined ? [] : [`${tx} usd ${usd}`]),
    `${tx} time ${timestamp.slice(0, MAX_TIME)}`,
    `${tx} symbol ${digest([symbol ?? ""])}`,
  ];
}

/** From so many dollars more on, and from so many times as many, an amount is graver. */
const GRAVER_USD = { more: 1_000, times: 2 };

/** What of a transaction is graver than all that officers were told of it under its id. */
export interface Graver {
  /** What it was before. */
  before: SaidFacts;
  facts: readonly ("usd" | "time" | "symbol")[];
  /** The contents whose cases are of this transaction. */
  cases: readonly NotificationKey[];
}

/** Whether the other time moves a deadline of what a content says now. */
export type MovesDeadline = (now: Notification, before: string) => boolean;

function graverOf(
  first: StoredNotification,
  content: string,
  now: Notification,
  movesDeadline: MovesDeadline,
): Graver | undefined {
  const tx = transactionDigest(now);
  const body = notificationIn(first.raw);
  const isOfFirst = body !== undefined && transactionDigest(body) === tx;
  const notes = [
    // Officers heard of no first content that was not illegal: it must not count as told.
    ...(isOfFirst && first.risk === "illegal" ? notesOf(tx, factsIn(body)) : []),
    ...othersNotes(first, content).filter((note) => note.startsWith(`${tx} `)),
  ].map((note) => note.slice(tx.length + 1));
  const known = (fact: string) =>
    notes.flatMap((note) => (note.startsWith(`${fact} `) ? [note.slice(fact.length + 1)] : []));
  const said = factsIn(now);
  const [usd, times, symbols] = [known("usd").map(Number), known("time"), known("symbol")];
  if (times.length === 0) return undefined;
  // Only which is graver depends on it, so a double is exact enough.
  const most = Math.max(0, ...usd);
  const value = Number(said.usd ?? 0);
  const facts = [
    ...(value >= most * GRAVER_USD.times && value >= most + GRAVER_USD.more ? (["usd"] as const) : []),
    ...(times.every((time) => movesDeadline(now, time)) ? (["time"] as const) : []),
    ...(symbols.includes(digest([said.symbol ?? ""])) ? [] : (["symbol"] as const)),
  ];
  if (facts.length === 0) return undefined;
  return {
    before: isOfFirst
      ? factsIn(body)
      : { usd: usd.length === 0 ? undefined : String(most), timestamp: times[0] ?? "", symbol: undefined },
    facts,
    cases: casesOf(first, now, content),
  };
}

/** What a content changes of what its id said first. */
export interface Change {
  first: StoredNotification;
  /** What the id said first; undefined where that cannot be read any more. */
  before: Notification | undefined;
  /** The facts in which it is another transaction; none where it says something else of the same one. */
  differs: TransactionFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: Law[];
  /** What in it is graver than all that was said of this transaction; undefined where nothing is. */
  graver: Graver | undefined;
  /** Of a return: when the service had withdrawn it. ISO 8601. */
  withdrawnAt?: string | undefined;
  /** Whether its delivery owes people an alert. */
  owed: boolean;
}

/** A content that came under the id of another one. */
export interface LaterContent {
  content: string;
  notification: Notification;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/**
 * Judges a content and takes its claims that nobody has taken, in one write. Doing it again gives the same answer,
 * whatever came between. What is graver than all that was said of its transaction is alerted too, once for each id and day.
 */
export async function judgeChange(
  first: StoredNotification,
  { content, notification, receivedAt }: LaterContent,
  store: NotificationStore,
  movesDeadline: MovesDeadline = () => false,
): Promise<Change> {
  const made = claimsOf(notification);
  const tx = transactionDigest(notification);
  const day = `day ${receivedAt.slice(0, "YYYY-MM-DD".length)}`;
  let current: StoredNotification | undefined = first;
  while (current !== undefined) {
    const before = claimsBefore(current, content);
    const fresh = [...made].filter(([claim]) => !before.has(claim));
    const room = MAX_CLAIMS - before.size;
    const graver = made.size === 0 ? undefined : graverOf(current, content, notification, movesDeadline);
    const change = changeOf(first, notification, fresh.length > 0 ? fresh.map(([, law]) => law) : [], graver);
    const ours = current.claims?.[content];
    // A graver content that another one of its day was told of in place of is noted, and owes nothing.
    if (ours !== undefined)
      return { ...change, owed: [...ours].some((note) => !isFactNote(note) || note === day) };
    // What is not compared any more may be new.
    if (room <= 0) return { ...change, owed: made.size > 0 };
    const notes = othersNotes(current, content);
    const owed = fresh.length > 0 || (graver !== undefined && !notes.includes(day));
    if (fresh.length === 0 && graver === undefined) return { ...change, owed };
    const taken = new Set([
      ...fresh.slice(0, room).map(([claim]) => claim),
      ...(notes.filter(isFactNote).length > MAX_FACT_NOTES ? [] : notesOf(tx, factsIn(notification))),
      ...(fresh.length > 0 ? [`${tx} case`] : owed ? [day] : []),
    ]);
    if (taken.size === 0 || (await store.takeClaims(current, content, taken))) return { ...change, owed };
    current = await store.get(first);
  }
  // The first content has expired since it was read: nothing is left to compare with.
  return { ...changeOf(first, notification, [...made.values()], undefined), owed: made.size > 0 };
}

function changeOf(
  first: StoredNotification,
  now: Notification,
  newLaws: Law[],
  graver: Graver | undefined,
): Omit<Change, "owed"> {
  const before = notificationIn(first.raw);
  const differs = before === undefined ? [] : transactionDifferences(before, now);
  return { first, before, differs, newLaws, graver };
}

/** The facts in which one notification is another transaction than another; none where it says something else of it. */
export function transactionDifferences(before: Notification, now: Notification): TransactionFact[] {
  const [a, b] = [transactionFacts(before), transactionFacts(now)];
  const facts: TransactionFact[] = ["chain", "wallet", "transaction", "user", "amount", "decimals", "token"];
  return facts.filter((fact) => a[fact] !== b[fact]);
}
