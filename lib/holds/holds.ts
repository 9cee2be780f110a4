/**
 * The Holds table: whose records must not expire, why, and how far that has been applied. For each user it keeps the orders,
 * which never change, the last pass over the records, and every wallet that a hold covered.
 */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import pMap from "p-map";
import * as z from "zod/mini";
import { userKeyPart } from "../notifications/notification-keys.ts";
import { succeedsConditionally } from "../tables/conditional-write.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { queryItems, scanItems } from "../tables/query.ts";

const text = z.string();
const number = z.number();

/** Number of a user's records that were found, by kind. */
export const heldCounts = z.object({ notifications: number, cases: number, alerts: number, scores: number });
export type HeldCounts = z.infer<typeof heldCounts>;

export const NOTHING_FOUND: HeldCounts = { notifications: 0, cases: 0, alerts: 0, scores: 0 };

/** `at` is ISO 8601, in UTC. */
const holdOrder = z.object({ userId: text, kind: z.enum(["place", "release"]), at: text, reason: text });
type HoldOrder = z.infer<typeof holdOrder>;

const lastPass = z.object({
  /** The number of the order that it applies. */
  order: number,
  /** Number of passes of this order that have ended. */
  passes: number,
  /** One that has begun and not ended: the name of the last unit of its work, and what it found so far. */
  begun: z.optional(z.object({ after: text, counts: heldCounts })),
  /** End of the last pass, ISO 8601, also of an earlier order, and the records it found. */
  passedAt: z.optional(text),
  counts: z.optional(heldCounts),
});
type BegunPass = NonNullable<z.infer<typeof lastPass>["begun"]>;

export interface Hold extends z.infer<typeof lastPass> {
  /** The id, or its digest where it is too long for a key: see {@link holdKeyOf}. */
  user: string;
  userId: string;
  state: "placed" | "released";
  /** Time of placing; of a hold that was released and placed again, the last time. ISO 8601, UTC. */
  since: string;
  /** The first one first. */
  orders: HoldOrder[];
}

/** The key of a user's hold. */
export function holdKeyOf(userId: string): string {
  return userKeyPart(userId);
}

/** Beginnings of the sort keys: of an order's number, of the pass, and of a wallet's name, which sorts last. */
export const ORDER = "order#";
const PASS = "pass";
const WALLET = "wallet#";

type Item = Record<string, unknown>;

