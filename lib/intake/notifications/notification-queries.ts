/** Finding stored notifications again: by project and time, by user, by wallet, by key; never by a table scan. */

import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { NOTIFICATIONS_BY_USER, NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { mergeSorted, queryItems, queryPages } from "../../aws/tables/query.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { readStored } from "./notification-attributes.ts";
import { fits, fitsLaws, isCut, type NotificationFilter } from "./notification-filter.ts";
import {
  FIRST_VERSION,
  firstThenByTime,
  keyOfName,
  type NotificationKey,
  nameOf,
  userKeyOf,
} from "./notification-keys.ts";
import {
  partitionsOf,
  type ReadingOrder,
  readPartition,
  type WalletOwners,
} from "./notification-partitions.ts";
import {
  type ListedNotification,
  type NotificationPlace,
  type OnUnreadable,
  readableIn,
  type StoredNotification,
} from "./notification-schema.ts";
import { readNotification } from "./raw-body.ts";

/** A content of an id, and others that came under the same id: senders may send any number of them. */
export interface NotificationVersions {
  notification: StoredNotification;
  /** The first content, and a bounded number of others, in the order in which they were received. */
  versions: StoredNotification[];
  /** If there are more: the version after which {@link NotificationQueries.find} goes on. */
  more?: string | undefined;
}

/** Most contents that are found beside one. DynamoDB ends a page of a query after a megabyte in any case. */
const MOST_OTHERS = 20;

/** A row that was read for a list, and whether it is in it. */
interface WalkedNotification {
  one: ListedNotification;
  fits: boolean;
  /** Amount of work, in rows: one, or more if its body had to be read. */
  cost: number;
}

/** Bodies that are read at a time to find those that fit. */
const BODIES_AT_ONCE = 20;

/** Reading a body is as much work as so many rows, and one more for so many of its bytes: parsing one of 2,000 laws takes 15 ms. */
const BODY_COST = 10;
const BYTES_OF_A_ROW = 2_048;

export class NotificationQueries {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #wallets: WalletOwners;
  readonly #onUnreadable: OnUnreadable | undefined;

  /** @param onUnreadable called for items that cannot be read, which are left out; without it they are an error */
  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    wallets: WalletOwners,
    onUnreadable?: OnUnreadable,
  ) {
    this.#onUnreadable = onUnreadable;
    this.#client = client;
    this.#table = table;
    this.#wallets = wallets;
  }

  /**
   * The notifications that fit, the newest `receivedAt` first, read as far as they are consumed.
   * @param pageSize how many are read of an index partition per page
   */
  async *list(filter: NotificationFilter, pageSize = 100): AsyncGenerator<ListedNotification> {
    for await (const { one, fits } of this.#judged(
      this.#read(filter, { newestFirst: true, pageSize }),
      filter,
    )) {
      if (fits) yield one;
    }
  }

  /**
   * Every row that has to be read to find those that fit, in the order of {@link isNewer} or the other way round, and
   * whether it fits.
   */
  walk(filter: NotificationFilter, order: ReadingOrder): AsyncGenerator<WalkedNotification> {
    return this.#judged(this.#inOrder(filter, order), filter);
  }

  async *#inOrder(filter: NotificationFilter, order: ReadingOrder): AsyncGenerator<ListedNotification> {
    // An index keeps no order among those of one moment.
    const byName = (a: ListedNotification, b: ListedNotification) =>
      isNewer(a, b) === order.newestFirst ? -1 : 1;
    let alike: ListedNotification[] = [];
    for await (const one of this.#read(filter, order)) {
      if (alike[0] !== undefined && alike[0].receivedAt !== one.receivedAt) {
        yield* alike.sort(byName);
        alike = [];
      }
      alike.push(one);
    }
    yield* alike.sort(byName);
  }

  /** Reports whether each row fits, in their order; if that takes bodies, some are read ahead. */
  async *#judged(
    rows: AsyncIterable<ListedNotification>,
    filter: NotificationFilter,
  ): AsyncGenerator<WalkedNotification> {
    const atOnce = filter.law === undefined && filter.country === undefined ? 1 : BODIES_AT_ONCE;
    const ahead: Promise<WalkedNotification>[] = [];
    for await (const one of rows) {
      const judged = this.#judge(one, filter);
      // It is awaited in its turn, or not at all where the list ends before.
      judged.catch(() => {});
      ahead.push(judged);
      const [next] = ahead;
      if (next === undefined || ahead.length < atOnce) continue;
      yield await next;
      ahead.shift();
    }
    for (const next of ahead) yield await next;
  }

  async #judge(one: ListedNotification, filter: NotificationFilter): Promise<WalkedNotification> {
    if (!fits(one, filter)) return { one, fits: false, cost: 1 };
    if (fitsLaws(one.laws, filter)) return { one, fits: true, cost: 1 };
    // The raw body alone has the laws past the listed ones, and the rest of long names.
    if (one.lawCount === undefined && !one.laws.some(isCut)) return { one, fits: false, cost: 1 };
    const whole = await this.get(one);
    if (whole === undefined) return { one, fits: false, cost: BODY_COST };
    const { notification, bytes } = readNotification(whole.raw);
    return {
      one,
      fits: notification !== undefined && fitsLaws(notification.inflictedLaws, filter),
      cost: BODY_COST + Math.ceil(bytes / BYTES_OF_A_ROW),
    };
  }

  async *#read(filter: NotificationFilter, order: ReadingOrder): AsyncGenerator<ListedNotification> {
    const partitions = await partitionsOf(filter, this.#wallets);
    const streams = partitions.map((one) =>
      readPartition(this.#client, this.#table, one, filter, order, this.#onUnreadable),
    );
    yield* mergeSorted(streams, order.newestFirst ? isNewer : (a, b) => isNewer(b, a));
  }

  /**
   * A content by its name, `projectId#id` for the first of an id and `projectId#id#digest` for another, with other contents
   * of the id; undefined if there is no such content. Reads at most three items and a page of a query.
   * @param after the `more` of the contents before
   */
  async find(name: string, after?: string): Promise<NotificationVersions | undefined> {
    const wanted = keyOfName(name);
    if (wanted === undefined) return undefined;
    const { key, version } = wanted;
    const [named, first, { others, more }] = await Promise.all([
      this.get(wanted),
      version === FIRST_VERSION ? undefined : this.get({ key, version: FIRST_VERSION }),
      this.#others(wanted, after),
    ]);
    // The first content may have expired before the others.
    const notification = named ?? (version === FIRST_VERSION ? others.shift() : undefined);
    if (notification === undefined) return undefined;
    return { notification, versions: first === undefined ? others : [first, ...others], more };
  }

  /** Every content of an id, in no order, one at a time: there may be any number of them. */
  async *contents(key: string): AsyncGenerator<StoredNotification> {
    for await (const item of queryItems(this.#client, contentsOf(this.#table, key)))
      yield* readableIn(readStored, [item], this.#onUnreadable);
  }

  /** Contents of an id but for one and the first, in the order in which they were received. */
  async #others({ key, version }: NotificationKey, after: string | undefined) {
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Items = [], LastEvaluatedKey: last } = await this.#client.send(
      new QueryCommand({
        ...contentsOf(this.#table, key),
        // The one, the first, and one that says that there are more.
        Limit: MOST_OTHERS + 3,
        ...(after === undefined ? {} : { ExclusiveStartKey: { [partition]: key, [sort]: after } }),
      }),
    );
    const read = readableIn(readStored, Items, this.#onUnreadable).filter(
      (one) => one.version !== version && one.version !== FIRST_VERSION,
    );
    const others = read.slice(0, MOST_OTHERS);
    const end: unknown = read.length > MOST_OTHERS ? others.at(-1)?.version : last?.[sort];
    return { others: others.sort(firstThenByTime), more: typeof end === "string" ? end : undefined };
  }

  /** Content under a key; undefined if unknown. */
  async get({ key, version }: NotificationKey): Promise<StoredNotification | undefined> {
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [partition]: key, [sort]: version } }),
    );
    return readableIn(readStored, Item === undefined ? [] : [Item], this.#onUnreadable)[0];
  }
}

