/** The case that a flagged transaction or a crossing opens. */

import type { ListedLaw, StoredNotification } from "../notifications/notification-schema.ts";
import type { DeadlineRule } from "../settings/deadline-rule.ts";
import { expiryOf } from "../tables/expiry.ts";
import type { Wallet } from "../wallets/wallet.ts";
import { caseOfNotification, walletSubject } from "./case-keys.ts";
import type { NewCase, NewWalletCase } from "./cases.ts";
import { dueOf } from "./deadlines.ts";
import { NOTHING_DUE } from "./state.ts";

/** More would make the item, and what each of its indexes copies, larger than a write unit. */
const MAX_LAWS = 5;

/** The case of a wallet that crossed the line in a run. It is received when it is opened: nobody knew of it before. */
export function walletCase(
  wallet: Wallet,
  runId: string,
  now: Date,
  { retentionYears }: { retentionYears: number },
): NewWalletCase {
  const { projectId, chainId, address, userId, score, previousScore } = wallet;
  return {
    subject: walletSubject(wallet),
    opened: runId,
    kind: "wallet",
    projectId,
    chainId,
    address,
    userId,
    score,
    previousScore,
    lastCrossed: runId,
    dueAt: NOTHING_DUE,
    receivedAt: now.toISOString(),
    expiresAt: expiryOf(now, retentionYears),
  };
}

/**
 * The case of a stored content.
 * @param kind what it is, where it is no quarantined body
 * @param rules the deadlines of the settings
 */
export function newCase(
  stored: StoredNotification,
  kind: "notification" | "change",
  rules: readonly DeadlineRule[],
): NewCase {
  const { projectId, risk, receivedAt, chainId, address, amount, token, expiresAt } = stored;
  const illegal = stored.laws.filter((law) => law.risk === "illegal");
  return {
    ...caseOfNotification(stored),
    kind: stored.kind === "quarantined" ? "quarantine" : kind,
    projectId,
    risk,
    receivedAt,
    expiresAt,
    dueAt: dueOf({ laws: illegal, timestamp: stored.timestamp, receivedAt }, rules),
    laws: illegal.length === 0 ? undefined : illegal.slice(0, MAX_LAWS).map(nameOfLaw),
    lawCount: illegal.length > MAX_LAWS ? illegal.length : undefined,
    chainId,
    address: address?.address,
    userId: address?.userId,
    amount,
    token: token && { symbol: token.symbol, decimals: token.decimals },
  };
}

function nameOfLaw({ name, countryCode }: ListedLaw) {
  return { name, countryCode };
}
