/** Finding cases again: by project and time, a page at a time. */

import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { CASES_BY_TIME, CASES_KEY, CASES_OPEN_BY_DUE, CASES_OPEN_BY_TIME } from "../keys.ts";
import { mergeSorted } from "../merge.ts";
import { timeShardsOf } from "../notifications/notification-keys.ts";
import { queryItems } from "../query.ts";
import {
  type ChainedItem,
  chainedCase,
  type ListedCase,
  listedCase,
  type RawCase,
  rawCase,
  type StoredCase,
  storedCase,
} from "./case.ts";
import { type CaseKey, keyOfCase } from "./case-keys.ts";

/** Which cases a page has. */
export interface CasePageOrder {
  projectIds: readonly number[];
  /** Whether those that are closed are wanted too. */
  closed: boolean;
  /** The page begins behind a case with this `order`, on the older or on the newer side; at the newest where absent. */
  from?: { side: "older" | "newer"; order: string } | undefined;
  /** How many cases a page has. */
  size: number;
}

/** Cases with the newest first, and whether there are more on either side. */
export interface CasePage {
  cases: ListedCase[];
  older: boolean;
  newer: boolean;
}

/** Which cases a list has; what is absent does not restrict. */
export interface CaseFilter {
  projectIds: readonly number[];
  /** Whether those that are closed are wanted too. */
  closed: boolean;
  /** Received at or after, ISO 8601 in UTC with milliseconds. */
  since?: string | undefined;
  /** Received before. */
  until?: string | undefined;
}

type CaseIndex = typeof CASES_BY_TIME | typeof CASES_OPEN_BY_TIME;

/** Sorts behind every order: a time begins with a digit. */
const BEHIND_ALL = "A";

/** How many cases a list reads of an index partition at a time. */
const LIST_PAGE = 200;

/** A wallet has a case for each time that it crossed the line after the last one was decided. */
const MOST_OF_WALLET = 20;

export class CaseQueries {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** A case with everything that is kept of it. */
  async get(key: CaseKey): Promise<StoredCase | undefined> {
    const Item = await this.#read(key);
    return Item === undefined ? undefined : storedCase.parse(Item);
  }

  /** A case as the table holds it at this very moment, with whatever stands in its steps: what their digests are of. */
  async chained(key: CaseKey): Promise<ChainedItem | undefined> {
    const Item = await this.#read(key, { ConsistentRead: true });
    return Item === undefined ? undefined : chainedCase.parse(Item);
  }

  /** The same, whatever somebody made of it. */
  async raw(key: CaseKey): Promise<RawCase | undefined> {
    const Item = await this.#read(key, { ConsistentRead: true });
    return Item === undefined ? undefined : rawCase.parse(Item);
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
    return Items.map((item) => storedCase.parse(item));
  }

  /** The cases that fit, the newest first, read as far as they are consumed. */
  async *list(filter: CaseFilter): AsyncGenerator<ListedCase> {
    const { projectIds, closed, since, until } = filter;
    // DynamoDB refuses a range that ends before it begins.
    if (since !== undefined && until !== undefined && since > until) return;
    const streams = shardsOf(projectIds).map((shard) => this.#within(indexOf(closed), shard, filter));
    yield* mergeSorted(streams, (a, b) => a.order > b.order);
  }

  /** The open cases of a project about which something is due from one time on and before another, ISO 8601. */
  async *due(projectId: number, since: string, until: string): AsyncGenerator<ListedCase> {
    const within = { since, until };
    const streams = timeShardsOf(projectId).map((shard) => this.#within(CASES_OPEN_BY_DUE, shard, within));
    yield* mergeSorted(streams, (a, b) => a.dueAt < b.dueAt);
  }

  /** A page of the cases of some projects. */
  async page({ projectIds, closed, from, size }: CasePageOrder): Promise<CasePage> {
    const isNewer = from?.side === "newer";
    const found = await Promise.all(
      shardsOf(projectIds).map((shard) => this.#pageOfShard(indexOf(closed), shard, from, size + 1)),
    );
    const direction = isNewer ? 1 : -1;
    const all = found.flat().sort((a, b) => direction * compare(a, b));
    const cases = all.slice(0, size);
    const more = all.length > size;
    if (isNewer) cases.reverse();
    return { cases, older: isNewer || more, newer: isNewer ? more : from !== undefined };
  }

  async #read(key: CaseKey, how = { ConsistentRead: false }): Promise<Record<string, unknown> | undefined> {
    const wanted = { TableName: this.#table, Key: keyOfCase(key), ...how };
    return (await this.#client.send(new GetCommand(wanted))).Item;
  }

  /** What lists show of a partition: by receipt the newest first, by what is due the first first. */
  async *#within(
    { index, partition, sort }: CaseIndex | typeof CASES_OPEN_BY_DUE,
    shard: string,
    { since, until }: Pick<CaseFilter, "since" | "until">,
  ): AsyncGenerator<ListedCase> {
    const found = queryItems(this.#client, {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :since AND :until",
      ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
      // An order goes on behind its time, so that those of the last moment sort behind it.
      ExpressionAttributeValues: {
        ":partition": shard,
        ":since": since ?? "0",
        ":until": until ?? BEHIND_ALL,
      },
      ScanIndexForward: index === CASES_OPEN_BY_DUE.index,
      Limit: LIST_PAGE,
    });
    for await (const item of found) yield listedCase.parse(item);
  }

  async #pageOfShard(
    { index, partition, sort }: CaseIndex,
    shard: string,
    from: CasePageOrder["from"],
    limit: number,
  ): Promise<ListedCase[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        IndexName: index,
        KeyConditionExpression: `#partition = :partition AND #sort ${from?.side === "newer" ? ">" : "<"} :from`,
        ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
        ExpressionAttributeValues: { ":partition": shard, ":from": from?.order ?? BEHIND_ALL },
        ScanIndexForward: from?.side === "newer",
        Limit: limit,
      }),
    );
    return Items.map((item) => listedCase.parse(item));
  }
}

function shardsOf(projectIds: readonly number[]): string[] {
  return projectIds.flatMap((projectId) => timeShardsOf(projectId));
}

function indexOf(closed: boolean): CaseIndex {
  return closed ? CASES_BY_TIME : CASES_OPEN_BY_TIME;
}

function compare(a: ListedCase, b: ListedCase): number {
  return a.order < b.order ? -1 : 1;
}
