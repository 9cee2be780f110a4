/** The case that a flagged transaction, or a wallet that exceeds, opens. */

import { expiryOf } from "../aws/tables/expiry.ts";
import type { Law } from "../contract/webhook.ts";
import { shorten } from "../i18n/text/cut.ts";
import { lacksZone } from "../i18n/time/calendar.ts";
import { isCut } from "../intake/notifications/notification-filter.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";
import { quarantinedFacts } from "../intake/notifications/quarantined-body.ts";
import { notificationIn } from "../intake/notifications/raw-body.ts";
import type { ListedLaw } from "../intake/notifications/said.ts";
import { listedLaw } from "../intake/notifications/said.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { deadlinesOf, happenedAt } from "../law/deadlines.ts";
import type { Exceedance } from "../screening/score.ts";
import type { Wallet } from "../screening/wallets/wallet.ts";
import { caseOfNotification, walletSubject } from "./case-keys.ts";
import type { NewCase, NewWalletCase } from "./cases.ts";
import { inOrder, lawsOfCase } from "./named-laws.ts";

/** Case of a wallet that exceeded in a run. Its receipt is its opening: this was unknown before. */
export function walletCase(
  wallet: Wallet,
  runId: string,
  now: Date,
  { retentionYears, crossings }: { retentionYears: number; crossings: readonly Exceedance[] | undefined },
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
    crossings: crossings && [...crossings],
    lastCrossed: runId,
    deadlines: [],
    receivedAt: now.toISOString(),
    expiresAt: expiryOf(now, retentionYears),
  };
}

/**
 * The case of a stored content.
 * @param kind its kind, unless it is a quarantined body
 * @param rules the deadlines of the settings
 * @param fresh laws for which it is opened, where officers know the others
 */
export function newCase(
  stored: StoredNotification,
  kind: "notification" | "change",
  rules: readonly DeadlineRule[],
  fresh: readonly Law[] = [],
): NewCase {
  const { projectId, risk, receivedAt, amount, token, expiresAt } = stored;
  const { timestamp, chainId, address, userId } = saidBy(stored);
  const laws = illegalLawsOf(stored);
  return {
    ...caseOfNotification(stored),
    kind: stored.kind === "quarantined" ? "quarantine" : kind,
    projectId,
    risk,
    receivedAt,
    expiresAt,
    happenedAt: timestamp === undefined ? undefined : happenedAt(timestamp, receivedAt),
    lacksZone: lacksZone(timestamp ?? "") || undefined,
    deadlines: deadlinesOf({ laws, timestamp, receivedAt }, rules),
    ...lawsOfCase(inOrder(laws, rules, fresh.map(listedLaw))),
    chainId,
    address,
    userId,
    amount,
    token: token && { symbol: token.symbol, decimals: token.decimals },
  };
}

/** The laws that call a content illegal. */
export function illegalLawsOf(stored: StoredNotification): ListedLaw[] {
  return lawsOf(stored).filter(({ risk }) => risk === "illegal");
}

/** Ids of any length stand whole in the body. */
const MAX_ID = 500;

/** Facts of a content's transaction; of a body in quarantine, as far as it can be read. */
function saidBy(stored: StoredNotification) {
  if (stored.kind !== "quarantined") {
    const { timestamp, chainId, address } = stored;
    return { timestamp, chainId, address: address?.address, userId: address?.userId };
  }
  const { timestamp, chainId, address, userId } = quarantinedFacts(stored);
  const bounded = (id: string | undefined) => (id === undefined ? undefined : shorten(id, MAX_ID));
  return { timestamp, chainId, address: bounded(address), userId: bounded(userId) };
}

/** All laws of a content: the raw body alone has those past the listed ones, and the rest of long names. */
function lawsOf(stored: StoredNotification): ListedLaw[] {
  if (stored.kind === "quarantined") return quarantinedFacts(stored).laws;
  const { laws, lawCount, raw } = stored;
  if (lawCount === undefined && !laws.some(isCut)) return laws;
  return notificationIn(raw)?.inflictedLaws.map(listedLaw) ?? laws;
}
