/** Finding stored notifications again: by project and time, by user, by wallet, by key; never by a table scan. */

import { type DynamoDBDocumentClient, GetCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { NOTIFICATIONS_BY_TIME, NOTIFICATIONS_BY_USER, NOTIFICATIONS_KEY } from "../keys.ts";
import { mergeSorted } from "../merge.ts";
import { queryItems } from "../query.ts";
import type { WalletStore } from "../wallets/wallets.ts";
import { readListed, readStored } from "./notification-attributes.ts";
import { fits, fitsLaws, isCut, type NotificationFilter } from "./notification-filter.ts";
import {
  FIRST_VERSION,
  keyOfName,
  type NotificationKey,
  nameOf,
  timeShardsOf,
  userKeyOf,
  walletUserKeyOf,
} from "./notification-keys.ts";
import type { ListedNotification, StoredNotification } from "./notification-schema.ts";
import { notificationIn } from "./stored-body.ts";

/** A content of an id, and the others that came under the same id. */
export interface NotificationVersions {
  notification: StoredNotification;
  /** Each other content, in the order in which they were received. */
  versions: StoredNotification[];
}

type Query = Omit<QueryCommandInput, "TableName">;

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
   * @param pageSize how many are read of an index partition per page
   */
  async *list(filter: NotificationFilter, pageSize = 100): AsyncGenerator<ListedNotification> {
    const scopes = filter.projectIds.flatMap((projectId) =>
      (filter.rehearsals === true ? [false, true] : [false]).map((rehearsal) => ({ projectId, rehearsal })),
    );
    const partitions = (await Promise.all(scopes.map((scope) => this.#partitions(scope, filter)))).flat();
    const streams = partitions.map((partition) => this.#partition(partition, filter, pageSize));
    for await (const notification of mergeSorted(streams, isNewer)) {
      if (fits(notification, filter) && (await this.#fitsLaws(notification, filter))) yield notification;
    }
  }

  /**
   * A content by its name, `projectId#id` for the first of an id and `projectId#id#digest` for another, with the other
   * contents of the id; undefined where there is none.
   */
  async find(name: string): Promise<NotificationVersions | undefined> {
    const wanted = keyOfName(name);
    if (wanted === undefined) return undefined;
    const contents: StoredNotification[] = [];
    for await (const item of this.#query({
      KeyConditionExpression: "#key = :key",
      ExpressionAttributeNames: { "#key": NOTIFICATIONS_KEY.partition },
      ExpressionAttributeValues: { ":key": wanted.key },
    })) {
      contents.push(readStored(item));
    }
    contents.sort(firstThenByTime);
    const notification =
      contents.find(({ version }) => version === wanted.version) ??
      // The first content may have expired before the others.
      (wanted.version === FIRST_VERSION ? contents[0] : undefined);
    if (notification === undefined) return undefined;
    return { notification, versions: contents.filter((content) => content !== notification) };
  }

  /** Of more laws than are listed, and of long names, the rest stands in the raw body alone. */
  async #fitsLaws(one: ListedNotification, filter: NotificationFilter): Promise<boolean> {
    if (fitsLaws(one.laws, filter)) return true;
    if (one.lawCount === undefined && !one.laws.some(isCut)) return false;
    const whole = await this.get(one);
    const laws = whole === undefined ? undefined : notificationIn(whole.raw)?.inflictedLaws;
    return laws !== undefined && fitsLaws(laws, filter);
  }

  /** The content under a key; undefined where there is none. */
  async get({ key, version }: NotificationKey): Promise<StoredNotification | undefined> {
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [partition]: key, [sort]: version } }),
    );
    return Item === undefined ? undefined : readStored(Item);
  }

  async #partitions(
    { projectId, rehearsal }: { projectId: number; rehearsal: boolean },
    { userId, wallet }: NotificationFilter,
  ): Promise<IndexPartition[]> {
    const byUser = (value: string): IndexPartition => ({ ...NOTIFICATIONS_BY_USER, value });
    const byTime = (value: string): IndexPartition => ({ ...NOTIFICATIONS_BY_TIME, value });
    if (userId !== undefined) return [byUser(userKeyOf(projectId, userId, rehearsal))];
    // A rehearsal's wallet is not remembered, so that no owner of it is known.
    if (wallet === undefined || rehearsal) {
      return timeShardsOf(projectId, rehearsal).map(byTime);
    }
    const owners = await this.#wallets.ownersOf(projectId, wallet);
    if (owners === undefined) return timeShardsOf(projectId, rehearsal).map(byTime);
    return [
      byUser(walletUserKeyOf(projectId, wallet)),
      ...owners.map((owner) => byUser(userKeyOf(projectId, owner))),
    ];
  }

  async *#partition(
    { index, partition, sort, value }: IndexPartition,
    { since, until }: NotificationFilter,
    pageSize: number,
  ): AsyncGenerator<ListedNotification> {
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    const query: Query = {
      IndexName: index,
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
      ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
      ExpressionAttributeValues: { ":partition": value, ":since": since ?? "0", ":until": until ?? "9" },
      ScanIndexForward: false,
      Limit: pageSize,
    };
    for await (const item of this.#query(query)) yield readListed(item);
  }

  #query(query: Query): AsyncGenerator<Record<string, unknown>> {
    return queryItems(this.#client, { TableName: this.#table, ...query });
  }
}

function firstThenByTime(a: StoredNotification, b: StoredNotification): number {
  if (a.version === FIRST_VERSION || b.version === FIRST_VERSION) return a.version === FIRST_VERSION ? -1 : 1;
  return a.receivedAt < b.receivedAt ? -1 : 1;
}

interface IndexPartition {
  index: string;
  partition: string;
  sort: string;
  value: string;
}

function isNewer(a: ListedNotification, b: ListedNotification): boolean {
  return a.receivedAt === b.receivedAt ? nameOf(a) > nameOf(b) : a.receivedAt > b.receivedAt;
}
