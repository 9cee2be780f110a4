/** Finding cases again: by project and time, a page at a time. */

import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CASES_BY_USER, CASES_KEY, CASES_OPEN_BY_DUE } from "../aws/tables/keys.ts";
import { firstOf, mergeSorted } from "../aws/tables/query.ts";
import { projectPartition, userPartition } from "../intake/notifications/notification-keys.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import {
  type ListedCase,
  listedCase,
  type RawCase,
  rawCase,
  type StoredCase,
  storedCase,
  type UnreadableCase,
  unreadableCase,
} from "./case.ts";
import {
  countWithin,
  itemsFrom,
  itemsWithin,
  lastStepAt,
  type PageStart,
  receiptIndex,
  type TimeSpan,
} from "./case-index.ts";
import { type CaseKey, keyOfCase } from "./case-keys.ts";
import { itemNow, keeping, logUnreadable, type OnUnreadable, readableIn } from "./case-reading.ts";

/** Selection of a page's cases. */
interface CasePageOrder {
  projectIds: readonly number[];
  /** True to include closed cases. */
  closed: boolean;
  /** The page begins behind a case with this `order`, on the older or on the newer side; at the newest where absent. */
  from?: PageStart;
  /** Cases of a page. */
  size: number;
}

/** Cases with the newest first, and whether there are more on either side. */
interface CasePage {
  cases: ListedCase[];
  older: boolean;
  newer: boolean;
  /** Cases that were left out because they are corrupt. */
  unreadable: CaseKey[];
}

/** Open cases by deadline. */
export interface OpenCases {
  cases: ListedCase[];
  /** True if there are more with a later deadline, or more without one. */
  moreDue: boolean;
  moreOthers: boolean;
}

/** Selection of a list's cases; an absent field does not restrict. */
export interface CaseFilter extends TimeSpan {
  projectIds: readonly number[];
  /** True to include closed cases. */
  closed: boolean;
}

/** A wallet has a case for its first crossing, and for the first one after each decision. */
const MOST_OF_WALLET = 20;

/** Key of an item in an index by receipt, and its place there. */
const placed = z.object({ subject: z.string(), opened: z.string(), order: z.string() });
type PlacedKey = z.infer<typeof placed>;

/** Lists leave out what is corrupt, so that one item does not keep all others from being found. */
export class CaseQueries {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #onUnreadable: OnUnreadable;

  constructor(client: DynamoDBDocumentClient, table: string, onUnreadable: OnUnreadable = logUnreadable) {
    this.#client = client;
    this.#table = table;
    this.#onUnreadable = onUnreadable;
  }

  /** A case with everything that is kept of it; undefined of one that is corrupt. */
  async readable(key: CaseKey, onUnreadable = this.#onUnreadable): Promise<StoredCase | undefined> {
    const wanted = { TableName: this.#table, Key: keyOfCase(key) };
    const { Item } = await this.#client.send(new GetCommand(wanted));
    return readableIn(storedCase, Item === undefined ? [] : [Item], onUnreadable)[0];
  }

  /** A case, read consistently, valid or not. */
  async raw(key: CaseKey): Promise<RawCase | undefined> {
    const item = await itemNow(this.#client, this.#table, key);
    return item && rawCase.parse(item);
  }

  /** The cases of a wallet, the newest first. @param subject as `walletSubject` makes it */
  async ofWallet(subject: string): Promise<StoredCase[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#subject = :subject",
        ExpressionAttributeNames: { "#subject": CASES_KEY.partition },
        ExpressionAttributeValues: { ":subject": subject },
        ScanIndexForward: false,
        Limit: MOST_OF_WALLET,
      }),
    );
    return readableIn(storedCase, Items, this.#onUnreadable);
  }

  /** The cases that fit, the newest first, read as far as they are consumed. */
  list(filter: CaseFilter, onUnreadable = this.#onUnreadable): AsyncGenerator<ListedCase> {
    return this.#received(listedCase, filter, onUnreadable);
  }

