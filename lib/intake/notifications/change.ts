/** Judges another content under a known id: whether people must hear of it, and what in it is new to them. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../../contract/wallet-address.ts";
import type { Law, Notification } from "../../contract/webhook.ts";
import type { NotificationKey } from "./notification-keys.ts";
import type { StoredNotification } from "./notification-schema.ts";
import type { NotificationStore } from "./notifications.ts";
import { notificationIn } from "./raw-body.ts";

/** Most claims of an id that are compared; past them every illegal content is alerted. */
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

/** The laws that call a transaction illegal, by what distinguishes them: one of the same name in another country is another law. */
export function illegalLaws({ inflictedLaws }: Notification): Map<string, Law> {
  const illegal = inflictedLaws.filter(({ risk }) => risk === "illegal");
  return new Map(illegal.map((law) => [JSON.stringify([law.name, law.countryCode.toUpperCase()]), law]));
}

/** Short digest of the laws that call a transaction illegal. */
export function lawsDigest(notification: Notification): string {
  return digest([...illegalLaws(notification).keys()].sort());
}

/** Short digest of a transaction under its id. */
function transactionDigest(notification: Notification): string {
  return digest(Object.values(transactionFacts(notification)));
}

/** Name of a transaction under its id in all contents, with another amount or wallet too. */
export function hashDigest(notification: Notification): string {
  const { chain, transaction } = transactionFacts(notification);
  return digest([chain, transaction]);
}

/**
 * The contents of an id whose cases are of a transaction with these facts, but for `content` itself. What is only graver is among
 * them: it has a case where the others were decided.
 */
export function casesOf(first: StoredNotification, of: Notification, content?: string): NotificationKey[] {
  return casesBy(transactionDigest, first, of).filter(({ version }) => version !== content);
}

/** The contents of an id whose cases are of a transaction's hash: what withdraws it withdraws all that was said of it. */
export function casesOfHash(first: StoredNotification, of: Notification): NotificationKey[] {
  return casesBy(hashDigest, first, of);
}

function casesBy(
  digestOf: (notification: Notification) => string,
  first: StoredNotification,
  of: Notification,
): NotificationKey[] {
  const wanted = digestOf(of);
  const body = first.risk === "illegal" ? notificationIn(first.raw) : undefined;
  const isOfFirst = body !== undefined && digestOf(body) === wanted;
  const hasCase = (notes: ReadonlySet<string>) => [...notes].some((one) => one.endsWith(" case"));
  const others = Object.entries(first.claims ?? {})
    .filter(([, notes]) => [...notes].some((note) => note.startsWith(`${wanted} `)))
    .sort(([, a], [, b]) => Number(hasCase(b)) - Number(hasCase(a)))
    .map(([version]) => ({ key: first.key, version }));
  return [...(isOfFirst ? [{ key: first.key, version: first.version }] : []), ...others].slice(0, MAX_CASES);
}

/** Each further law of a transaction has a case of its own. */
const MAX_CASES = 20;

/** JSON keeps any texts apart. */
function digest(texts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url").slice(0, CLAIM_LENGTH);
}

/** Known contents of an id, beside `content`. */
interface KnownId {
  first: StoredNotification;
  /** First content; undefined if it cannot be read any more. */
  body: Notification | undefined;
  content: string;
}

/**
 * The claims that were made under an id by its first content, and by every other one that took some, but for `content`
 * itself. Those of the first are in its body; where that cannot be read any more, they count as never made.
 */
function claimsBefore({ first, body, content }: KnownId): Set<string> {
  return new Set([
    ...(body === undefined ? [] : claimsOf(body).keys()),
    ...othersNotes(first, content).filter((note) => !isFactNote(note)),
  ]);
}

function othersNotes({ claims = {} }: StoredNotification, content: string): string[] {
  return Object.entries(claims).flatMap(([by, notes]) => (by === content ? [] : [...notes]));
}

/**
 * Notes of a content beside its claims: `<transaction> usd 3000` and the like, of its facts; `graver usd`, of the facts in
 * it is graver; `day 2026-03-01 usd`, of what in it officers are alerted to as graver that day.
 */
function isFactNote(note: string): boolean {
  return note.includes(" ");
}

/** Reports whether officers are alerted to a content: by a claim, or as graver. */
function isTold(notes: ReadonlySet<string>): boolean {
  return [...notes].some((note) => !isFactNote(note) || note.startsWith("day "));
}

/** Facts of a transaction beside those that distinguish it. */
interface SaidFacts {
  /** A decimal number's text. */
  usd: string | undefined;
  /** As it was sent. Undefined where it is not known any more, as the symbol. */
  timestamp: string | undefined;
  symbol: string | undefined;
}

