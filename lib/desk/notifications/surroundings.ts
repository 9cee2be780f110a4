/** Records around a notification: its alerts, its wallet's scores, and others like it. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { AlertStore, type StoredAlert } from "../../alerts/alerts.ts";
import type { NotificationFilter } from "../../intake/notifications/notification-filter.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type {
  FoundNotification,
  NotificationQueries,
} from "../../intake/notifications/notification-queries.ts";
import type {
  ListedNotification,
  StoredNotification,
} from "../../intake/notifications/notification-schema.ts";
import { WalletScanStore } from "../../screening/wallets/wallet-scans.ts";
import type { DeskOptions } from "../frame/desk-context.ts";
import { type ScoreAt, scoresOf } from "../kit/scores.ts";

export interface Surroundings {
  /** As they were sent, the first one first. */
  alerts: StoredAlert[];
  /** Of its wallet, the oldest first. */
  scores: ScoreAt[];
  /** Others of its user and of its wallet, the newest first. */
  ofUser: ListedNotification[];
  ofWallet: ListedNotification[];
}

/** A notification is seldom revised more often. */
const MAX_ALERTS = 20;

/** Most others of each kind that are shown; a link leads to all of them. */
const MAX_OTHERS = 5;

/** Most notifications that are read to find them: those of a wallet with unknown users are spread among all others. */
const MAX_READ = 500;

export async function surroundingsOf(
  { notification, revisions }: FoundNotification,
  { database, environment }: DeskOptions,
  queries: NotificationQueries,
): Promise<Surroundings> {
  const { projectId, userId, address } = notification;
  const others = (filter: Partial<NotificationFilter> | undefined) =>
    filter === undefined ? [] : othersOf(notification, queries, { projectIds: [projectId], ...filter });
  const [found, scores, ofUser, ofWallet] = await Promise.all([
    alertsAbout({ notification, revisions }, { database, environment }),
    walletScores(notification, database, environment.WALLET_SCANS_TABLE),
    others(userId === undefined ? undefined : { userId }),
    others(address && { wallet: address.address }),
  ]);
  return { alerts: found, scores, ofUser, ofWallet };
}

/** Alerts of the contents of a notification. */
export async function alertsAbout(
  { notification, revisions }: Pick<FoundNotification, "notification" | "revisions">,
  { database, environment }: Pick<DeskOptions, "database" | "environment">,
): Promise<StoredAlert[]> {
  const alerts = new AlertStore(database, environment.ALERTS_TABLE);
  const ids = [...new Set([notification, ...revisions].flatMap(({ alert }) => alert.id ?? []))]
    .sort()
    .slice(0, MAX_ALERTS);
  const found = await Promise.all(ids.map((id) => alerts.find(id)));
  return found.filter((alert) => alert !== undefined);
}

async function walletScores(
  { projectId, address, chainId }: StoredNotification,
  database: DynamoDBDocumentClient,
  table: string,
): Promise<ScoreAt[]> {
  if (address === undefined || chainId === undefined) return [];
  return scoresOf(new WalletScanStore(database, table), { projectId, chainId, address: address.address });
}

async function othersOf(
  notification: StoredNotification,
  queries: NotificationQueries,
  filter: NotificationFilter,
): Promise<ListedNotification[]> {
  const found: ListedNotification[] = [];
  let read = 0;
  for await (const { one, fits } of queries.walk(filter, { newestFirst: true, pageSize: 50 })) {
    if (fits && nameOf(one) !== nameOf(notification)) found.push(one);
    if (++read >= MAX_READ || found.length >= MAX_OTHERS) break;
  }
  return found;
}
