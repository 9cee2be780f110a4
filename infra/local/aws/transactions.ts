/**
 * Transactions, which dynalite does not have. Each one is alone with the tables while it lasts, so it can write step by step and put
 * back what it wrote where a step is refused.
 */

import { createHash } from "node:crypto";
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
type Item = z.infer<typeof item>;

const step = z.looseObject({
  TableName: z.string(),
  Key: z.optional(item),
  Item: z.optional(item),
  ReturnValuesOnConditionCheckFailure: z.optional(z.string()),
});
type Step = z.infer<typeof step>;

/** What performs each kind of step; a check deletes under its condition, and what it deleted is put back. */
const ACTIONS = { ConditionCheck: "DeleteItem", Delete: "DeleteItem", Put: "PutItem", Update: "UpdateItem" };
type Kind = keyof typeof ACTIONS;

/** DynamoDB's limit for the steps of a transaction. */
const MAX_STEPS = 100;

const kind = z.enum(["ConditionCheck", "Delete", "Put", "Update"]);
const writing = z.object({
  ClientRequestToken: z.optional(z.string()),
  TransactItems: z.array(z.partialRecord(kind, step)).check(z.minLength(1), z.maxLength(MAX_STEPS)),
});
/** A step that was refused, as DynamoDB says why; `None` for one that was not. */
interface Reason {
  Code: "ConditionalCheckFailed" | "None";
  Message?: string;
  Item?: Item;
}

/** DynamoDB knows the token of a transaction for ten minutes. */
const TOKEN_MS = 600_000;

export class Transactions {
  readonly #call: DynamoDbCall;
  /** Applied transactions: a digest of each by its token. */
  readonly #applied = new Map<string, { digest: string; at: number }>();

  constructor(call: DynamoDbCall) {
    this.#call = call;
  }

  /** Applies every step of `TransactWriteItems`, or none of them. */
  async write(fields: unknown): Promise<DynamoDbReply> {
    const asked = writing.safeParse(fields);
    if (!asked.success)
      return invalid(`a transaction has 1 to ${MAX_STEPS} steps, each with its table and key`);
    const { ClientRequestToken: token, TransactItems } = asked.data;
    const digest = createHash("sha256").update(JSON.stringify(TransactItems)).digest("hex");
    // A caller that lost the answer asks again, with the same token.
    const before = token === undefined ? undefined : this.#applied.get(token);
    if (before !== undefined && Date.now() - before.at < TOKEN_MS)
      return before.digest === digest
        ? APPLIED
        : refusal("IdempotentParameterMismatchException", "The token was used with other parameters.");
    const steps = TransactItems.flatMap((one) =>
      Object.entries(one).map(([name, given]) => ({ kind: kind.parse(name), step: step.parse(given) })),
    );
    const reply = await this.#apply(steps);
    if (reply.status === 200 && token !== undefined) this.#applied.set(token, { digest, at: Date.now() });
    return reply;
  }

  async #apply(steps: readonly { kind: Kind; step: Step }[]): Promise<DynamoDbReply> {
    const keys = await Promise.all(steps.map((one) => this.#keyOf(one.step)));
    const names = steps.map(({ step: { TableName } }, index) => ({ TableName, Key: keys[index] ?? {} }));
    if (names.some((name, index) => names.slice(0, index).some((other) => isDeepStrictEqual(name, other))))
      return invalid("Transaction request cannot include multiple operations on one item");

    const reasons: Reason[] = [];
    const written: { kind: Kind; restore: () => Promise<unknown> }[] = [];
    const undo = (which: readonly (typeof written)[number][]) =>
      Promise.all(which.map(({ restore }) => restore()));
    for (const [index, { kind, step }] of steps.entries()) {
      const name = names[index] ?? { TableName: "", Key: {} };
      const before = await this.#read(name);
      const { ReturnValuesOnConditionCheckFailure: wanted, ...fields } = step;
      const reply = await this.#call(ACTIONS[kind], fields);
      if (reply.status === 200) {
        reasons.push({ Code: "None" });
        written.push({ kind, restore: () => this.#restore(name, before) });
      } else if (reply.text.includes("#ConditionalCheckFailedException")) {
        const Item = wanted === "ALL_OLD" && before !== undefined ? { Item: before } : {};
        reasons.push({ Code: "ConditionalCheckFailed", Message: "The conditional request failed", ...Item });
      } else {
        await undo(written);
        return reply;
      }
    }
    if (reasons.every(({ Code }) => Code === "None")) {
      await undo(written.filter((one) => one.kind === "ConditionCheck"));
      return APPLIED;
    }
    await undo(written);
    const codes = reasons.map(({ Code }) => Code).join(", ");
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    return refusal("TransactionCanceledException", message, { CancellationReasons: reasons });
  }

  async #keyOf({ TableName, Key, Item = {} }: Step): Promise<Item> {
    if (Key !== undefined) return Key;
    const { text } = await this.#call("DescribeTable", { TableName });
    const keySchema = z.object({
      Table: z.object({ KeySchema: z.array(z.object({ AttributeName: z.string() })) }),
    });
    const described = keySchema.safeParse(JSON.parse(text));
    // Of a table that there is not, the step itself is refused.
    const names = described.success ? described.data.Table.KeySchema : [];
    return Object.fromEntries(names.map(({ AttributeName: name }) => [name, Item[name]]));
  }

  async #read(name: { TableName: string; Key: Item }): Promise<Item | undefined> {
    const { text } = await this.#call("GetItem", { ...name, ConsistentRead: true });
    return z.object({ Item: z.optional(item) }).parse(JSON.parse(text)).Item;
  }

  #restore(name: { TableName: string; Key: Item }, before: Item | undefined): Promise<DynamoDbReply> {
    if (before === undefined) return this.#call("DeleteItem", name);
    return this.#call("PutItem", { TableName: name.TableName, Item: before });
  }
}

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
