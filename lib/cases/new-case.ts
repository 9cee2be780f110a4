/** The case that a flagged transaction, or a wallet that exceeds, opens. */

import { isCut } from "../intake/notifications/notification-filter.ts";
import { isCurrent } from "../intake/notifications/notification-keys.ts";
import type { FoundNotification } from "../intake/notifications/notification-queries.ts";
import type { ListedLaw, StoredNotification } from "../intake/notifications/notification-schema.ts";
import { expandBody, notificationIn } from "../intake/notifications/raw-body.ts";
import type { DeadlineRule } from "../law/deadline-setting.ts";
import { rulesFor } from "../law/deadlines.ts";
import type { Exceedance } from "../screening/score.ts";
import type { Wallet } from "../screening/wallets/wallet.ts";
import type { StoredCase } from "./case.ts";
import { caseOf } from "./case-head.ts";
import {
  caseOfNotification,
  FIRST_NUMBER,
  unreadableSubject,
  userSubject,
  walletSubject,
} from "./case-keys.ts";
import type { NewCase, NewNotificationCase, NewWalletCase } from "./cases.ts";
import { digestOfBytes, digestOfKey } from "./chain.ts";
import { inOrder, namedLaws } from "./named-laws.ts";
import type { Opening } from "./step.ts";

/** Case of a wallet that exceeded in a run. Its receipt is its opening: this was unknown before. */
export function walletCase(
  wallet: Wallet,
  runId: string,
  now: Date,
  exceedances: readonly Exceedance[] | undefined,
): NewWalletCase {
  return {
    ...aboutWallet(wallet, runId, now),
    exceedances: exceedances && [...exceedances],
    lastExceeded: runId,
  };
}

function aboutWallet(wallet: Wallet, opened: string, now: Date): NewCase & { kind: "wallet" } {
  const { projectId, chainId, address, userId, score, previousScore } = wallet;
  return {
    subject: walletSubject(wallet),
    opened,
    kind: "wallet",
    projectId,
    chainId,
    address,
    userId,
    score,
    previousScore,
    receivedAt: now.toISOString(),
  };
}

/** The revision that opens a case, and what was known of its notification before. */
export interface OpeningRevision {
  stored: StoredNotification;
  /** Its other revisions that were stored before. */
  earlier?: readonly StoredNotification[];
  /** The earliest receipt of any revision of the notification. ISO 8601, UTC. */
  firstReceivedAt: string;
}

/**
 * The case of a notification, as the revision that opens it says it. It is received when that revision was.
 * @param rules the deadlines of the settings
 */
export function newCase(
  { stored, earlier = [], firstReceivedAt }: OpeningRevision,
  rules: readonly DeadlineRule[],
): NewNotificationCase {
  const { riskNow, revisionReceivedAt: receivedAt, amount, token, chainId, address, userId } = stored;
  const laws = illegalLawsOf(stored);
  const ofLaws = rulesFor(laws, rules);
  return {
    ...caseOfNotification(stored),
    kind: "notification",
    delivery: stored.delivery,
    digest: stored.digest,
    rawSha256: bodyDigestOf(stored),
    signedAt: stored.signedAt,
    projectId: stored.projectId,
    risk: riskNow,
    receivedAt,
    firstReceivedAt: firstReceivedAt === receivedAt ? undefined : firstReceivedAt,
    timestamp: stored.timestamp,
    earlier: earlier.length === 0 ? undefined : earlier.map(saidEarlier),
    rules: ofLaws.length === 0 ? undefined : ofLaws,
    ...namedLaws(inOrder(laws, rules)),
    chainId,
    address: address?.address,
    userId,
    amount,
    token,
  };
}

/** A notification as the case that it would have: it is stored nowhere. @param rules the deadlines of the settings */
export function notificationAsCase(stored: StoredNotification, rules: readonly DeadlineRule[]): StoredCase {
  const { receivedAt: firstReceivedAt } = stored;
  const { subject, opened, ...facts } = newCase({ stored, firstReceivedAt }, rules);
  const key = { subject, opened };
  const opening: Opening = {
    kind: "opened",
    number: FIRST_NUMBER,
    id: "opened",
    at: facts.receivedAt,
    previous: digestOfKey(key),
    retentionYears: 0,
    facts,
  };
  return caseOf(key, [opening]);
}

function saidEarlier(stored: StoredNotification) {
  const { signedAt, digest, timestamp, amount } = stored;
  return { signedAt, digest, rawSha256: bodyDigestOf(stored), timestamp, usd: amount?.usd };
}

/** The SHA-256 of a body as it came, in hexadecimal: what is sealed of a case covers what the service said. */
export function bodyDigestOf({ raw }: Pick<StoredNotification, "raw">): string {
  return digestOfBytes(expandBody(raw));
}

/** The case of a project's unreadable messages. @param opened the hour of its opening, as in `2026-11-26T07` */
export function unreadableCase(stored: StoredNotification, opened: string): NewCase {
  const { projectId, delivery, receivedAt, signedAt } = stored;
  return {
    subject: unreadableSubject(projectId),
    opened,
    kind: "quarantine",
    projectId,
    delivery,
    receivedAt,
    signedAt,
    digest: stored.digest,
    rawSha256: bodyDigestOf(stored),
  };
}

/** The first case of a subject that an officer opens: it sorts before those that are opened by a time. */
const FIRST = "0";

/** Cases that officers open. */
export const casesOfOfficer = {
  /** A case that an officer opens, of what the service says now. No delivery opened it: a later one that calls it illegal is a revision of it. */
  notification({ notification, revisions }: FoundNotification, rules: readonly DeadlineRule[]): NewCase {
    const all = [notification, ...revisions];
    const stored = all.find(isCurrent) ?? notification;
    const earlier = all.filter((revision) => revision !== stored);
    const { receivedAt: firstReceivedAt } = stored;
    const { delivery: _delivery, ...opened } = newCase({ stored, earlier, firstReceivedAt }, rules);
    return { ...opened, receivedAt: firstReceivedAt };
  },
  /** The first case of a wallet; a later one is opened by when the one before was decided. */
  wallet: (wallet: Wallet, now: Date): NewCase => aboutWallet(wallet, FIRST, now),
  /** The same for a user. */
  user(projectId: number, userId: string, now: Date): NewCase {
    return {
      subject: userSubject(projectId, userId),
      opened: FIRST,
      kind: "user",
      projectId,
      userId,
      receivedAt: now.toISOString(),
    };
  },
};

/** The laws that call a content illegal, all of them and whole: the raw body has those past the listed ones, and the rest of long names. */
export function illegalLawsOf({ laws, lawCount, raw }: StoredNotification): ListedLaw[] {
  const isWhole = lawCount === undefined && !laws.some(isCut);
  const all = isWhole ? laws : (notificationIn(raw)?.inflictedLaws ?? laws);
  return all.filter(({ risk }) => risk === "illegal");
}
