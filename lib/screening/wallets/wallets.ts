/** The Wallets table: every known wallet of a project, whose it is, and what the last scans said of it. */

import { setTimeout as sleep } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { WALLETS_BY_SCORE, WALLETS_BY_USER, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { firstOf, queryItems, queryPages } from "../../aws/tables/query.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { isAbove } from "../score.ts";
import { logUnreadable, type OnUnreadable, type Wallet, walletsIn } from "./wallet.ts";
import {
  canBeWallet,
  isUsableAddress,
  isUsableUser,
  keyOfRank,
  keyOfWallet,
  partsOfWallet,
  rankText,
  type WalletName,
  type WalletRank,
} from "./wallet-keys.ts";

/** A wallet that a notification or an import named. */
export interface SeenWallet extends WalletName {
  userId?: string | undefined;
  source: Wallet["source"];
  /** ISO 8601 in UTC. */
  seenAt: string;
}

/** Outcome for a wallet that was seen. */
export type RememberedWallet =
  | { kind: "new" }
  /** `owner` is whose it was until now, where that was written again. */
  | { kind: "known"; owner?: string | undefined }
  /** Its address is too long to be a key, as no real one is; nothing is written then. */
  | { kind: "unusable" };

/** The old values of what was written again. */
const oldValues = z.object({ firstSeenAt: z.optional(z.string()), userId: z.optional(z.string()) });

/** The key of an entry of the index by score. */
const rankKeys = z.object({ rank: z.string(), wallet: z.string() });

/** DynamoDB's limit for one batch of reads. */
const MAX_BATCH = 100;

/** Chains of one address that are read. */
const MOST_CHAINS = 100;

/** A busy table answers a part of a batch; what it leaves is asked for again after a pause of up to this, then twice it. */
const FIRST_PAUSE_MS = 50;
const MAX_TRIES = 8;

export class WalletStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #onUnreadable: OnUnreadable;

  /** @param onUnreadable is told of items that lists leave out because they cannot be read */
  constructor(client: DynamoDBDocumentClient, table: string, onUnreadable: OnUnreadable = logUnreadable) {
    this.#client = client;
    this.#table = table;
    this.#onUnreadable = onUnreadable;
  }

  /** Remembers a wallet, so that scans ask for it; what is older than its `lastSeenAt` changes nothing. */
  async remember({ userId, source, seenAt, ...name }: SeenWallet): Promise<RememberedWallet> {
    if (!canBeWallet(name)) return { kind: "unusable" };
    const user =
      userId !== undefined && isUsableUser(userId)
        ? { ":user": userId, ":userKey": `${name.projectId}#${userId}` }
        : undefined;
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOfWallet(name),
          UpdateExpression: `SET firstSeenAt = if_not_exists(firstSeenAt, :seenAt), waitingSince = if_not_exists(waitingSince, :now), #source = if_not_exists(#source, :source), lastSeenAt = :seenAt${
            user === undefined ? "" : ", userId = :user, userKey = :userKey"
          }`,
          ConditionExpression: "attribute_not_exists(lastSeenAt) OR lastSeenAt <= :seenAt",
          ExpressionAttributeNames: { "#source": "source" },
          ExpressionAttributeValues: {
            ":seenAt": seenAt,
            ":now": new Date().toISOString(),
            ":source": source,
            ...user,
          },
          ReturnValues: "UPDATED_OLD",
        }),
      );
      const { success, data: old } = oldValues.safeParse(Attributes ?? {});
      // A value of another type was there before all the same.
      if (!success) return { kind: "known" };
      return old.firstSeenAt === undefined ? { kind: "new" } : { kind: "known", owner: old.userId };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { kind: "known" };
      throw error;
    }
  }

  /** One wallet, or undefined where it is not known or cannot be read. */
  async get(name: WalletName): Promise<Wallet | undefined> {
    if (!canBeWallet(name)) return undefined;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOfWallet(name) }),
    );
    return Item === undefined ? undefined : walletsIn([Item], this.#onUnreadable)[0];
  }

  /** Takes a wallet out of the scans until it is seen again. */
  async remove(name: WalletName): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: keyOfWallet(name) }));
  }

  /** The wallets of a project with this address, on at most a hundred chains. */
  async ofAddress(projectId: number, address: string): Promise<Wallet[]> {
    return walletsIn(await firstOf(this.#at(projectId, address), MOST_CHAINS - 1), this.#onUnreadable);
  }

  /** The wallets of a project whose address begins so, in the order of their addresses, read as far as they are consumed. */
  async *beginning(projectId: number, text: string): AsyncGenerator<Wallet> {
    for await (const item of this.#from(projectId, text)) yield* walletsIn([item], this.#onUnreadable);
  }

  /** The names of a project's wallets with this address, also of those that cannot be read. */
  async namesOf(projectId: number, address: string): Promise<WalletName[]> {
    const items = await Array.fromAsync(this.#at(projectId, address));
    return items.map((item) => ({ projectId, ...partsOfWallet(String(item[WALLETS_KEY.sort])) }));
  }

  async *#at(projectId: number, address: string): AsyncGenerator<Record<string, unknown>> {
    const compared = comparableAddress(address);
    // An address may hold the separator itself, so that a longer one begins in the same way.
    for await (const item of this.#from(projectId, address, "#"))
      if (partsOfWallet(String(item[WALLETS_KEY.sort])).address === compared) yield item;
  }

  async *#from(projectId: number, beginning: string, end = ""): AsyncGenerator<Record<string, unknown>> {
    if (!isUsableAddress(beginning)) return;
    yield* queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#project = :project AND begins_with(#wallet, :prefix)",
      ExpressionAttributeNames: { "#project": WALLETS_KEY.partition, "#wallet": WALLETS_KEY.sort },
      ExpressionAttributeValues: {
        ":project": String(projectId),
        ":prefix": `${comparableAddress(beginning)}${end}`,
      },
      Limit: MAX_BATCH,
    });
  }

  /** Every wallet of a project, read as far as it is consumed. */
  async *ofProject(projectId: number): AsyncGenerator<Wallet> {
    const pages = this.#pages({
      KeyConditionExpression: "#project = :project",
      ExpressionAttributeNames: { "#project": WALLETS_KEY.partition },
      ExpressionAttributeValues: { ":project": String(projectId) },
    });
    for await (const items of pages) yield* walletsIn(items, this.#onUnreadable);
  }

  /** Every wallet that was last seen with this user. */
  async *ofUser(projectId: number, userId: string): AsyncGenerator<Wallet> {
    if (!isUsableUser(userId)) return;
    const pages = this.#pages({
      IndexName: WALLETS_BY_USER.index,
      KeyConditionExpression: "#user = :user",
      ExpressionAttributeNames: { "#user": WALLETS_BY_USER.partition },
      ExpressionAttributeValues: { ":user": `${projectId}#${userId}` },
      Limit: MAX_BATCH,
    });
    for await (const items of pages) yield* await this.#byKey(items);
  }

  /**
   * A project's wallets from the first band line up, the highest score first.
   * @param after the `next` of the page before
   * @param above only those with a higher score
   */
  async byScore(
    projectId: number,
    limit: number,
    after?: WalletRank,
    above = 0,
  ): Promise<{ wallets: Wallet[]; next?: WalletRank }> {
    const { index, partition, sort } = WALLETS_BY_SCORE;
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        IndexName: index,
        // The rank is rounded: the wallet itself tells whether a score close to the limit is above it.
        KeyConditionExpression: "#partition = :project AND #sort >= :above",
        ExpressionAttributeNames: { "#partition": partition, "#sort": sort },
        ExpressionAttributeValues: { ":project": String(projectId), ":above": rankText(above) },
        ScanIndexForward: false,
        Limit: limit,
        ExclusiveStartKey: after && keyOfRank(after),
      }),
    );
    const stored = await this.#byKey(Items);
    // Read by key they come in any order, and a scan may have changed one since.
    const wallets = stored
      .filter(({ score }) => isAbove(score, above))
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
    if (LastEvaluatedKey === undefined) return { wallets };
    return { wallets, next: { projectId, ...rankKeys.parse(LastEvaluatedKey) } };
  }

  #pages(query: Omit<QueryCommandInput, "TableName">): AsyncGenerator<Record<string, unknown>[]> {
    return queryPages(this.#client, { TableName: this.#table, ...query });
  }

  /** Indexes hold keys alone; the items are read by key. */
  async #byKey(entries: readonly Record<string, unknown>[]): Promise<Wallet[]> {
    const wallets: Wallet[] = [];
    let keys: Record<string, unknown>[] = entries.map((entry) => ({
      [WALLETS_KEY.partition]: entry[WALLETS_KEY.partition],
      [WALLETS_KEY.sort]: entry[WALLETS_KEY.sort],
    }));
    for (let tries = 0; keys.length > 0; ) {
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetCommand({ RequestItems: { [this.#table]: { Keys: keys.slice(0, MAX_BATCH) } } }),
      );
      wallets.push(...walletsIn(Responses?.[this.#table] ?? [], this.#onUnreadable));
      const unprocessedKeys = UnprocessedKeys?.[this.#table]?.Keys ?? [];
      tries = unprocessedKeys.length === 0 ? 0 : tries + 1;
      if (tries === MAX_TRIES)
        throw new Error(`The table ${this.#table} is too busy for a batch of reads: try again later.`);
      if (tries > 0) await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
      keys = [...unprocessedKeys, ...keys.slice(MAX_BATCH)];
    }
    return wallets;
  }
}
