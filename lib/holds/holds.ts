/** The Holds table: placing and releasing, and how far each hold has been applied. */

import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unlessRefused } from "../tables/conditional-write.ts";
import { HOLDS_KEY } from "../tables/keys.ts";
import { scanItems } from "../tables/query.ts";
import {
  type BegunPass,
  earlierActs,
  type HeldCounts,
  type Hold,
  type HoldAct,
  hold,
  holdKeyOf,
  isBeside,
  keyBeside,
} from "./hold.ts";

/** More would fill the item, whose reasons have a thousand characters each. */
const MOST_ACTS = 100;

/**
 * What became of an order. `said before`: the hold is as it was. `full`: it takes no further reason until it is released,
 * for which there is always room.
 */
export type HoldOutcome = "done" | "said before" | "full";

/** A pass of which something is noted. */
type Passing = Pick<Hold, "user" | "change">;

export class HoldStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** A hold by its key, as it is at this very moment; also one that was released. */
  async get(user: string): Promise<Hold | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: keyOf(user), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : hold.parse(Item);
  }

  /** Every hold, also those that were released, in no order. */
  async *all(): AsyncGenerator<Hold> {
    for await (const item of scanItems(this.#client, { TableName: this.#table, ConsistentRead: true }))
      if (!isBeside(item[HOLDS_KEY.partition])) yield hold.parse(item);
  }

  /** Places a hold, or adds a reason to the one that is there; the same reason said again changes nothing. */
  async place(userId: string, reason: string, at: string): Promise<HoldOutcome> {
    const known = await this.get(holdKeyOf(userId));
    if (known?.state === "placed" && reasonsOf(known).includes(reason)) return "said before";
    return this.#act(known, userId, { kind: "place", at, reason });
  }

  /** Releases the hold that was read; one that was released before stays so. */
  async release(known: Hold, reason: string, at: string): Promise<HoldOutcome> {
    if (known.state === "released") return "said before";
    return this.#act(known, known.userId, { kind: "release", at, reason });
  }

  async #act(known: Hold | undefined, userId: string, act: HoldAct): Promise<HoldOutcome> {
    const state = act.kind === "place" ? "placed" : "released";
    const begins = state === "placed" && known?.state !== "placed";
    const isFull = state === "placed" && (known?.acts.length ?? 0) >= MOST_ACTS - 1;
    if (isFull && !begins) return "full";
    const aside = isFull && known !== undefined ? await this.#setAside(known) : undefined;
    const written = await unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(holdKeyOf(userId)),
          UpdateExpression: `SET userId = :userId, #state = :state, #change = :next, passes = :none, acts = ${aside === undefined ? "list_append(if_not_exists(acts, :empty), :acts)" : ":acts, earlier = list_append(if_not_exists(earlier, :empty), :aside)"}${begins ? ", since = :at" : ""} REMOVE pass`,
          ConditionExpression: known === undefined ? "attribute_not_exists(#user)" : "#change = :change",
          ExpressionAttributeNames: {
            "#state": "state",
            "#change": "change",
            ...(known === undefined ? { "#user": HOLDS_KEY.partition } : {}),
          },
          ExpressionAttributeValues: {
            ":userId": userId,
            ":state": state,
            ":next": (known?.change ?? 0) + 1,
            ":none": 0,
            ":empty": [],
            ":acts": [act],
            ":at": begins ? act.at : undefined,
            ":aside": aside === undefined ? undefined : [aside],
            ":change": known?.change,
          },
        }),
      ),
    );
    if (written) return "done";
    // Somebody was faster, or this is the SDK's own retry.
    const now = await this.get(holdKeyOf(userId));
    if (now?.acts.some((one) => one.kind === act.kind && one.at === act.at && one.reason === act.reason))
      return "done";
    return this.#act(now, userId, act);
  }

  /** Keeps the orders of before a hold is placed anew beside it. @returns their place in `earlier` */
  async #setAside({ user, change, acts }: Hold): Promise<number> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: keyOf(keyOfEarlier(user, change)),
        UpdateExpression: "SET acts = :acts",
        ExpressionAttributeValues: { ":acts": acts },
      }),
    );
    return change;
  }

  /** Every order about a hold, the first one first. */
  async actsOf({ user, acts, earlier = [] }: Hold): Promise<HoldAct[]> {
    const before: HoldAct[] = [];
    for (const change of earlier) {
      const Key = keyOf(keyOfEarlier(user, change));
      const { Item } = await this.#client.send(
        new GetCommand({ TableName: this.#table, Key, ConsistentRead: true }),
      );
      before.push(...earlierActs.parse(Item).acts);
    }
    return [...before, ...acts];
  }

  /** Notes how far a pass is. @returns false where the hold was placed or released since */
  note({ user, change }: Passing, pass: BegunPass): Promise<boolean> {
    return this.#change({ user, change }, "SET pass = :pass", { ":pass": pass });
  }

  /** Notes that a pass has ended, at a time (ISO 8601), and what it found. @returns as {@link note} */
  end({ user, change }: Passing, counts: HeldCounts, at: string): Promise<boolean> {
    return this.#change(
      { user, change },
      "SET passes = passes + :one, passedAt = :at, counts = :counts REMOVE pass",
      {
        ":one": 1,
        ":at": at,
        ":counts": counts,
      },
    );
  }

  #change({ user, change }: Passing, UpdateExpression: string, values: Record<string, unknown>) {
    return unlessRefused(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(user),
          UpdateExpression,
          ConditionExpression: "#change = :change",
          ExpressionAttributeNames: { "#change": "change" },
          ExpressionAttributeValues: { ...values, ":change": change },
        }),
      ),
    );
  }
}

/** Why a hold is in place: what was said since it was released last. */
function reasonsOf({ acts }: Hold): string[] {
  const released = acts.findLastIndex(({ kind }) => kind === "release");
  return acts.slice(released + 1).map(({ reason }) => reason);
}

function keyOfEarlier(user: string, change: number): string {
  return keyBeside(`acts-${createHash("sha256").update(user).digest("hex")}-${change}`);
}

function keyOf(user: string) {
  return { [HOLDS_KEY.partition]: user };
}