export class HoldStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** A hold by its key, as it is at this very moment; also one that was released. */
  async get(user: string): Promise<Hold | undefined> {
    const items = await this.#items(user, "<");
    return items.length === 0 ? undefined : holdIn(user, items);
  }

  /** Every hold, also those that were released, in no order. */
  async *all(): AsyncGenerator<Hold> {
    const items: Item[] = [];
    for await (const item of scanItems(this.#client, { TableName: this.#table, ConsistentRead: true }))
      if (!recordOf(item).startsWith(WALLET)) items.push(item);
    for (const [user, its] of Map.groupBy(items, (item) => String(item[HOLDS_KEY.partition])))
      yield holdIn(user, its);
  }

  /** Places a hold, or adds a reason to the one that is there; the same reason said again changes nothing. */
  async place(userId: string, reason: string, at: string): Promise<void> {
    const known = await this.get(holdKeyOf(userId));
    if (known?.state === "placed" && reasonsOf(known).includes(reason)) return;
    const isGiven = await this.#give({ userId, kind: "place", at, reason }, known);
    // Another order was faster, or this is the SDK's own retry.
    if (!isGiven) await this.place(userId, reason, at);
  }

  /** Releases a hold; one that was released before stays so. */
  async release(userId: string, reason: string, at: string): Promise<void> {
    const known = await this.get(holdKeyOf(userId));
    if (known?.state !== "placed") return;
    const isGiven = await this.#give({ userId, kind: "release", at, reason }, known);
    if (!isGiven) await this.release(userId, reason, at);
  }

  /** @returns whether the order follows the known ones without a gap */
  #give(order: HoldOrder, { orders }: { orders: HoldOrder[] } = { orders: [] }): Promise<boolean> {
    const name = `${ORDER}${String(orders.length + 1).padStart(6, "0")}`;
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(holdKeyOf(order.userId), name), ...order },
          ConditionExpression: "attribute_not_exists(#user)",
          ExpressionAttributeNames: { "#user": HOLDS_KEY.partition },
        }),
      ),
    );
  }

  /** Notes how far a pass is. @returns false where a pass of a later order has begun */
  note(hold: Hold, begun: BegunPass): Promise<boolean> {
    const { passedAt, counts, passes } = hold;
    return this.#notePass(hold, { passes, begun, passedAt, counts });
  }

  /** Notes that a pass has ended, at a time (ISO 8601), and what it found. @returns as {@link note} */
  end(hold: Hold, counts: HeldCounts, passedAt: string): Promise<boolean> {
    return this.#notePass(hold, { passes: hold.passes + 1, passedAt, counts });
  }

  #notePass({ user, order }: Hold, pass: Omit<z.infer<typeof lastPass>, "order">): Promise<boolean> {
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(user, PASS), order, ...pass },
          ConditionExpression: "attribute_not_exists(#order) OR #order <= :order",
          ExpressionAttributeNames: { "#order": "order" },
          ExpressionAttributeValues: { ":order": order },
        }),
      ),
    );
  }

  /** The names of all wallets that a hold was ever over, as `historyKey` makes them. */
  async walletsOf(user: string): Promise<string[]> {
    const items = await this.#items(user, ">=");
    return items.map((item) => recordOf(item).slice(WALLET.length));
  }

  /**
   * Notes wallets of a hold: to be called before their records are held. A release then finds these again, even if a wallet
   * was removed or changed its owner.
   */
  async addWallets(user: string, names: Iterable<string>): Promise<void> {
    const known = new Set(await this.walletsOf(user));
    const fresh = [...names].filter((name) => !known.has(name));
    await pMap(
      fresh,
      (name) =>
        this.#client.send(new PutCommand({ TableName: this.#table, Item: keyOf(user, `${WALLET}${name}`) })),
      { concurrency: 25 },
    );
  }

  /** @param wallets `<` for the items before a user's wallets, `>=` for the wallets */
  #items(user: string, wallets: "<" | ">="): Promise<Item[]> {
    return Array.fromAsync(
      queryItems(this.#client, {
        TableName: this.#table,
        KeyConditionExpression: `#user = :user AND #record ${wallets} :wallets`,
        ExpressionAttributeNames: { "#user": HOLDS_KEY.partition, "#record": HOLDS_KEY.sort },
        ExpressionAttributeValues: { ":user": user, ":wallets": WALLET },
        ConsistentRead: true,
      }),
    );
  }
}

function holdIn(user: string, items: readonly Item[]): Hold {
  const [orders, others] = [items.filter(isOrder).toSorted(byRecord), items.filter((item) => !isOrder(item))];
  const given = orders.map((item) => holdOrder.parse(item));
  const last = given.at(-1);
  if (last === undefined) throw new Error("A pass is noted of a hold that nothing orders.");
  const pass = others.length === 0 ? undefined : lastPass.parse(others[0]);
  const { passedAt, counts } = pass ?? {};
  return {
    ...{ user, userId: last.userId, ...standingOf(given), orders: given, order: given.length },
    // Notes of an earlier order do not apply to this one.
    ...(pass?.order === given.length ? pass : { passes: 0, passedAt, counts }),
  };
}

/** @param orders the first one first */
export function standingOf(orders: readonly Pick<HoldOrder, "kind" | "at">[]): Pick<Hold, "state" | "since"> {
  const placed = orders.findLast(({ kind }, n) => kind === "place" && orders[n - 1]?.kind !== "place");
  return { state: orders.at(-1)?.kind === "place" ? "placed" : "released", since: placed?.at ?? "" };
}

/** Why a hold is in place: what was said since it was released last. */
function reasonsOf({ orders }: Hold): string[] {
  const released = orders.findLastIndex(({ kind }) => kind === "release");
  return orders.slice(released + 1).map(({ reason }) => reason);
}

function isOrder(item: Item): boolean {
  return recordOf(item).startsWith(ORDER);
}

function byRecord(a: Item, b: Item): number {
  return recordOf(a) < recordOf(b) ? -1 : 1;
}

function recordOf(item: Item): string {
  return String(item[HOLDS_KEY.sort]);
}

function keyOf(user: string, record: string) {
  return { [HOLDS_KEY.partition]: user, [HOLDS_KEY.sort]: record };
}