function factsIn({ amount, timestamp, token }: Notification) {
  return { usd: amount.usd ?? undefined, timestamp, symbol: token.symbol };
}

/**
 * Most notes of facts that are kept of an id; half of them are for facts that officers were told. A fact without a note to
 * compare it with counts as graver, and is alerted once a day.
 */
const MAX_FACT_NOTES = 300;

/** A longer time is invalid; a symbol is known by its digest. */
const MAX_TIME = 100;

function notesOf(tx: string, { usd, timestamp, symbol }: ReturnType<typeof factsIn>): string[] {
  return [
    ...(usd === undefined ? [] : [`${tx} usd ${usd}`]),
    `${tx} time ${timestamp.slice(0, MAX_TIME)}`,
    `${tx} symbol ${digest([symbol])}`,
  ];
}

/** From so many dollars more on, and from so many times as many, an amount is graver. */
const GRAVER_USD = { more: 1_000, times: 2 };

/** From so many times as many dollars on, a day's second alert of an amount does not wait for the next day. */
const FAR_GRAVER_TIMES = 10;

const GRAVER_FACTS = ["usd", "time", "symbol"] as const;
type GraverFact = (typeof GRAVER_FACTS)[number];

/** Facts of a transaction that are graver than all that officers were told of it under its id. */
export interface Graver {
  /** Its earlier value. */
  before: SaidFacts;
  facts: readonly GraverFact[];
  /** The contents whose cases are of this transaction. */
  cases: readonly NotificationKey[];
}

/** Reports whether the other time moves a deadline of a content's present facts. */
export type MovesDeadline = (now: Notification, before: string) => boolean;

/** Facts of a transaction in the contents of an id, but for one. */
interface Said {
  usd: readonly string[];
  times: readonly string[];
  symbols: readonly string[];
}

/** @param toldAlone whether only that counts which officers were alerted to */
function saidOf(id: KnownId, tx: string, toldAlone: boolean): Said {
  const ofFirst = toldByFirst(id, tx);
  const others = Object.entries(id.first.claims ?? {}).flatMap(([by, notes]) =>
    by === id.content || (toldAlone && !isTold(notes)) ? [] : [...notes],
  );
  const notes = [...(ofFirst === undefined ? [] : notesOf(tx, ofFirst)), ...others];
  const said = (fact: GraverFact) => {
    const start = `${tx} ${fact} `;
    return notes.flatMap((note) => (note.startsWith(start) ? [note.slice(start.length)] : []));
  };
  return { usd: said("usd"), times: said("time"), symbols: said("symbol") };
}

/** Facts that officers were told of a transaction by its id's first content: empty unless that was illegal. */
function toldByFirst({ first, body }: KnownId, tx: string): ReturnType<typeof factsIn> | undefined {
  const isTold = first.risk === "illegal" && body !== undefined && transactionDigest(body) === tx;
  return isTold ? factsIn(body) : undefined;
}

/** Only which is graver depends on it, so a double is exact enough. */
function mostOf({ usd }: Said): number {
  return Math.max(0, ...usd.map(Number));
}

function graverThan(said: Said, now: Notification, movesDeadline: MovesDeadline): GraverFact[] {
  const { usd, symbol } = factsIn(now);
  const [most, value] = [mostOf(said), Number(usd ?? 0)];
  const is = {
    usd: value >= most * GRAVER_USD.times && value >= most + GRAVER_USD.more,
    time: said.times.every((time) => movesDeadline(now, time)),
    symbol: !said.symbols.includes(digest([symbol])),
  };
  return GRAVER_FACTS.filter((fact) => is[fact]);
}

/** Message facts of a content in which these facts are graver. */
function graverBy(facts: readonly GraverFact[], id: KnownId, now: Notification): Graver | undefined {
  if (facts.length === 0) return undefined;
  const tx = transactionDigest(now);
  const told = saidOf(id, tx, true);
  const ofFirst = toldByFirst(id, tx);
  // Later alerts may have told more.
  const [usd] = told.usd
    .filter((amount) => Number(amount) < Number(now.amount.usd ?? 0))
    .toSorted((a, b) => Number(b) - Number(a));
  return {
    before: { usd, timestamp: ofFirst?.timestamp ?? told.times[0], symbol: ofFirst?.symbol },
    facts,
    cases: casesOf(id.first, now, id.content),
  };
}