/** The query for all contents of an id. */
function contentsOf(table: string, key: string) {
  return {
    TableName: table,
    KeyConditionExpression: "#key = :key",
    ExpressionAttributeNames: { "#key": NOTIFICATIONS_KEY.partition },
    ExpressionAttributeValues: { ":key": key },
  };
}

/** The order of lists: by time, and by name at one moment. */
export function isNewer(a: NotificationPlace, b: NotificationPlace): boolean {
  return a.receivedAt === b.receivedAt ? nameOf(a) > nameOf(b) : a.receivedAt > b.receivedAt;
}

/** Facts of a notification that tell when a wallet was seen. */
const sighting = z.object({
  receivedAt: z.string(),
  said: z.object({ address: z.object({ address: z.string() }) }),
});

/** Only what a user did since the sight is read, which is nothing unless that comes very late. */
const MAX_PAGES = 10;

/** A wallet as it was seen with its owner, at a time in ISO 8601. */
interface OwnedSight {
  projectId: number;
  userId: string;
  chainId: string;
  address: string;
  seenAt: string;
}

/** Looks among the notifications of the owner that were received at the time of a sight or after it. */
export function lastSightIn(client: DynamoDBDocumentClient, table: string) {
  return async ({ projectId, userId, address, chainId, seenAt }: OwnedSight): Promise<string | undefined> => {
    const pages = queryPages(client, {
      TableName: table,
      IndexName: NOTIFICATIONS_BY_USER.index,
      KeyConditionExpression: "#user = :user AND #receivedAt >= :since",
      FilterExpression: "said.chainId = :chain",
      ExpressionAttributeNames: {
        "#user": NOTIFICATIONS_BY_USER.partition,
        "#receivedAt": NOTIFICATIONS_BY_USER.sort,
      },
      ExpressionAttributeValues: {
        ":user": userKeyOf(projectId, userId),
        ":since": seenAt,
        ":chain": chainId,
      },
      ScanIndexForward: false,
    });
    let read = 0;
    for await (const items of pages) {
      const last = items
        .flatMap((item) => sighting.safeParse(item).data ?? [])
        .find((seen) => comparableAddress(seen.said.address.address) === comparableAddress(address));
      if (last !== undefined) return last.receivedAt;
      if (++read === MAX_PAGES) return undefined;
    }
    return undefined;
  };
}
