/** Finding stored notifications again: by project and time, by user, by wallet, by key; never by a table scan. */

import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { comparableAddress } from "../contract/wallet-address.ts";
import { NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER, NOTIFICATIONS_KEY } from "./keys.ts";
import { mergeSorted } from "./merge.ts";
import { timeShardsOf, userKeyOf, versionKey, walletUserKeyOf } from "./notification-keys.ts";
import {
  type ListedNotification,
  listedNotification,
  type StoredNotification,
  storedNotification,
} from "./notification-schema.ts";
import type { WalletStore } from "./wallets.ts";

/** Which notifications are wanted; what is absent does not restrict. */
export interface NotificationFilter {
  projectIds: readonly number[];
  userId?: string | undefined;
  /** An address, on any chain. */
  wallet?: string | undefined;
  chainId?: string | undefined;
  risk?: ListedNotification["risk"] | undefined;
  /** A law's name, in any case. */
  law?: string | undefined;
  /** A country's code or name, in any case. */
  country?: string | undefined;
  kind?: ListedNotification["kind"] | undefined;
  alert?: ListedNotification["alert"]["state"] | undefined;
  /** Received at or after, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
  /** Received before. */
  until?: string | undefined;
  /** Whether rehearsals are wanted too. */
  rehearsals?: boolean | undefined;
}

/** A notification and the other contents that came under its id. */
export interface NotificationVersions {
  notification: StoredNotification;
  /** Each other content, in the order in which they were received. */
  versions: StoredNotification[];
}

export class NotificationQueries {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #wallets: WalletStore;

  constructor(client: DynamoDBDocumentClient, table: string, wallets: WalletStore) {
    this.#client = client;
    this.#table = table;
    this.#wallets = wallets;
  }

  /**
   * The notifications that fit, the newest `receivedAt` first, read as far as they are consumed.
   * @param pageSize how many are read of an index partition at once
   */
  async *list(filter: NotificationFilter, pageSize = 100): AsyncGenerator<ListedNotification> {
    const partitions = (
      await Promise.all(filter.projectIds.map((projectId) => this.#partitions(projectId, filter)))
    ).flat();
    const streams = partitions.map((partition) => this.#partition(partition, filter, pageSize));
    for await (const notification of mergeSorted(streams, isNewer)) {
      if (fits(notification, filter)) yield notification;
    }
  }

  /** A notification by its key, `projectId#id`, with every version of it; undefined where there is none. */
  async find(key: string): Promise<NotificationVersions | undefined> {
    const notification = await this.#get(key);
    if (notification === undefined) return undefined;
    const versions: StoredNotification[] = [];
    for (const content of notification.contradictedBy ?? []) {
      const version = await this.#get(versionKey(key, content));
      if (version !== undefined) versions.push(version);
    }
    return { notification, versions: versions.toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1)) };
  }

  async #get(key: string): Promise<StoredNotification | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [NOTIFICATIONS_KEY.partition]: key } }),
    );
    return Item === undefined ? undefined : storedNotification.parse(Item);
  }

  async #partitions(projectId: number, { userId, wallet }: NotificationFilter): Promise<IndexPartition[]> {
    const byUser = (value: string): IndexPartition => ({ ...NOTIFICATIONS_BY_USER, value });
    if (userId !== undefined) return [byUser(userKeyOf(projectId, userId))];
    if (wallet === undefined) {
      return timeShardsOf(projectId).map((value) => ({ ...NOTIFICATIONS_BY_TIME, value }));
    }
    const owned = await this.#wallets.ofAddress(projectId, wallet);
    const owners = new Set(owned.flatMap(({ owners }) => owners));
    return [
      byUser(walletUserKeyOf(projectId, wallet)),
      ...[...owners].map((owner) => byUser(userKeyOf(projectId, owner))),
    ];
  }

  async *#partition(
    { index, partition, sort, value }: IndexPartition,
    { since, until }: NotificationFilter,
    pageSize: number,
  ): AsyncGenerator<ListedNotification> {
    let from: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.#client.send(
        new QueryCommand({
          TableName: this.#table,
          IndexName: index,
          KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
          ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
          ExpressionAttributeValues: {
            ":partition": value,
            ":since": since ?? "0",
            ":until": until ?? "9",
          },
          ScanIndexForward: false,
          Limit: pageSize,
          ExclusiveStartKey: from,
        }),
      );
      for (const item of Items) yield listedNotification.parse(item);
      from = LastEvaluatedKey;
    } while (from !== undefined);
  }
}

interface IndexPartition {
  index: string;
  partition: string;
  sort: string;
  value: string;
}

function isNewer(a: ListedNotification, b: ListedNotification): boolean {
  return a.receivedAt === b.receivedAt ? a.key > b.key : a.receivedAt > b.receivedAt;
}

function fits(one: ListedNotification, filter: NotificationFilter): boolean {
  const { userId, wallet, chainId, risk, law, country, kind, alert, until, rehearsals } = filter;
  return (
    (rehearsals === true || one.rehearsal !== true) &&
    (until === undefined || one.receivedAt < until) &&
    (userId === undefined || one.address?.userId === userId) &&
    (wallet === undefined || isWallet(one, wallet)) &&
    (chainId === undefined || one.chainId === chainId) &&
    (risk === undefined || one.risk === risk) &&
    (kind === undefined || one.kind === kind) &&
    (alert === undefined || one.alert.state === alert) &&
    (law === undefined || one.laws.some(({ name }) => same(name, law))) &&
    (country === undefined ||
      one.laws.some((found) => same(found.countryCode, country) || same(found.country, country)))
  );
}

function isWallet({ address }: ListedNotification, wallet: string): boolean {
  return address !== undefined && comparableAddress(address.address) === comparableAddress(wallet);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
