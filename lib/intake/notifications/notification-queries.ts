/** Finding stored notifications again: by project and time, by user, by wallet, by key; never by a table scan. */

import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import {
  NOTIFICATION_LIST_ATTRIBUTES,
  NOTIFICATIONS_BY_HASH,
  NOTIFICATIONS_BY_TIME,
  NOTIFICATIONS_BY_USER,
  NOTIFICATIONS_BY_WALLET,
  NOTIFICATIONS_KEY,
} from "../../aws/tables/keys.ts";
import { mergeSorted, queryItems, queryPages } from "../../aws/tables/query.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { fits, fitsLaws, isCut, type NotificationFilter } from "./notification-filter.ts";
import {
  CURRENT,
  hashPartition,
  type NotificationKey,
  nameOf,
  partsOfRevision,
  pastKey,
  pastRevisionsOf,
  projectPartition,
  readName,
  userPartition,
  walletPartition,
} from "./notification-keys.ts";
import {
  type ListedNotification,
  type NotificationPlace,
  type OnUnreadable,
  readableIn,
  readListed,
  readStored,
  type StoredNotification,
} from "./notification-schema.ts";
import { readNotification } from "./raw-body.ts";
import { inSaidOrder } from "./revision-rule.ts";

/** A notification, what else is known of it, and other transactions under its id. */
export interface FoundNotification {
  /** The revision that was asked for: the current one, unless a name says another. */
  notification: StoredNotification;
  /** The other revisions of its transaction, the one said last first: a bounded number. */
  revisions: StoredNotification[];
  /** If there are more: the key after which {@link NotificationQueries.find} goes on. */
  more?: string | undefined;
  /** Current items of other transactions under the same id. */
  others: StoredNotification[];
}

/** Most revisions that are read at a time, and most other transactions of an id. */
const MOST_REVISIONS = 20;
const MOST_OTHERS = 20;

/** The order in which an index is read, and how much of it at a time. */
interface ReadingOrder {
  newestFirst: boolean;
  pageSize: number;
}

/** A row that was read for a list, and whether it is in it. */
interface WalkedNotification {
  notification: ListedNotification;
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
  readonly #onUnreadable: OnUnreadable | undefined;

  /** @param onUnreadable called for items that cannot be read, which are left out; without it they are an error */
  constructor(client: DynamoDBDocumentClient, table: string, onUnreadable?: OnUnreadable) {
    this.#onUnreadable = onUnreadable;
    this.#client = client;
    this.#table = table;
  }

  /**
   * The notifications that fit, the newest `receivedAt` first, read as far as they are consumed.
   * @param pageSize how many are read of an index partition per page
   */
  async *list(filter: NotificationFilter, pageSize = 100): AsyncGenerator<ListedNotification> {
    for await (const { notification, fits } of this.#judged(
      this.#read(filter, { newestFirst: true, pageSize }),
      filter,
    )) {
      if (fits) yield notification;
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
    const inOrder = (a: ListedNotification, b: ListedNotification) =>
      order.newestFirst ? newestFirst(a, b) : newestFirst(b, a);
    let alike: ListedNotification[] = [];
    for await (const notification of this.#read(filter, order)) {
      if (alike[0] !== undefined && alike[0].receivedAt !== notification.receivedAt) {
        yield* alike.sort(inOrder);
        alike = [];
      }
      alike.push(notification);
    }
    yield* alike.sort(inOrder);
  }

