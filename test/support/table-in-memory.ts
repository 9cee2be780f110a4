/** A table in memory, for the calls of the NotificationStore: conditional writes, and transactions that are done whole or not at all. */

import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

export type Item = Record<string, unknown>;

interface Write {
  Key?: Item | undefined;
  Item?: Item | undefined;
  UpdateExpression?: string | undefined;
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

interface WriteStep {
  Put?: Write | undefined;
  Update?: Write | undefined;
  Delete?: Write | undefined;
}

/** Called before and after each call; what it throws is the end of the call. */
type AroundCall = (when: "before" | "after") => Promise<void>;

export class TableInMemory {
  readonly items = new Map<string, Item>();
  readonly client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));

  constructor(around: AroundCall) {
    const send = async (command: unknown) => {
      await around("before");
      const answer = this.#answer(command);
      await around("after");
      return answer;
    };
    Object.defineProperty(this.client, "send", { value: send });
  }

  #answer(command: unknown) {
    if (command instanceof GetCommand)
      return { Item: structuredClone(this.items.get(nameOf(command.input.Key))) };
    if (command instanceof PutCommand) return this.#writes([{ Put: command.input }], conditionFailed);
    if (command instanceof UpdateCommand) return this.#writes([{ Update: command.input }], conditionFailed);
    if (command instanceof TransactWriteCommand)
      return this.#writes(command.input.TransactItems ?? [], transactionCancelled);
    throw new Error("The table in memory does not know the call.");
  }

  #writes(all: readonly WriteStep[], refuse: () => Error) {
    const steps = all.flatMap(({ Put, Update, Delete }) => {
      if (Put) return [{ name: nameOf(Put.Item), write: Put, after: () => Put.Item }];
      if (Update) return [{ name: nameOf(Update.Key), write: Update, after: () => this.#updated(Update) }];
      return Delete ? [{ name: nameOf(Delete.Key), write: Delete, after: () => undefined }] : [];
    });
    if (!steps.every(({ name, write }) => holds(this.items.get(name), write))) throw refuse();
    for (const { name, after } of steps) {
      const item = after();
      if (item === undefined) this.items.delete(name);
      else this.items.set(name, structuredClone(item));
    }
    return {};
  }

  #updated({ Key, UpdateExpression = "", ExpressionAttributeNames, ExpressionAttributeValues }: Write): Item {
    const sets = UpdateExpression.replace(/^SET /, "").split(", ");
    const changed = sets.map((set) => {
      const [name = "", value = ""] = set.split(" = ");
      return [ExpressionAttributeNames?.[name] ?? name, ExpressionAttributeValues?.[value]];
    });
    return { ...this.items.get(nameOf(Key)), ...Object.fromEntries(changed) };
  }
}

function nameOf(key: Item | undefined): string {
  return `${key?.["key"]} ${key?.["revision"]}`;
}

/** The two conditions that the store knows. */
function holds(found: Item | undefined, { ConditionExpression, ExpressionAttributeValues }: Write): boolean {
  if (ConditionExpression === "attribute_not_exists(#key)") return found === undefined;
  if (ConditionExpression === "#v = :read") return found?.["v"] === ExpressionAttributeValues?.[":read"];
  throw new Error(
    `A write of the store has no condition that keeps another write from being lost ("${ConditionExpression}").`,
  );
}

function conditionFailed(): Error {
  return new ConditionalCheckFailedException({ message: "refused", $metadata: {} });
}

function transactionCancelled(): Error {
  return new TransactionCanceledException({
    message: "refused",
    $metadata: {},
    CancellationReasons: [{ Code: "ConditionalCheckFailed" }],
  });
}