/** Notes of a content from its judgement: whether it has its own case, and its graver facts. */
export function notedOf(
  first: StoredNotification,
  content: string,
  now: Notification,
): { hasCase: boolean; graver: Graver | undefined } {
  const notes = first.claims?.[content];
  const id: KnownId = { first, body: notificationIn(first.raw), content };
  const facts = GRAVER_FACTS.filter((fact) => notes?.has(`graver ${fact}`));
  return {
    // A content that could not be noted any more has its own alert.
    hasCase: notes?.has(`${transactionDigest(now)} case`) !== false,
    graver: graverBy(facts, id, now),
  };
}

/** Differences of a content from the first one of its id. */
export interface Change {
  first: StoredNotification;
  /** First content; undefined if it cannot be read any more. */
  before: Notification | undefined;
  /** The facts in which it is another transaction; none where it says something else of the same one. */
  differs: TransactionFact[];
  /** The laws that it is the first to call broken by this transaction. */
  newLaws: Law[];
  /** Facts in it that are graver than all earlier ones of this transaction; undefined without any. */
  graver: Graver | undefined;
  /** True if its delivery owes people an alert. */
  owed: boolean;
}

/** A content that came under the id of another one. */
interface LaterContent {
  content: string;
  notification: Notification;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/**
 * Judges a content and takes its unclaimed claims, in one write. Doing it again gives the same answer
 * after any other write. Facts that are graver than all that officers were told of its transaction are alerted too: each fact once
 * for each id and day, and an amount of many times what they were told at once. What is not alerted is not told: it leaves a later
 * content its alert.
 */
export async function judgeChange(
  first: StoredNotification,
  { content, notification, receivedAt }: LaterContent,
  store: NotificationStore,
  movesDeadline: MovesDeadline = () => false,
): Promise<Change> {
  const made = claimsOf(notification);
  const tx = transactionDigest(notification);
  const dayOf = (fact: GraverFact) => `day ${receivedAt.slice(0, "YYYY-MM-DD".length)} ${fact}`;
  let current: StoredNotification | undefined = first;
  while (current !== undefined) {
    const id: KnownId = { first: current, body: notificationIn(current.raw), content };
    const before = claimsBefore(id);
    const fresh = [...made].filter(([claim]) => !before.has(claim));
    const room = MAX_CLAIMS - before.size;
    const newLaws = fresh.map(([, law]) => law);
    const change = (facts: readonly GraverFact[]) =>
      compareWithFirst(first, notification, newLaws, graverBy(facts, id, notification));
    const ours = current.claims?.[content];
    if (ours !== undefined)
      return { ...change(GRAVER_FACTS.filter((fact) => ours.has(`graver ${fact}`))), owed: isTold(ours) };

    const told = saidOf(id, tx, true);
    const isNew = told.times.length === 0 && fresh.length > 0;
    const graverThanTold = made.size === 0 || isNew ? [] : graverThan(told, notification, movesDeadline);
    // A fact that is not compared any more may be new.
    if (room <= 0) return { ...change(graverThanTold), owed: made.size > 0 };
    const notes = othersNotes(current, content);
    const kept = notes.filter(isFactNote).length;
    const isFar =
      kept <= MAX_FACT_NOTES && Number(notification.amount.usd) >= mostOf(told) * FAR_GRAVER_TIMES;
    const isDue = graverThanTold.some((fact) => !notes.includes(dayOf(fact)) || (fact === "usd" && isFar));
    const owed = fresh.length > 0 || isDue;
    // A change without an alert is a step of the case, unless another one of its day has told it there.
    const facts =
      owed || graverThanTold.length === 0
        ? graverThanTold
        : graverThan(saidOf(id, tx, false), notification, movesDeadline);
    if (!owed && facts.length === 0) return { ...change(facts), owed };
    const taken = new Set([
      ...fresh.slice(0, room).map(([claim]) => claim),
      ...(kept > (owed ? MAX_FACT_NOTES : MAX_FACT_NOTES / 2) ? [] : notesOf(tx, factsIn(notification))),
      ...facts.flatMap((fact) => [`graver ${fact}`, ...(isDue ? [dayOf(fact)] : [])]),
      ...(fresh.length > 0 ? [`${tx} case`] : []),
      // A content that is only graver has its own case if the others are decided.
      `${hashDigest(notification)} hash`,
    ]);
    if (await store.takeClaims(current, content, taken)) return { ...change(facts), owed };
    current = await store.get(first);
  }
  // The first content has expired since it was read: nothing is left to compare with.
  return { ...compareWithFirst(first, notification, [...made.values()], undefined), owed: made.size > 0 };
}

function compareWithFirst(
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
