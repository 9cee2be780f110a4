/** Partitions of the indexes for a list, and reading one of them in its order. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER } from "../../aws/tables/keys.ts";
import { queryItems } from "../../aws/tables/query.ts";
import { TEST_PROJECT } from "../../settings/env.ts";
import { readListed } from "./notification-attributes.ts";
import type { NotificationFilter } from "./notification-filter.ts";
import { timeShardsOf, userKeyOf, walletUserKeyOf } from "./notification-keys.ts";
import { type ListedNotification, type OnUnreadable, readableIn } from "./notification-schema.ts";

/** Who owns a wallet, as screening knows it. */
export interface WalletOwners {
  /** Every user that the wallets with an address were seen with; undefined where there may be others. */
  ownersOf(projectId: number, address: string): Promise<readonly string[] | undefined>;
}

interface IndexPartition {
  index: string;
  partition: string;
  sort: string;
  value: string;
}

/** The partitions that hold everything that fits, and the least beside it. */
export async function partitionsOf(
  filter: NotificationFilter,
  wallets: WalletOwners,
): Promise<IndexPartition[]> {
  return (
    await Promise.all(filter.projectIds.map((projectId) => partitionsIn(projectId, filter, wallets)))
  ).flat();
}

async function partitionsIn(
  projectId: number,
  { userId, wallet }: NotificationFilter,
  wallets: WalletOwners,
): Promise<IndexPartition[]> {
  const byUser = (value: string): IndexPartition => ({ ...NOTIFICATIONS_BY_USER, value });
  const byTime = (value: string): IndexPartition => ({ ...NOTIFICATIONS_BY_TIME, value });
  if (userId !== undefined) return [byUser(userKeyOf(projectId, userId))];
  // The test project's wallets are not remembered, so that no owner of one is known.
  const isRemembered = wallet !== undefined && projectId !== TEST_PROJECT;
  const owners = isRemembered ? await wallets.ownersOf(projectId, wallet) : undefined;
  if (!isRemembered || owners === undefined) return timeShardsOf(projectId).map(byTime);
  return [
    byUser(walletUserKeyOf(projectId, wallet)),
    ...owners.map((owner) => byUser(userKeyOf(projectId, owner))),
  ];
}

/** In which order a partition is read, and how much of it at a time. */
export interface ReadingOrder {
  newestFirst: boolean;
  pageSize: number;
}

/** Items of a partition between two times. @param onUnreadable called for items that cannot be read: see `readableIn` */
export async function* readPartition(
  client: DynamoDBDocumentClient,
  table: string,
  { index, partition, sort, value }: IndexPartition,
  { since, until }: NotificationFilter,
  { newestFirst, pageSize }: ReadingOrder,
  onUnreadable: OnUnreadable | undefined,
): AsyncGenerator<ListedNotification> {
  // DynamoDB refuses a range that ends before it begins.
  if (since !== undefined && until !== undefined && since > until) return;
  const items = queryItems(client, {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
    ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
    ExpressionAttributeValues: { ":partition": value, ":since": since ?? "0", ":until": until ?? "9" },
    ScanIndexForward: !newestFirst,
    Limit: pageSize,
  });
  for await (const item of items) yield* readableIn(readListed, [item], onUnreadable);
}