  /** Reports whether each row fits, in their order; if that takes bodies, some are read ahead. */
  async *#judged(
    rows: AsyncIterable<ListedNotification>,
    filter: NotificationFilter,
  ): AsyncGenerator<WalkedNotification> {
    const atOnce = filter.law === undefined && filter.country === undefined ? 1 : BODIES_AT_ONCE;
    const ahead: Promise<WalkedNotification>[] = [];
    for await (const notification of rows) {
      const judged = this.#judge(notification, filter);
      // It is awaited when its row is due, or not at all where the list ends before.
      judged.catch(() => {});
      ahead.push(judged);
      const [next] = ahead;
      if (next === undefined || ahead.length < atOnce) continue;
      yield await next;
      ahead.shift();
    }
    for (const next of ahead) yield await next;
  }

  async #judge(listed: ListedNotification, filter: NotificationFilter): Promise<WalkedNotification> {
    if (!fits(listed, filter)) return { notification: listed, fits: false, cost: 1 };
    if (fitsLaws(listed.laws, filter)) return { notification: listed, fits: true, cost: 1 };
    // The raw body alone has the laws past the listed ones, and the rest of long names.
    if (listed.lawCount === undefined && !listed.laws.some(isCut))
      return { notification: listed, fits: false, cost: 1 };
    const whole = await this.get(listed);
    if (whole === undefined) return { notification: listed, fits: false, cost: BODY_COST };
    const { notification, bytes } = readNotification(whole.raw);
    return {
      notification: listed,
      fits: notification !== undefined && fitsLaws(notification.inflictedLaws, filter),
      cost: BODY_COST + Math.ceil(bytes / BYTES_OF_A_ROW),
    };
  }

  async *#read(filter: NotificationFilter, order: ReadingOrder): AsyncGenerator<ListedNotification> {
    const streams = filter.projectIds.map((projectId) => this.#ofProject(projectId, filter, order));
    yield* mergeSorted(streams, order.newestFirst ? isNewer : (a, b) => isNewer(b, a));
  }

  async *#ofProject(
    projectId: number,
    filter: NotificationFilter,
    { newestFirst, pageSize }: ReadingOrder,
  ): AsyncGenerator<ListedNotification> {
    const { since, until } = filter;
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    const { index, partition, sort, value, isWhole } = partitionOf(projectId, filter);
    const pages = queryPages(this.#client, {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
      ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
      ExpressionAttributeValues: { ":partition": value, ":since": since ?? "0", ":until": until ?? "9" },
      ScanIndexForward: !newestFirst,
      Limit: pageSize,
    });
    for await (const items of pages) {
      if (isWhole) yield* readableIn(readListed, items, this.#onUnreadable);
      else
        yield* await pMap(items, (item) => this.#whole(item), { concurrency: BODIES_AT_ONCE }).then((all) =>
          all.flat(),
        );
    }
  }

  /** The item of which an index has the key alone. */
  async #whole(item: unknown): Promise<ListedNotification[]> {
    const { key, revision } = keyOnly.parse(item);
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#table,
        Key: { [partition]: key, [sort]: revision },
        ProjectionExpression: LISTED.map((_, index) => `#a${index}`).join(", "),
        ExpressionAttributeNames: Object.fromEntries(LISTED.map((name, index) => [`#a${index}`, name])),
      }),
    );
    return readableIn(readListed, Item === undefined ? [] : [Item], this.#onUnreadable);
  }

  /**
   * A notification by its name, or by its number alone; undefined if it does not exist. Reads at most 42 items.
   * @param after the `more` of the answer before, to read the revisions that follow
   */
  async find(name: string, after?: string): Promise<FoundNotification | undefined> {
    const wanted = readName(name);
    if (wanted === undefined) return undefined;
    const { key, digest } = wanted;
    const ofId = await this.ofId(key);
    const current =
      wanted.transaction === undefined
        ? ofId[0]
        : ofId.find((revision) => partsOfRevision(revision.revision).transaction === wanted.transaction);
    if (current === undefined) return undefined;
    const { transaction } = partsOfRevision(current.revision);
    const [named, { revisions, more }] = await Promise.all([
      digest === undefined ? current : this.get(pastKey(key, transaction, digest)),
      this.#revisions(key, transaction, after),
    ]);
    // A revision that a name calls past may be current again.
    const notification = named ?? (current.digest === digest ? current : undefined);
    if (notification === undefined) return undefined;
    return {
      notification,
      revisions: (notification === current ? revisions : [current, ...revisions]).filter(
        (revision) => revision.digest !== notification.digest,
      ),
      more,
      others: ofId.filter((revision) => revision !== current),
    };
  }

  /** The current items of all transactions under an id, in the order in which they were received. */
  async ofId(key: string): Promise<StoredNotification[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({ ...itemsUnder(this.#table, key, CURRENT), Limit: MOST_OTHERS }),
    );
    const read = readableIn(readStored, Items, this.#onUnreadable);
    return read.sort((a, b) => compareTexts(a.receivedAt, b.receivedAt));
  }

  /** Every past revision of a notification, in no order, one at a time: there may be any number of them. */
  async *revisions({ key, revision }: NotificationKey): AsyncGenerator<StoredNotification> {
    const { transaction } = partsOfRevision(revision);
    for await (const item of queryItems(
      this.#client,
      itemsUnder(this.#table, key, pastRevisionsOf(transaction)),
    ))
      yield* readableIn(readStored, [item], this.#onUnreadable);
  }

  async #revisions(key: string, transaction: string, after: string | undefined) {
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Items = [], LastEvaluatedKey: last } = await this.#client.send(
      new QueryCommand({
        ...itemsUnder(this.#table, key, pastRevisionsOf(transaction)),
        // One more says whether there are more.
        Limit: MOST_REVISIONS + 1,
        ...(after === undefined ? {} : { ExclusiveStartKey: { [partition]: key, [sort]: after } }),
      }),
    );
    const shown = Items.slice(0, MOST_REVISIONS);
    const end: unknown = shown.length < Items.length ? shown.at(-1)?.[sort] : last?.[sort];
    const read = readableIn(readStored, shown, this.#onUnreadable);
    return {
      revisions: read.sort((a, b) => inSaidOrder(b, a)),
      more: typeof end === "string" ? end : undefined,
    };
  }

  /** The revision under a key; undefined if unknown. */
  async get({ key, revision }: NotificationKey): Promise<StoredNotification | undefined> {
    const { partition, sort } = NOTIFICATIONS_KEY;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [partition]: key, [sort]: revision } }),
    );
    return readableIn(readStored, Item === undefined ? [] : [Item], this.#onUnreadable)[0];
  }
}

