/** Everything that is known of a user by their id: read for one page, each kind up to a bound. */

import { firstOf } from "../../aws/tables/query.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";

/** Most of each kind that is read: more are counted as `1,000+`. */
export const MOST_READ = 1_000;

/** Notifications of an index partition that are read at a time. */
const PAGE = 200;

export interface UserPicture {
  /** The most severe first; one more than `MOST_READ` at most, like all lists here. */
  cases: JudgedCase[];
  /** Cases that are corrupt. */
  unreadable: CaseKey[];
  /** The newest first. */
  notifications: ListedNotification[];
  flagged: FlaggedTotal;
  /** The highest score first, and those without one last. */
  wallets: Wallet[];
  /** First receipt of anything; undefined where not all was read. ISO 8601. */
  since: string | undefined;
}

/** Flagged transactions, each once. */
interface FlaggedTotal {
  count: number;
  /** Sum of the known amounts, exactly; a decimal number's text. */
  usd: string;
  /** Number of those without a known amount. */
  unknown: number;
}

interface Sources {
  cases: CaseQueries;
  notifications: NotificationQueries;
  wallets: WalletStore;
}

/** @param now ISO 8601 */
export async function pictureOf(
  userId: string,
  projectIds: readonly number[],
  sources: Sources,
  now: string,
): Promise<UserPicture> {
  const unreadable: CaseKey[] = [];
  const [cases, walked, wallets] = await Promise.all([
    firstOf(sources.cases.ofUser(projectIds, userId, undefined, keeping(unreadable)), MOST_READ),
    firstOf(
      sources.notifications.walk({ projectIds, userId }, { newestFirst: true, pageSize: PAGE }),
      MOST_READ,
    ),
    Promise.all(projectIds.map((id) => firstOf(sources.wallets.ofUser(id, userId), MOST_READ))),
  ]);
  const byScore = wallets.flat().sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  const notifications = walked.flatMap(({ one, fits }) => (fits ? [one] : []));
  const isWhole = [cases, walked, byScore].every(({ length }) => length <= MOST_READ);
  return {
    cases: cases.map((one) => judge(one, now)).sort(bySeverity),
    unreadable,
    notifications,
    flagged: flaggedIn(notifications.slice(0, MOST_READ)),
    wallets: byScore,
    since: isWhole ? earliestOf(cases, notifications, byScore) : undefined,
  };
}

function earliestOf(
  cases: readonly { receivedAt: string }[],
  notifications: readonly { receivedAt: string }[],
  wallets: readonly Wallet[],
): string | undefined {
  return [
    ...[...cases, ...notifications].map(({ receivedAt }) => receivedAt),
    ...wallets.map(({ firstSeenAt }) => firstSeenAt),
  ].sort()[0];
}

/** Of a transaction that several contents of an id name, the newest counts. @param notifications the newest first */
function flaggedIn(notifications: readonly ListedNotification[]): FlaggedTotal {
  const amounts = new Map<string, string | undefined>();
  for (const { risk, key, chainId, txHash, amount } of notifications) {
    const transaction = JSON.stringify([key, chainId, txHash]);
    if (risk !== "illegal" || amounts.has(transaction)) continue;
    amounts.set(transaction, amount?.usd);
  }
  return { count: amounts.size, ...sumOf([...amounts.values()]) };
}
