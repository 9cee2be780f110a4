/** Judges another content under a known id: whether people must hear of it, and what in it is new to them. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../contract/wallet-address.ts";
import type { Law, Notification } from "../contract/webhook.ts";
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
  const taken = Object.entries(first.claims ?? {}).filter(([by]) => by !== content);
  return new Set([
    ...(body === undefined ? [] : claimsOf(body).keys()),
    ...taken.flatMap(([, claims]) => [...claims]),
  ]);
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
  /** Whether its delivery owes people an alert. */
  owed: boolean;
}

/**
 * Judges a content and takes its claims that nobody has taken, in one write. Doing it again gives the same answer,
 * whatever came between.
 */
export async function judgeChange(
  first: StoredNotification,
  content: string,
  notification: Notification,
  store: NotificationStore,
): Promise<Change> {
  const made = claimsOf(notification);
  let current: StoredNotification | undefined = first;
  while (current !== undefined) {
    const before = claimsBefore(current, content);
    const fresh = [...made].filter(([claim]) => !before.has(claim));
    const room = MAX_CLAIMS - before.size;
    const isOurs = current.claims?.[content] !== undefined;
    const change = changeOf(first, notification, fresh.length > 0 ? fresh.map(([, law]) => law) : []);
    if (isOurs) return { ...change, owed: true };
    // What is not compared any more may be new.
    if (room <= 0) return { ...change, owed: made.size > 0 };
    if (fresh.length === 0) return { ...change, owed: false };
    const taken = new Set(fresh.slice(0, room).map(([claim]) => claim));
    if (await store.takeClaims(current, content, taken)) return { ...change, owed: true };
    current = await store.get(first);
  }
  // The first content has expired since it was read: nothing is left to compare with.
  return { ...changeOf(first, notification, [...made.values()]), owed: made.size > 0 };
}

function changeOf(first: StoredNotification, now: Notification, newLaws: Law[]) {
  const before = notificationIn(first.raw);
  return { first, before, differs: before === undefined ? [] : transactionDifferences(before, now), newLaws };
}

/** The facts in which one notification is another transaction than another; none where it says something else of it. */
export function transactionDifferences(before: Notification, now: Notification): TransactionFact[] {
  const [a, b] = [transactionFacts(before), transactionFacts(now)];
  const facts: TransactionFact[] = ["chain", "wallet", "transaction", "user", "amount", "decimals", "token"];
  return facts.filter((fact) => a[fact] !== b[fact]);
}
