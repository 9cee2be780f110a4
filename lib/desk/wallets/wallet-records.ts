/** Cases and notifications of one wallet: read by its users, up to a bound. */

import pMap from "p-map";
import { firstOf } from "../../aws/tables/query.ts";
import type { ListedCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";

/** Most notifications that are read, and most cases of each user. */
export const MOST_READ = 1_000;

const PAGE = 200;

/** Users whose cases are read; a wallet of more belongs to none of them. */
const MOST_USERS = 5;

/** Cases of notifications without a user, which are read one by one. */
const MOST_SINGLE = 20;
const AT_ONCE = 10;

interface WalletRecords {
  /** The most severe first. */
  cases: JudgedCase[];
  /** True if there may be more cases than were found. */
  mayLack: boolean;
  /** Cases that are corrupt. */
  unreadable: CaseKey[];
  /** The users that notifications and imports name with it, the last one first. */
  users: string[];
  /** The newest first. */
  notifications: ListedNotification[];
}

/** @param now ISO 8601 */
export async function walletRecords(
  wallet: Wallet,
  { cases, notifications }: { cases: CaseQueries; notifications: NotificationQueries },
  now: string,
): Promise<WalletRecords> {
  const { projectId, address, chainId } = wallet;
  const unreadable: CaseKey[] = [];
  const onUnreadable = keeping(unreadable);
  const filter = { projectIds: [projectId], wallet: address, chainId };
  const [ofScans, walked] = await Promise.all([
    cases.ofSubject(walletSubject(wallet)),
    firstOf(notifications.walk(filter, { newestFirst: true, pageSize: PAGE }), MOST_READ),
  ]);
  const found = walked.flatMap(({ one, fits }) => (fits ? [one] : []));
  const named = found.flatMap(({ userId }) => userId ?? []);
  const users = [...new Set([...(wallet.userId === undefined ? [] : [wallet.userId]), ...named])];
  const ofUsers = await pMap(
    users.slice(0, MOST_USERS),
    (user) => firstOf(cases.ofUser([projectId], user, undefined, onUnreadable), MOST_READ),
    { concurrency: AT_ONCE },
  );
  const withoutUser = found.filter(({ risk, userId }) => risk === "illegal" && userId === undefined);
  const single = await pMap(
    withoutUser.slice(0, MOST_SINGLE),
    (one) => cases.readable(caseOfNotification(one), onUnreadable),
    {
      concurrency: AT_ONCE,
    },
  );
  const compared = comparableAddress(address);
  const ofWallet = ofUsers
    .flat()
    .filter((one) => one.chainId === chainId && comparableAddress(one.address ?? "") === compared);
  const all = [...ofScans, ...ofWallet, ...single.filter((one) => one !== undefined)];
  const each = new Map<string, ListedCase>(
    all.map((one) => [JSON.stringify([one.subject, one.opened]), one]),
  );
  return {
    cases: [...each.values()].map((one) => judge(one, now)).sort(bySeverity),
    mayLack:
      users.length > MOST_USERS ||
      withoutUser.length > MOST_SINGLE ||
      [walked, ...ofUsers].some(({ length }) => length > MOST_READ),
    unreadable,
    users,
    notifications: found,
  };
}
