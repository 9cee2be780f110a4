/** The Wallets table as a run sees it: which wallets wait, what became of each, and whose alert is pending. */

import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { WALLETS_BY_PENDING, WALLETS_BY_WAIT, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { firstOf, queryItems } from "../../aws/tables/query.ts";
import { logUnreadable, type NamedWallet, type Wallet, walletOutcome, walletsIn } from "../wallets/wallet.ts";
import { partsOfWallet } from "../wallets/wallet-keys.ts";
import type { RunTotals, ScanRun } from "./run.ts";
import type { AskedFacts } from "./screened.ts";

/** A wallet of a project, by the sort key of its item. */
export type WalletKey = string;

/** The place where a list of waiting wallets goes on, as DynamoDB gave it. */
const place = z.record(z.string(), z.string());
export type WaitingPlace = z.infer<typeof place>;

/** A wallet whose alert is pending; `place` among them changes when there is more to say of it. */
export interface PendingWallet {
  key: WalletKey;
  place: string;
}

const entryOfWait = z.object({ wallet: z.string() });
const entryOfPending = z.object({ wallet: z.string(), pending: z.string() });

/** What a count needs of an item, as far as it can be read. */
const countedWallet = z.object({
  waitingSince: z.catch(z.iso.datetime(), ""),
  askedBy: z.catch(z.optional(z.string()), undefined),
  outcome: z.catch(walletOutcome, "failed"),
  exceeded: z.catch(z.optional(z.object({ runId: z.string() })), undefined),
});

/** An index lags behind its table: as many of its entries may be of wallets that were asked for just now. */
const MOST_STALE = 100;

const AT_ONCE = 10;

export class RunWallets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Wallets that wait since before a time, those that waited longest first. */
  async waiting(
    projectId: number,
    before: string,
    page: { limit: number; after?: WaitingPlace | undefined },
  ): Promise<{ keys: WalletKey[]; next?: WaitingPlace }> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        ...this.#waitingBefore(projectId, before),
        Limit: page.limit,
        ExclusiveStartKey: page.after,
      }),
    );
    const keys = Items.map((item) => entryOfWait.parse(item).wallet);
    return LastEvaluatedKey === undefined ? { keys } : { keys, next: place.parse(LastEvaluatedKey) };
  }

  /** How many wait since before a time, counted up to about `most`. */
  async countWaiting(
    projectId: number,
    before: string,
    most: number,
  ): Promise<{ count: number; isCut: boolean }> {
    let count = 0;
    let ExclusiveStartKey: QueryCommandInput["ExclusiveStartKey"];
    do {
      const query = {
        ...this.#waitingBefore(projectId, before),
        Select: "COUNT" as const,
        ExclusiveStartKey,
      };
      const { Count = 0, LastEvaluatedKey } = await this.#client.send(new QueryCommand(query));
      count += Count;
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined && count < most);
    return { count, isCut: ExclusiveStartKey !== undefined };
  }

  /** True if certainly none waits since before a time: entries of the index are confirmed by the table. */
  async noneWaits(projectId: number, before: string): Promise<boolean> {
    const { keys, next } = await this.waiting(projectId, before, { limit: MOST_STALE });
    for (const key of keys) {
      const item = await this.#item(projectId, key);
      if (item !== undefined && countedWallet.parse(item).waitingSince < before) return false;
    }
    return next === undefined;
  }

  /** Wallets of a run's request that it has not asked for yet, read consistently. `wallet` is absent if it cannot be read. */
  async remaining(projectId: number, keys: readonly WalletKey[], runId: string) {
    const items = await this.#items(projectId, keys);
    return keys.flatMap((key, index) => {
      const item = items[index];
      if (item === undefined || countedWallet.parse(item).askedBy === runId) return [];
      return [{ key, wallet: walletsIn([item], logUnreadable)[0] }];
    });
  }

  /** Some wallets, read consistently, in this order; of one that cannot be read the name alone. */
  async read(projectId: number, keys: readonly WalletKey[]): Promise<NamedWallet[]> {
    const items = await this.#items(projectId, keys);
    return keys.map((key, at) => {
      const item = items[at];
      const [wallet] = item === undefined ? [] : walletsIn([item], logUnreadable);
      return wallet ?? { projectId, ...partsOfWallet(key) };
    });
  }

  /** Writes what a run was answered, unless it has written that before. @returns whether it was written */
  record(projectId: number, key: WalletKey, facts: AskedFacts): Promise<boolean> {
    const changes = Object.entries(facts);
    const set = changes.filter(([, value]) => value !== undefined);
    const removed = changes.filter(([, value]) => value === undefined);
    const remove = removed.length === 0 ? "" : ` REMOVE ${removed.map(([name]) => `#${name}`).join(", ")}`;
    return this.#changes({
      Key: keyOf(projectId, key),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(", ")}${remove}`,
      ConditionExpression:
        "attribute_exists(#key) AND (attribute_not_exists(#askedBy) OR #askedBy <> :askedBy)",
      ExpressionAttributeNames: {
        "#key": WALLETS_KEY.sort,
        ...Object.fromEntries(changes.map(([name]) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
    });
  }

  /** Wallets of which an alert is pending, the highest score first, at most so many. */
  async pending(projectId: number, most: number): Promise<PendingWallet[]> {
    const { index, partition } = WALLETS_BY_PENDING;
    const items = queryItems(this.#client, {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: "#project = :project",
      ExpressionAttributeNames: { "#project": partition },
      ExpressionAttributeValues: { ":project": String(projectId) },
      ScanIndexForward: false,
    });
    return (await firstOf(items, most)).slice(0, most).map((item) => {
      const { wallet, pending } = entryOfPending.parse(item);
      return { key: wallet, place: pending };
    });
  }

  /** Notes that a wallet's alert went out, with the status that it named, unless there is more to say since. */
  async alerted(
    projectId: number,
    { key, place: at }: PendingWallet,
    status?: Pick<Wallet, "status" | "tags" | "statusAt">,
  ): Promise<void> {
    const named = status && {
      set: "SET #status = :status, tags = :tags, statusAt = :statusAt ",
      names: { ExpressionAttributeNames: { "#status": "status" } },
      values: { ":status": status.status, ":tags": status.tags, ":statusAt": status.statusAt },
    };
    await this.#changes({
      Key: keyOf(projectId, key),
      UpdateExpression: `${named?.set ?? ""}REMOVE pending`,
      ConditionExpression: "pending = :pending",
      ...named?.names,
      ExpressionAttributeValues: { ":pending": at, ...named?.values },
    });
  }

  /** Counts a run from its wallets: every item counts, also one that cannot be read. */
  async count(run: Pick<ScanRun, "projectId" | "runId" | "startedAt">): Promise<RunTotals> {
    const totals: RunTotals = { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0 };
    const items = queryItems(this.#client, {
      TableName: this.#table,
      KeyConditionExpression: "#project = :project",
      ProjectionExpression: "waitingSince, askedBy, outcome, #exceeded.runId",
      ExpressionAttributeNames: { "#project": WALLETS_KEY.partition, "#exceeded": "exceeded" },
      ExpressionAttributeValues: { ":project": String(run.projectId) },
      ConsistentRead: true,
    });
    for await (const item of items) {
      const { waitingSince, askedBy, outcome, exceeded } = countedWallet.parse(item);
      if (askedBy === run.runId) {
        totals[outcome]++;
        if (exceeded?.runId === run.runId) totals.exceeded++;
      } else if (waitingSince === "") totals.failed++;
      else if (waitingSince >= run.startedAt) continue;
      totals.known++;
    }
    return totals;
  }

  #waitingBefore(projectId: number, before: string) {
    const { index, partition, sort } = WALLETS_BY_WAIT;
    return {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: "#project = :project AND #since < :before",
      ExpressionAttributeNames: { "#project": partition, "#since": sort },
      ExpressionAttributeValues: { ":project": String(projectId), ":before": before },
    };
  }

  #changes(update: Omit<UpdateCommandInput, "TableName">): Promise<boolean> {
    return succeedsConditionally(this.#client.send(new UpdateCommand({ TableName: this.#table, ...update })));
  }

  #items(projectId: number, keys: readonly WalletKey[]) {
    return pMap(keys, (key) => this.#item(projectId, key), { concurrency: AT_ONCE });
  }

  async #item(projectId: number, key: WalletKey): Promise<Record<string, unknown> | undefined> {
    const Key = keyOf(projectId, key);
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key, ConsistentRead: true }),
    );
    return Item;
  }
}

function keyOf(projectId: number, key: WalletKey) {
  return { [WALLETS_KEY.partition]: String(projectId), [WALLETS_KEY.sort]: key };
}
