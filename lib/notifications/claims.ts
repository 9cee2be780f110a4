/** What a notification claims: that this transaction of this user breaks this law. People hear of each claim once. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../contract/wallet-address.ts";
import type { Law, Notification } from "../contract/webhook.ts";
import type { StoredNotification } from "./notification-schema.ts";
import { notificationIn } from "./stored-body.ts";

/** How many claims of an id are compared; past them every illegal content is alerted. */
export const MAX_CLAIMS = 1_000;

/** 72 bits of SHA-256 in base64url. */
const CLAIM_LENGTH = 12;

/**
 * The facts by which one transaction is distinguished from another; its price in USD, all wording and what is only another
 * spelling of the same aside.
 */
export function transactionFacts(notification: Notification) {
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
export type TransactionFact = keyof ReturnType<typeof transactionFacts>;

/** Hex digits mean the same in both cases, and Bitcoin's hashes have no `0x`; Solana's, in base58, do. */
function matchableHash(txHash: string): string {
  return /^(?:0x[0-9a-f]+|[0-9a-f]{64})$/i.test(txHash) ? txHash.toLowerCase() : txHash;
}

/** The claims of a notification, one for each law that says `illegal`, with that law. */
export function claimsOf(notification: Notification): Map<string, Law> {
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
export function claimsBefore(first: StoredNotification, content: string): Set<string> {
  const body = notificationIn(first.raw);
  const taken = Object.entries(first.claims ?? {}).filter(([by]) => by !== content);
  return new Set([
    ...(body === undefined ? [] : claimsOf(body).keys()),
    ...taken.flatMap(([, claims]) => [...claims]),
  ]);
}