/** The query for items of an id whose sort key begins so. */
function itemsUnder(table: string, key: string, beginning: string) {
  const { partition, sort } = NOTIFICATIONS_KEY;
  return {
    TableName: table,
    KeyConditionExpression: "#key = :key AND begins_with(#revision, :beginning)",
    ExpressionAttributeNames: { "#key": partition, "#revision": sort },
    ExpressionAttributeValues: { ":key": key, ":beginning": beginning },
  };
}

/** The index that holds everything that fits, and the least beside it; `isWhole` where it has more than keys. */
function partitionOf(projectId: number, { userId, wallet, txHash }: NotificationFilter) {
  if (txHash !== undefined)
    return { ...NOTIFICATIONS_BY_HASH, value: hashPartition(projectId, txHash), isWhole: false };
  if (userId !== undefined)
    return { ...NOTIFICATIONS_BY_USER, value: userPartition(projectId, userId), isWhole: true };
  if (wallet !== undefined)
    return { ...NOTIFICATIONS_BY_WALLET, value: walletPartition(projectId, wallet), isWhole: false };
  return { ...NOTIFICATIONS_BY_TIME, value: projectPartition(projectId), isWhole: true };
}

const keyOnly = z.object({ key: z.string(), revision: z.string() });
const LISTED = [...Object.values(NOTIFICATIONS_KEY), "receivedAt", ...NOTIFICATION_LIST_ATTRIBUTES];

export function isNewer(a: NotificationPlace, b: NotificationPlace): boolean {
  return newestFirst(a, b) < 0;
}

/** The order of lists: by time, and by name at one moment. */
function newestFirst(a: NotificationPlace, b: NotificationPlace): number {
  return compareTexts(b.receivedAt, a.receivedAt) || compareTexts(nameOf(b), nameOf(a));
}
