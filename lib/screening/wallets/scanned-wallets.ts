/** The Wallets table as a scan sees it: read shard by shard, and marked with what each run found out. */

import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { WALLETS_KEY } from "../../aws/tables/keys.ts";
import { logUnreadable, type Wallet, walletsIn } from "./wallet.ts";
import { keyOfWallet, rankOf, type WalletName } from "./wallet-keys.ts";

/** Some wallets in the order of their keys; `next` is where to go on, absent at the shard's end. */
interface WalletPage {
  wallets: Wallet[];
  next?: string;
}

/** Fields that a scan writes; an absent field is removed. */
const SCAN_FIELDS = [
  "score",
  "level",
  "reason",
  "suspicious",
  "patterns",
  "scannedAt",
  "scoredRun",
  "previousScore",
  "previousSuspicious",
  "lastRun",
  "lastPass",
  "lastOutcome",
  "lastReason",
  "alert",
  "crossedRun",
] as const;

function assignments(found: Wallet) {
  const written = {
    ...Object.fromEntries(SCAN_FIELDS.map((field) => [field, found[field]])),
    rank: rankOf(found.score),
  };
  const set = Object.entries(written).filter(([, value]) => value !== undefined);
  const removed = Object.entries(written).filter(([, value]) => value === undefined);
  return {
    sets: set.map(([field]) => `#${field} = :${field}`),
    removes: removed.map(([field]) => `#${field}`),
    names: Object.fromEntries(Object.keys(written).map((field) => [`#${field}`, field])),
    values: Object.fromEntries(set.map(([field, value]) => [`:${field}`, value])),
  };
}

export class ScannedWallets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Up to `limit` wallets after `after`, read consistently: a run must see what it has just written. */
  async page(projectId: number, after: string | undefined, limit: number): Promise<WalletPage> {
    const partition = String(projectId);
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#shard = :shard",
        ExpressionAttributeNames: { "#shard": WALLETS_KEY.partition },
        ExpressionAttributeValues: { ":shard": partition },
        ConsistentRead: true,
        Limit: limit,
        ...(after === undefined
          ? {}
          : { ExclusiveStartKey: { [WALLETS_KEY.partition]: partition, [WALLETS_KEY.sort]: after } }),
      }),
    );
    const next = LastEvaluatedKey?.[WALLETS_KEY.sort];
    return {
      wallets: walletsIn(Items, logUnreadable),
      ...(next === undefined ? {} : { next: String(next) }),
    };
  }

  /**
   * Writes what a run found out about a wallet, unless the same pass of the run has written it already, or a later run.
   * Run ids sort by their time.
   * @param found the wallet with its fields of {@link SCAN_FIELDS} as they are now
   * @returns whether it was written
   */
  recordScan(found: Wallet): Promise<boolean> {
    const { sets, removes, names, values } = assignments(found);
    return succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOfWallet(found),
          UpdateExpression: `SET ${sets.join(", ")}${removes.length > 0 ? ` REMOVE ${removes.join(", ")}` : ""}`,
          ConditionExpression:
            "attribute_exists(#key) AND (attribute_not_exists(#lastRun) OR #lastRun < :lastRun OR (#lastRun = :lastRun AND #lastPass < :lastPass))",
          ExpressionAttributeNames: { ...names, "#key": WALLETS_KEY.sort },
          ExpressionAttributeValues: values,
        }),
      ),
    );
  }

  /** Notes that the alert about a wallet went out in a run, with the compliance status that it named, if any. */
  async markAlerted(
    name: WalletName,
    runId: string,
    status: { status: string; tags: string; statusAt: string } | undefined,
  ): Promise<void> {
    await succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOfWallet(name),
          UpdateExpression: `SET alert = :sent${
            status === undefined ? "" : ", #status = :status, tags = :tags, statusAt = :statusAt"
          }`,
          ConditionExpression: "lastRun = :run",
          ExpressionAttributeValues: {
            ":sent": "sent",
            ":run": runId,
            ":status": status?.status,
            ":tags": status?.tags,
            ":statusAt": status?.statusAt,
          },
          ...(status === undefined ? {} : { ExpressionAttributeNames: { "#status": "status" } }),
        }),
      ),
    );
  }
}
