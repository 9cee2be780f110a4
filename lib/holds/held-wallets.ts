/**
 * The wallets that each hold was ever over, beside the holds: noted before their records are held, so that a release finds
 * these again, whatever became of the wallets and of who had them.
 */

import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { keyBeside } from "./hold.ts";

/** A name has a thousand bytes at most, and DynamoDB takes items of 400 KB. */
const MOST_IN_AN_ITEM = 300;

const noted = lazySchema(() => z.object({ wallets: z.set(z.string()) }));

/** What is noted of a hold. */
interface Noted {
  /** The names of wallets, as `historyKey` makes them. */
  wallets: ReadonlySet<string>;
  /** Which item has room for so many more. */
  item: number;
  room: number;
}

export class HeldWallets {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Every wallet that was noted of a hold, by its key. */
  async of(user: string): Promise<ReadonlySet<string>> {
    return (await this.#noted(user)).wallets;
  }

  /** Notes wallets of a hold. Passes that do so at the same time lose none of them. */
  async add(user: string, wallets: Iterable<string>): Promise<void> {
    const known = await this.#noted(user);
    const fresh = [...wallets].filter((name) => !known.wallets.has(name));
    let { item, room } = known;
    for (let first = 0; first < fresh.length; item++, room = MOST_IN_AN_ITEM) {
      await this.#client.send(
        new UpdateCommand({
          ...this.#placeOf(user, item),
          UpdateExpression: "ADD wallets :fresh",
          ExpressionAttributeValues: { ":fresh": new Set(fresh.slice(first, first + room)) },
        }),
      );
      first += room;
    }
  }

  async #noted(user: string): Promise<Noted> {
    const wallets = new Set<string>();
    let room = 0;
    for (let item = 0; ; item++) {
      const place = this.#placeOf(user, item);
      const { Item } = await this.#client.send(new GetCommand({ ...place, ConsistentRead: true }));
      if (Item === undefined)
        return room > 0 ? { wallets, item: item - 1, room } : { wallets, item, room: MOST_IN_AN_ITEM };
      const found = noted.parse(Item).wallets;
      for (const name of found) wallets.add(name);
      room = MOST_IN_AN_ITEM - found.size;
    }
  }

  #placeOf(user: string, item: number) {
    const digest = createHash("sha256").update(user).digest("hex");
    return { TableName: this.#table, Key: { [HOLDS_KEY.partition]: keyBeside(`wallets-${digest}-${item}`) } };
  }
}