  /**
   * The cases of a user in some projects, decided ones too, the newest first, read as far as they are consumed.
   * @param until only those with an `order` before it
   */
  async *ofUser(
    projectIds: readonly number[],
    userId: string,
    until?: string,
    onUnreadable = this.#onUnreadable,
  ): AsyncGenerator<ListedCase> {
    const streams = projectIds.map((projectId) =>
      readableOf(
        listedCase,
        itemsWithin(this.#part(CASES_BY_USER, userPartition(projectId, userId)), { until }),
        onUnreadable,
      ),
    );
    for await (const one of mergeSorted(streams, (a, b) => a.order > b.order))
      if (until === undefined || one.order < until) yield one;
  }

  /** The same with those that are corrupt, each of which is named to `onUnreadable`. */
  async *all(
    filter: CaseFilter,
    onUnreadable = this.#onUnreadable,
  ): AsyncGenerator<ListedCase | UnreadableCase> {
    const either = z.union([listedCase, unreadableCase]);
    for await (const one of this.#received(either, filter, onUnreadable)) {
      if (one.kind === "unreadable") onUnreadable(one);
      yield one;
    }
  }

  /** The keys of the same, with those that are corrupt. */
  keys(filter: CaseFilter): AsyncGenerator<CaseKey> {
    return this.#received(placed, filter, this.#onUnreadable);
  }

  /** The open cases of a project whose first deadline is before a time, ISO 8601, or has passed: the first deadline first. */
  due(projectId: number, until: string): AsyncGenerator<ListedCase> {
    const items = itemsWithin(this.#part(CASES_OPEN_BY_DUE, projectPartition(projectId)), { until });
    return readableOf(listedCase, items, this.#onUnreadable);
  }

  /**
   * The open cases of some projects: those with a deadline, the first deadline first, and those without one; so many of each at
   * most, and whether there are more.
   */
  async open(
    projectIds: readonly number[],
    most: number,
    onUnreadable = this.#onUnreadable,
  ): Promise<OpenCases> {
    const read = async (span: TimeSpan) => {
      const streams = shardsOf(projectIds).map((shard) =>
        readableOf(listedCase, itemsWithin(this.#part(CASES_OPEN_BY_DUE, shard), span), onUnreadable),
      );
      return firstOf(
        mergeSorted(streams, (a, b) => a.dueAt < b.dueAt),
        most,
      );
    };
    const [due, others] = await Promise.all([read({}), read({ since: NOTHING_DUE, until: NOTHING_DUE })]);
    return {
      cases: [...due.slice(0, most), ...others.slice(0, most)],
      moreDue: due.length > most,
      moreOthers: others.length > most,
    };
  }

  /** Number of open cases of some projects, counted up to `most`; corrupt ones too. */
  countOpen(projectIds: readonly number[], most: number): Promise<number> {
    return countWithin(
      shardsOf(projectIds).map((shard) => this.#part(CASES_OPEN_BY_DUE, shard)),
      most,
    );
  }

  /** Time of the last step, or opening, in the cases and months of some projects: ISO 8601, undefined before the first. */
  async lastStepAt(projectIds: readonly number[]): Promise<string | undefined> {
    const table = { client: this.#client, table: this.#table };
    const times = await Promise.all(projectIds.map((projectId) => lastStepAt(table, projectId)));
    return times
      .filter((time) => time !== undefined)
      .sort()
      .at(-1);
  }

  /** A page of the cases of some projects. */
  async page({ projectIds, closed, from, size }: CasePageOrder): Promise<CasePage> {
    const isNewer = from?.side === "newer";
    const shards = shardsOf(projectIds).map((shard) => this.#part(receiptIndex(closed), shard));
    const unreadable: CaseKey[] = [];
    const onUnreadable = keeping(unreadable, this.#onUnreadable);
    const found = await Promise.all(
      shards.map((part) => firstReadable(itemsFrom(part, from, size + 1), size + 1, onUnreadable)),
    );
    const direction = isNewer ? 1 : -1;
    const all = found.flat().sort((a, b) => direction * compare(a, b));
    const cases = all.slice(0, size);
    const more = all.length > size;
    if (isNewer) cases.reverse();
    return { cases, older: isNewer || more, newer: isNewer ? more : from !== undefined, unreadable };
  }

  async *#received<T extends PlacedKey>(
    schema: z.ZodMiniType<T>,
    filter: CaseFilter,
    onUnreadable: OnUnreadable,
  ): AsyncGenerator<T> {
    const { projectIds, closed, since, until } = filter;
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    const streams = shardsOf(projectIds).map((shard) =>
      readableOf(schema, itemsWithin(this.#part(receiptIndex(closed), shard), filter), onUnreadable),
    );
    yield* mergeSorted(streams, (a, b) => a.order > b.order);
  }

  #part<Index>(index: Index, shard: string) {
    return { client: this.#client, table: this.#table, index, shard };
  }
}

async function* readableOf<T>(
  schema: z.ZodMiniType<T>,
  items: AsyncIterable<Record<string, unknown>>,
  onUnreadable: OnUnreadable,
): AsyncGenerator<T> {
  for await (const item of items) yield* readableIn(schema, [item], onUnreadable);
}

/** So many that can be read, or all that there are. */
async function firstReadable(
  items: AsyncIterable<Record<string, unknown>>,
  count: number,
  onUnreadable: OnUnreadable,
): Promise<ListedCase[]> {
  const found: ListedCase[] = [];
  for await (const one of readableOf(listedCase, items, onUnreadable)) if (found.push(one) >= count) break;
  return found;
}

function shardsOf(projectIds: readonly number[]): string[] {
  return projectIds.map(projectPartition);
}

function compare(a: ListedCase, b: ListedCase): number {
  return a.order < b.order ? -1 : 1;
}
