/** The Wallets table: every known wallet of a project, whose it is, and what the last scans said of it. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { WALLETS_BY_SCORE, WALLETS_BY_USER, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { queryPages } from "../../aws/tables/query.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { isAbove } from "../score.ts";
import { type CorruptWallet, logCorrupt, type OnCorrupt, type Wallet, walletsIn } from "./wallet.ts";
import {
  canBeWallet,
  isUsableAddress,
  isUsableOwner,
  keyOfRank,
  keyOfRemoval,
  keyOfWallet,
  rankText,
  removalsKey,
  shardKey,
  shardOf,
  WALLET_SHARDS,
  type WalletName,
  type WalletRank,
} from "./wallet-keys.ts";
import { MAX_OWNERS, OWNERSHIP_ATTRIBUTES, ownership } from "./wallet-sights.ts";

/** The key of an entry of the index by score. */
const rankKeys = z.object({ rank: z.string(), shardKey: z.string(), walletKey: z.string() });

/** DynamoDB's limit for one batch of reads. */
const MAX_BATCH = 100;

/** A busy table answers a part of a batch; what it leaves is asked for again after a pause of up to this, then twice it. */
const FIRST_PAUSE_MS = 50;
const MAX_TRIES = 8;

export class WalletStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #onCorrupt: OnCorrupt;

  /** @param onCorrupt is told of items that lists leave out because they cannot be read */
  constructor(client: DynamoDBDocumentClient, table: string, onCorrupt: OnCorrupt = logCorrupt) {
    this.#client = client;
    this.#table = table;
    this.#onCorrupt = onCorrupt;
  }

  /** One wallet, or undefined where it is not known or cannot be read. */
  async get(name: WalletName): Promise<Wallet | undefined> {
    if (!canBeWallet(name)) return undefined;
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOfWallet(name) }),
    );
    return Item === undefined ? undefined : walletsIn([Item], this.#onCorrupt)[0];
  }

  /**
   * Takes a wallet out: nothing scans it until it is seen again. The former wallet is noted first: a reader that looks for
   * its notifications must not take those that are seen later for all that it had. So are its users: a wallet of several is
   * not one user's to delete.
   */
  async remove(name: WalletName): Promise<void> {
    const place = { TableName: this.#table, Key: keyOfWallet(name) };
    const { Item } = await this.#client.send(
      new GetCommand({ ...place, ConsistentRead: true, ProjectionExpression: OWNERSHIP_ATTRIBUTES }),
    );
    const known = usersIn(Item);
    await this.#client.send(new UpdateCommand(noteOf(this.#table, name, known)));
    const { Attributes } = await this.#client.send(new DeleteCommand({ ...place, ReturnValues: "ALL_OLD" }));
    // Seen with it between the two.
    const last = usersIn(Attributes);
    const late = last.owners.filter((user) => !known.owners.includes(user));
    if (late.length > 0 || last.moreOwners !== known.moreOwners)
      await this.#client.send(new UpdateCommand(noteOf(this.#table, name, { ...last, owners: late })));
  }

  /** Every user that the wallets with this address were seen with; undefined where there may be others. */
  async ownersOf(projectId: number, address: string): Promise<string[] | undefined> {
    const corrupt: CorruptWallet[] = [];
    const wallets = await this.ofAddress(projectId, address, (one) => corrupt.push(one));
    // The sighting may still be due, and a corrupt one has no known owner.
    if (wallets.length === 0 || corrupt.length > 0) return undefined;
    if (wallets.some(({ owners, moreOwners }) => moreOwners === true || owners.length >= MAX_OWNERS))
      return undefined;
    if (await this.#wasRemoved(projectId, address)) return undefined;
    return [...new Set(wallets.flatMap(({ owners }) => owners))];
  }

  async #wasRemoved(projectId: number, address: string): Promise<boolean> {
    const partition = removalsKey(projectId);
    for await (const items of this.#pages(keysOfAddress(partition, address)))
      if (items.length > 0) return true;
    return false;
  }

  /** The wallets of a project with this address, on every chain. */
  async ofAddress(projectId: number, address: string, onCorrupt = this.#onCorrupt): Promise<Wallet[]> {
    if (!isUsableAddress(address)) return [];
    const found: Wallet[] = [];
    const partition = shardKey(projectId, shardOf(address));
    for await (const items of this.#pages(keysOfAddress(partition, address)))
      found.push(...walletsIn(items, onCorrupt));
    // An address may hold the separator itself, so that a longer one begins in the same way.
    return found.filter((one) => comparableAddress(one.address) === comparableAddress(address));
  }

  /** Every wallet of a project, a page of a shard at a time. */
  async *ofProject(projectId: number): AsyncGenerator<Wallet> {
    for (let shard = 0; shard < WALLET_SHARDS; shard++) {
      for await (const items of this.#pages({
        KeyConditionExpression: "#shard = :shard",
        ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition },
        ExpressionAttributeValues: { ":shard": shardKey(projectId, shard) },
      })) {
        yield* walletsIn(items, this.#onCorrupt);
      }
    }
  }

  /** Every wallet whose last owner is this user. */
  async *ofUser(projectId: number, userId: string): AsyncGenerator<Wallet> {
    if (!isUsableOwner(userId)) return;
    for await (const items of this.#pages({
      IndexName: WALLETS_BY_USER.index,
      KeyConditionExpression: "#user = :user",
      ExpressionAttributeNames: { "#user": WALLETS_BY_USER.partition },
      ExpressionAttributeValues: { ":user": `${projectId}#${userId}` },
      Limit: MAX_BATCH,
    })) {
      yield* await this.#byKey(items);
    }
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
    const found = await this.#byKey(Items);
    // Read by key they come in any order, and a scan may have changed one since.
    const wallets = found
      .filter(({ score }) => isAbove(score, above))
      .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
    if (LastEvaluatedKey === undefined) return { wallets };
    return { wallets, next: { projectId, ...rankKeys.parse(LastEvaluatedKey) } };
  }

  #pages(query: Omit<QueryCommandInput, "TableName">): AsyncGenerator<Record<string, unknown>[]> {
    return queryPages(this.#client, { TableName: this.#table, ...query });
  }

  /** The index holds keys only, so that a scan's writes do not pay for it; the items are read by key. */
  async #byKey(entries: readonly Record<string, unknown>[]): Promise<Wallet[]> {
    const found: Wallet[] = [];
    let keys: Record<string, unknown>[] = entries.map((entry) => ({
      [WALLETS_KEY.partition]: entry[WALLETS_KEY.partition],
      [WALLETS_KEY.sort]: entry[WALLETS_KEY.sort],
    }));
    for (let tries = 0; keys.length > 0; ) {
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetCommand({ RequestItems: { [this.#table]: { Keys: keys.slice(0, MAX_BATCH) } } }),
      );
      found.push(...walletsIn(Responses?.[this.#table] ?? [], this.#onCorrupt));
      const left = UnprocessedKeys?.[this.#table]?.Keys ?? [];
      tries = left.length === 0 ? 0 : tries + 1;
      if (tries === MAX_TRIES)
        throw new Error(`The table ${this.#table} is too busy for a batch of reads: try again later.`);
      if (tries > 0) await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
      keys = [...left, ...keys.slice(MAX_BATCH)];
    }
    return found;
  }
}

/** Items of a partition with this address, on any chain; a longer address may begin in the same way. */
function keysOfAddress(partition: string, address: string): Omit<QueryCommandInput, "TableName"> {
  return {
    KeyConditionExpression: "#shard = :shard AND begins_with(#wallet, :prefix)",
    ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition, "#wallet": WALLETS_KEY.sort },
    ExpressionAttributeValues: { ":shard": partition, ":prefix": `${comparableAddress(address)}#` },
  };
}

/** The users that a wallet was seen with. */
interface WalletUsers {
  owners: readonly string[];
  /** True if there were other owners, whom nothing lists. */
  moreOwners: boolean;
}

function usersIn(item: Record<string, unknown> | undefined): WalletUsers {
  const { owners, userId, moreOwners = false } = ownership.parse(item ?? {});
  return { owners: [...new Set([...owners, ...(userId === undefined ? [] : [userId])])], moreOwners };
}

/** A wallet may be taken out more than once: those who had it before stay noted. */
function noteOf(
  TableName: string,
  name: WalletName,
  { owners, moreOwners }: WalletUsers,
): UpdateCommandInput {
  const { projectId, chainId, address } = name;
  const more = moreOwners ? ", moreOwners = :more" : "";
  return {
    TableName,
    Key: keyOfRemoval(name),
    UpdateExpression: `SET projectId = :project, chainId = :chain, address = :address${more}${owners.length > 0 ? " ADD owners :users" : ""}`,
    ExpressionAttributeValues: {
      ":project": projectId,
      ":chain": chainId,
      ":address": address,
      ...(moreOwners ? { ":more": true } : {}),
      ...(owners.length > 0 ? { ":users": new Set(owners) } : {}),
    },
  };
}
