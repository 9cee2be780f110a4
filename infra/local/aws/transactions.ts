/**
 * Transactions, which dynalite does not have. Each one is alone with the tables while it lasts, so it can write step by step and put
 * back what it wrote where a step is refused.
 */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

/** A reply of DynamoDB: its body as JSON. */
export interface DynamoDbReply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Calls dynalite: `PutItem` and the fields of the call. */
export type DynamoDbCall = (action: string, fields: Record<string, unknown>) => Promise<DynamoDbReply>;

const item = z.record(z.string(), z.unknown());

const step = z.looseObject({
  TableName: z.string(),
  Key: z.optional(item),
  Item: z.optional(item),
});

/** DynamoDB's limit for the steps of a transaction. */
const MAX_STEPS = 100;

const kind = z.enum(["ConditionCheck", "Delete", "Put", "Update"]);
const writing = z.object({
  ClientRequestToken: z.optional(z.string()),
  TransactItems: z.array(z.partialRecord(kind, step)).check(z.minLength(1), z.maxLength(MAX_STEPS)),
});

export class Transactions {
  readonly #call: DynamoDbCall;
  /** Tokens of those that were applied. */
  readonly #applied = new Set<string>();

  constructor(call: DynamoDbCall) {
    this.#call = call;
  }

  /** Applies every step of `TransactWriteItems`, or none of them. */
  async write(fields: unknown): Promise<DynamoDbReply> {
    const parsed = writing.safeParse(fields);
    if (!parsed.success)
      return invalid(
        `a transaction has 1 to ${MAX_STEPS} steps, each ConditionCheck, Delete, Put or Update with its table and key`,
      );
    const { ClientRequestToken: token, TransactItems } = parsed.data;
    // A caller that lost the answer asks again, with the same token.
    if (token !== undefined && this.#applied.has(token)) return APPLIED;
    const steps = await Promise.all(
      TransactItems.flatMap((action) => Object.entries(action)).map(async ([name, operation]) => {
        const fields = step.parse(operation);
        return { kind: kind.parse(name), fields, place: await this.#placeOf(fields) };
      }),
    );
    const places = steps.map(({ place }) => place);
    if (
      places.some((place, index) =>
        places.slice(0, index).some((earlier) => isDeepStrictEqual(place, earlier)),
      )
    )
      return invalid("Transaction request cannot include multiple operations on one item");
    const reply = await this.#apply(steps);
    if (reply.status === 200 && token !== undefined) this.#applied.add(token);
    return reply;
  }

  async #apply(steps: readonly Step[]): Promise<DynamoDbReply> {
    const reasons: { Code: string; Message?: string }[] = [];
    const written: (() => Promise<unknown>)[] = [];
    const undo = () => Promise.all(written.map((restore) => restore()));
    for (const { kind, fields, place } of steps) {
      const before = await this.#read(place);
      const reply = await this.#step({ kind, fields, place }, before);
      if (reply.status === 200) {
        reasons.push({ Code: "None" });
        written.push(() => this.#restore(place, before));
      } else if (reply.text.includes("#ConditionalCheckFailedException")) {
        reasons.push({ Code: "ConditionalCheckFailed", Message: "The conditional request failed" });
      } else {
        await undo();
        return reply;
      }
    }
    if (written.length === steps.length) return APPLIED;
    await undo();
    const codes = reasons.map(({ Code }) => Code).join(", ");
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    return refusal("TransactionCanceledException", message, { CancellationReasons: reasons });
  }

  /** dynalite checks a condition with a write: of the item as it is, or of its absence. */
  #step({ kind, fields, place }: Step, before: z.infer<typeof item> | undefined): Promise<DynamoDbReply> {
    if (kind !== "ConditionCheck") return this.#call(`${kind}Item`, fields);
    const { Key: _key, ...condition } = fields;
    return before === undefined
      ? this.#call("DeleteItem", { ...condition, ...place })
      : this.#call("PutItem", { ...condition, TableName: place.TableName, Item: before });
  }

  /** The item that a step is about. */
  async #placeOf({ TableName, Key, Item = {} }: z.infer<typeof step>): Promise<Place> {
    if (Key !== undefined) return { TableName, Key };
    const { text } = await this.#call("DescribeTable", { TableName });
    const described = table.safeParse(JSON.parse(text));
    // The step itself is refused where there is no such table.
    const names = described.success ? described.data.Table.KeySchema : [];
    return { TableName, Key: Object.fromEntries(names.map(({ AttributeName: name }) => [name, Item[name]])) };
  }

  async #read(place: Place): Promise<z.infer<typeof item> | undefined> {
    const { text } = await this.#call("GetItem", { ...place, ConsistentRead: true });
    return z.object({ Item: z.optional(item) }).parse(JSON.parse(text)).Item;
  }

  #restore(place: Place, Item: z.infer<typeof item> | undefined): Promise<DynamoDbReply> {
    if (Item === undefined) return this.#call("DeleteItem", { ...place });
    return this.#call("PutItem", { TableName: place.TableName, Item });
  }
}

interface Place {
  TableName: string;
  Key: z.infer<typeof item>;
}

interface Step {
  kind: z.infer<typeof kind>;
  fields: z.infer<typeof step>;
  place: Place;
}

const table = z.object({
  Table: z.object({ KeySchema: z.array(z.object({ AttributeName: z.string() })) }),
});

const JSON_TYPE = { "content-type": "application/x-amz-json-1.0" };
const APPLIED: DynamoDbReply = { status: 200, headers: JSON_TYPE, text: "{}" };

function invalid(what: string): DynamoDbReply {
  return refusal("ValidationException", what);
}

/** A refusal as DynamoDB writes it. */
export function refusal(type: string, message: string, more: Record<string, unknown> = {}): DynamoDbReply {
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  const text = JSON.stringify({ __type, ...more, message, Message: message });
  return { status: 400, headers: JSON_TYPE, text };
}
