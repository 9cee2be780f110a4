/** Remembering wallets in the Wallets table when they are first seen, and every user that they were seen with. */

import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { shorten } from "../../text/cut.ts";
import { unlessRefused } from "../conditional-write.ts";
import { WALLETS_BY_USER, WALLETS_KEY } from "../keys.ts";
import { isUsableAddress, keyOfWallet } from "./wallet-keys.ts";
import {
  type CountedSight,
  countedSight,
  hasOtherOwner,
  lastOwned,
  mayChangeOwner,
  newOwners,
  OWNERSHIP_ATTRIBUTES,
  type OwnedSight,
  type Ownership,
  ownership,
  type WalletSight,
} from "./wallet-sights.ts";

/** `unusable`: the address is too long to be a key, as no real one is; nothing is written. */
export type Remembered = "new" | "known" | "unusable";

/** A wallet seen with more users than this belongs to none of them: an exchange's, or an attack. */
export const MAX_OWNERS = 100;

const MAX_DESCRIPTION = 200;

/**
 * When a notification last named a wallet's owner after a time, ISO 8601; undefined where none did. The only owner's
 * sights are not written, so this is asked once in a wallet's life: when a second owner is seen.
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
    // Whoever was faster wrote what there was to write of its own sights only.
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
    const { projectId, chainId, address, source, seenAt } = first;
    const description = sights.find((sight) => Boolean(sight.description))?.description;
    const last = lastOwned(sights);
    const owners = newOwners(NOBODYS, sights);
    const item = {
      ...keyOfWallet(first),
      projectId,
      chainId,
      address: address.trim(),
      source,
      firstSeenAt: seenAt,
      description: description === undefined ? undefined : shorten(description, MAX_DESCRIPTION),
      ...(last === undefined ? {} : { ...lastOwnerOf(last), owners: new Set(owners.slice(0, MAX_OWNERS)) }),
      ...(owners.length > MAX_OWNERS || hasOtherOwner(sights) ? { moreOwners: true } : {}),
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

  async #update(item: Ownership, sights: readonly CountedSight[]): Promise<void> {
    const [first] = sights;
    if (first !== undefined && hasOtherOwner(sights) && item.moreOwners !== true) await this.#noteMore(first);
    const last = lastOwned(sights);
    if (last === undefined) return;
    const isFull = item.moreOwners === true && item.owners.length >= MAX_OWNERS;
    for (const userId of isFull ? [] : newOwners(item, sights)) {
      if (!(await this.#addOwner(last, userId)) && item.moreOwners !== true) await this.#noteMore(last);
    }
    if (!mayChangeOwner(item, last)) return;
    await this.#setOwner((await this.#stillSeen(item, last)) ?? last);
  }

  /** The first owner's own sight, where it is later than the second owner's. */
  async #stillSeen({ userId, owners }: Ownership, second: OwnedSight): Promise<OwnedSight | undefined> {
    if (userId === undefined || userId === second.userId || owners.length > 1) return undefined;
    const first = { ...second, userId };
    const seenAt = await this.#lastSight(first);
    return seenAt === undefined || seenAt < second.seenAt ? undefined : { ...first, seenAt };
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

  /** An older sight that arrives late is an owner too, but not the last one. */
  async #setOwner(last: OwnedSight): Promise<void> {
    const { userId, userSeenAt, [WALLETS_BY_USER.partition]: userKey } = lastOwnerOf(last);
    await this.#change(last, {
      UpdateExpression: "SET userId = :user, userSeenAt = :at, #userKey = :userKey",
      ConditionExpression:
        "attribute_not_exists(userSeenAt) OR userSeenAt < :at OR (userSeenAt = :at AND userId < :user)",
      ExpressionAttributeNames: { "#userKey": WALLETS_BY_USER.partition },
      ExpressionAttributeValues: { ":user": userId, ":at": userSeenAt, ":userKey": userKey },
    });
  }

  /** Of a wallet that was taken out meanwhile nothing is written: an update would make an item without an address. */
  #change(
    name: WalletSight,
    { ConditionExpression, ...change }: Omit<UpdateCommandInput, "TableName" | "Key">,
  ): Promise<boolean> {
    const exists = "attribute_exists(address)";
    return unlessRefused(
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

const NOBODYS: Ownership = { userId: undefined, userSeenAt: undefined, owners: [], moreOwners: undefined };

function lastOwnerOf({ projectId, userId, seenAt }: OwnedSight) {
  return { userId, userSeenAt: seenAt, [WALLETS_BY_USER.partition]: `${projectId}#${userId}` };
}
