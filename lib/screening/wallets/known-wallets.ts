/** Remembering wallets in the Wallets table when they are first seen, and every user that they were seen with. */

import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { succeedsConditionally } from "../../aws/tables/conditional-write.ts";
import { WALLETS_BY_USER, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { isUsableAddress, keyOfWallet } from "./wallet-keys.ts";
import {
  type CountedSight,
  countedSight,
  descriptionIn,
  hasOtherOwner,
  lastOwned,
  lastOwnerOf,
  MAX_OWNERS,
  mayChangeOwner,
  newOwners,
  newWallet,
  OWNERSHIP_ATTRIBUTES,
  type OwnedSight,
  type Ownership,
  ownership,
  type WalletSight,
} from "./wallet-sights.ts";

/** `unusable`: the address is too long to be a key, as no real one is; nothing is written. */
type Remembered = "new" | "known" | "unusable";

/**
 * Time at which a notification last named a wallet's owner, ISO 8601; undefined if none did at the sight's time or after it.
 * The only owner's sights are not written, so this is asked once in a wallet's life: when a second owner is seen.
 */
export type LastSight = (owned: OwnedSight) => Promise<string | undefined>;

export class KnownWallets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #lastSight: LastSight;

  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    lastSight: LastSight = () => Promise.resolve(undefined),
  ) {
    this.#client = client;
    this.#table = table;
    this.#lastSight = lastSight;
  }

  /** {@link rememberAll} for one sight. */
  async remember(sight: WalletSight): Promise<Remembered> {
    return this.rememberAll([sight]);
  }

  /**
   * Remembers sights of one wallet; doing it twice, or in another order, changes nothing. The owner that was seen last
   * becomes the last owner, and each stays among all that were ever seen.
   */
  async rememberAll(sights: readonly WalletSight[]): Promise<Remembered> {
    const [first] = sights;
    if (first === undefined || !isUsableAddress(first.address)) return "unusable";
    const counted = sights.map((sight) => countedSight(sight, Date.now()));
    const known = await this.#read(first);
    if (known === undefined && (await this.#create(counted))) return "new";
    // The faster writer wrote all that its own sights needed.
    const item = known ?? (await this.#read(first, true));
    if (item !== undefined) await this.#update(item, counted);
    return "known";
  }

  /** Reading first costs a known wallet half a read unit where a refused write would cost a whole write unit. */
  async #read(sight: WalletSight, ConsistentRead = false): Promise<Ownership | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({
        TableName: this.#table,
        Key: keyOfWallet(sight),
        ConsistentRead,
        ProjectionExpression: `${WALLETS_KEY.sort}, ${OWNERSHIP_ATTRIBUTES}`,
      }),
    );
    return Item === undefined ? undefined : ownership.parse(Item);
  }

  async #create(sights: readonly CountedSight[]): Promise<boolean> {
    const [first] = sights.toSorted((a, b) => (a.seenAt < b.seenAt ? -1 : 1));
    if (first === undefined) return false;
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: newWallet(first, sights),
          ConditionExpression: "attribute_not_exists(#key)",
          ExpressionAttributeNames: { "#key": WALLETS_KEY.sort },
        }),
      ),
    );
  }

  /** The last owner first: where that fails, nothing says yet that the only owner is not the only one any more. */
  async #update(item: Ownership, sights: readonly CountedSight[]): Promise<void> {
    const [first] = sights;
    const last = lastOwned(sights);
    const added = newOwners(item, sights);
    if (last !== undefined && mayChangeOwner(item, last, added)) {
      const latest = lastOwned([last, ...(await this.#unwritten(item, last, added))]) ?? last;
      if (item.userSeenAt === undefined || latest.seenAt >= item.userSeenAt)
        await this.#setOwner(latest, latest.userId !== item.userId);
    }
    const isFull = item.moreOwners === true && item.owners.length >= MAX_OWNERS;
    const isMore = last !== undefined && !isFull && !(await this.#addOwners(last, added));
    if (first !== undefined && item.moreOwners !== true && (isMore || hasOtherOwner(sights)))
      await this.#noteMore(first);
  }

  /** The only owner's last sight, where it is not before these. */
  async #unwritten(
    { userId, userSeenAt = "", owners }: Ownership,
    last: OwnedSight,
    added: readonly string[],
  ): Promise<OwnedSight[]> {
    if (userId === undefined || owners.length > 1 || added.length === 0) return [];
    const only = {
      ...last,
      userId,
      description: undefined,
      seenAt: last.seenAt > userSeenAt ? last.seenAt : userSeenAt,
    };
    const seenAt = await this.#lastSight(only);
    return seenAt === undefined ? [] : [{ ...only, seenAt }];
  }

  /** @returns false where there are too many */
  async #addOwners(name: OwnedSight, userIds: readonly string[]): Promise<boolean> {
    for (const userId of userIds) if (!(await this.#addOwner(name, userId))) return false;
    return true;
  }

  /** @returns false where there are too many */
  #addOwner(name: OwnedSight, userId: string): Promise<boolean> {
    return this.#change(name, {
      UpdateExpression: "ADD owners :owner",
      ConditionExpression:
        "attribute_not_exists(owners) OR size(owners) < :most OR contains(owners, :userId)",
      ExpressionAttributeValues: {
        ":owner": new Set([userId]),
        ":userId": userId,
        ":most": MAX_OWNERS,
      },
    });
  }

  async #noteMore(name: WalletSight): Promise<void> {
    await this.#change(name, {
      UpdateExpression: "SET moreOwners = :true",
      ExpressionAttributeValues: { ":true": true },
    });
  }

  /**
   * An older sight that arrives late is an owner too, but not the last one.
   * @param isOther true if it is another one: then what the one before called the wallet goes
   */
  async #setOwner(last: OwnedSight, isOther: boolean): Promise<void> {
    const { userId, userSeenAt, [WALLETS_BY_USER.partition]: userKey } = lastOwnerOf(last);
    const description = descriptionIn([last]);
    await this.#change(last, {
      UpdateExpression: `SET userId = :user, userSeenAt = :at, #userKey = :userKey${
        description === undefined ? (isOther ? " REMOVE description" : "") : ", description = :description"
      }`,
      ConditionExpression:
        "attribute_not_exists(userSeenAt) OR userSeenAt < :at OR (userSeenAt = :at AND userId < :user)",
      ExpressionAttributeNames: { "#userKey": WALLETS_BY_USER.partition },
      ExpressionAttributeValues: {
        ":user": userId,
        ":at": userSeenAt,
        ":userKey": userKey,
        ":description": description,
      },
    });
  }

  /** Of a wallet that was taken out meanwhile nothing is written: an update would make an item without an address. */
  #change(
    name: WalletSight,
    { ConditionExpression, ...change }: Omit<UpdateCommandInput, "TableName" | "Key">,
  ): Promise<boolean> {
    const exists = "attribute_exists(address)";
    return succeedsConditionally(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOfWallet(name),
          ConditionExpression:
            ConditionExpression === undefined ? exists : `${exists} AND (${ConditionExpression})`,
          ...change,
        }),
      ),
    );
  }
}
