/** Remembering wallets in the Wallets table when they are first seen, and every user that they were seen with. */

import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "./conditional-write.ts";
import { WALLETS_BY_USER, WALLETS_KEY } from "./keys.ts";
import { isUsableAddress, keyOfWallet, type WalletName, walletKey } from "./wallet-keys.ts";

/** A wallet that was seen, and with whom. */
export interface WalletSight extends WalletName {
  userId?: string | undefined;
  source: "notification" | "import";
  /** When it was seen, ISO 8601 in UTC. */
  seenAt: string;
  description?: string | undefined;
}

/** `unusable`: the address or the owner's name is too long to be a key, as no real one is; nothing is written. */
export type Remembered = "new" | "known" | "unusable";

/** A wallet seen with more users than this belongs to none of them: an exchange's, or an attack. */
export const MAX_OWNERS = 100;

/** DynamoDB takes partition keys of up to 2,048 bytes; the project's id stands before the user's. */
const MAX_USER_BYTES = 1_900;

const MAX_DESCRIPTION = 200;

/** What a warm function keeps, some hundred bytes each. */
const MAX_CACHED = 10_000;

export class KnownWallets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  /** The last owner that each wallet was remembered with, the least recently used first. */
  readonly #cache = new Map<string, string | undefined>();

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Remembers a wallet; doing it twice changes nothing. `userId` becomes the last owner unless a later sight named
   * another, and stays among all owners ever seen. For a wallet and owner that this process has just remembered, no
   * call is made.
   */
  async remember(sight: WalletSight): Promise<Remembered> {
    if (!isUsableAddress(sight.address)) return "unusable";
    const cached = `${sight.projectId}#${walletKey(sight.address, sight.chainId)}`;
    const owner = usableOwner(sight.userId);
    if (this.#cache.has(cached) && (owner === undefined || this.#cache.get(cached) === owner)) {
      this.#keep(cached, this.#cache.get(cached));
      return "known";
    }
    const remembered = await this.#write({ ...sight, userId: owner });
    this.#keep(cached, owner);
    return remembered;
  }

  async #write(sight: WalletSight): Promise<Remembered> {
    // Reading first costs a known wallet half a read unit where a refused write would cost a whole write unit.
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#table,
        Key: keyOfWallet(sight),
        ProjectionExpression: "userId, userSeenAt",
      }),
    );
    if (Item === undefined && (await this.#create(sight))) return "new";
    if (sight.userId !== undefined && Item?.["userId"] !== sight.userId) await this.#addOwner(sight);
    return "known";
  }

  async #create(sight: WalletSight): Promise<boolean> {
    const { projectId, chainId, address, userId, source, seenAt, description } = sight;
    const item = {
      ...keyOfWallet(sight),
      projectId,
      chainId,
      address,
      source,
      firstSeenAt: seenAt,
      description: description?.toWellFormed().slice(0, MAX_DESCRIPTION) || undefined,
      ...(userId === undefined
        ? {}
        : {
            userId,
            userSeenAt: seenAt,
            owners: new Set([userId]),
            [WALLETS_BY_USER.partition]: `${projectId}#${userId}`,
          }),
    };
    return unlessRefused(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: item,
          ConditionExpression: "attribute_not_exists(#key)",
          ExpressionAttributeNames: { "#key": WALLETS_KEY.sort },
        }),
      ),
    );
  }

  async #addOwner(sight: WalletSight): Promise<void> {
    const { projectId, userId, seenAt } = sight;
    const update = { TableName: this.#table, Key: keyOfWallet(sight) };
    await unlessRefused(
      this.#client.send(
        new UpdateCommand({
          ...update,
          UpdateExpression: "ADD owners :owner",
          ConditionExpression: "attribute_not_exists(owners) OR size(owners) < :most",
          ExpressionAttributeValues: { ":owner": new Set([userId]), ":most": MAX_OWNERS },
        }),
      ),
    );
    // An older sight that arrives late is an owner too, but not the last one.
    await unlessRefused(
      this.#client.send(
        new UpdateCommand({
          ...update,
          UpdateExpression: "SET userId = :user, userSeenAt = :at, #userKey = :userKey",
          ConditionExpression: "attribute_not_exists(userSeenAt) OR userSeenAt <= :at",
          ExpressionAttributeNames: { "#userKey": WALLETS_BY_USER.partition },
          ExpressionAttributeValues: { ":user": userId, ":at": seenAt, ":userKey": `${projectId}#${userId}` },
        }),
      ),
    );
  }

  #keep(key: string, owner: string | undefined): void {
    this.#cache.delete(key);
    this.#cache.set(key, owner);
    if (this.#cache.size <= MAX_CACHED) return;
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined) this.#cache.delete(oldest);
  }
}

/** An id that cannot stand as a key names nobody that could be looked up. */
function usableOwner(userId: string | undefined): string | undefined {
  if (userId === undefined || userId === "" || !userId.isWellFormed()) return undefined;
  return Buffer.byteLength(userId) <= MAX_USER_BYTES ? userId : undefined;
}
