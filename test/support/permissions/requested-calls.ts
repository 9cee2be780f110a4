/** Actions and resources, as policies name them, that a request to an emulator needs. */

import { LOCAL_ACCOUNT, LOCAL_REGION } from "../../../infra/local/template/intrinsics.ts";
import { isObject } from "../../../lib/contract/exact-json.ts";
import type { AwsCall } from "./aws-call.ts";
import type { CallContext } from "./condition.ts";

type Fields = Record<string, unknown>;

/** The steps of a transaction, each with an action of its own. */
const STEPS: Readonly<Record<string, string>> = {
  ConditionCheck: "ConditionCheckItem",
  Delete: "DeleteItem",
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
};

/** @param action `PutItem`, `TransactWriteItems`, … */
export function dynamoDbCalls(action: string, body: unknown): AwsCall[] {
  const fields = fieldsOf(body);
  if (isObject(fields["RequestItems"]))
    return Object.keys(fields["RequestItems"]).map((table) => tableCall(action, table, {}));
  const { TransactItems } = fields;
  if (Array.isArray(TransactItems))
    return TransactItems.flatMap((item) =>
      Object.entries(fieldsOf(item)).map(([step, inner]) => {
        const one = fieldsOf(inner);
        return tableCall(STEPS[step] ?? step, String(one["TableName"]), one);
      }),
    );
  return [tableCall(action, fields["TableName"], fields)];
}

function tableCall(action: string, table: unknown, fields: Fields): AwsCall {
  const { IndexName } = fields;
  const arn = String(table).startsWith("arn:") ? String(table) : arnOf("dynamodb", `table/${table}`);
  const index = typeof IndexName === "string" ? `/index/${IndexName}` : "";
  return {
    action: `dynamodb:${action}`,
    resource: table === undefined ? "*" : arn + index,
    context: itemContext(fields),
  };
}

/** Permissions for moving dead-letter messages back, at the queue that they come from. */
const MOVING = ["StartMessageMoveTask", "ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

/** @param action `SendMessage`, `DeleteMessageBatch`, … */
export function sqsCalls(action: string, body: unknown): AwsCall[] {
  const { QueueUrl, SourceArn, DestinationArn } = fieldsOf(body);
  if (action === "StartMessageMoveTask") {
    const from = MOVING.map((one) => ({ action: `sqs:${one}`, resource: String(SourceArn) }));
    const to = typeof DestinationArn === "string" ? [DestinationArn] : [];
    return [...from, ...to.map((resource) => ({ action: "sqs:SendMessage", resource }))];
  }
  const queue = String(QueueUrl).split("/").at(-1) ?? "";
  const resource = QueueUrl === undefined ? String(SourceArn ?? "*") : arnOf("sqs", queue);
  // A batch needs the permission of its single action.
  return [{ action: `sqs:${action.replace(/Batch$/, "")}`, resource }];
}

/** @param fields of the query protocol's form */
export function snsCalls(fields: unknown): AwsCall[] {
  const { Action, TopicArn, SubscriptionArn } = fieldsOf(fields);
  const action = String(Action).replace(/Batch$/, "");
  return [{ action: `sns:${action}`, resource: String(TopicArn ?? SubscriptionArn ?? "*") }];
}

/**
 * A stack that is asked for by name is authorized as `stack/<name>/*`, to the letter: its id is not known yet.
 * @param fields of the query protocol's form
 */
export function cloudFormationCalls(fields: unknown): AwsCall[] {
  const { Action, StackName } = fieldsOf(fields);
  const stack = typeof StackName === "string" ? StackName : "*";
  const resource = /^(arn:|\*$)/.test(stack) ? stack : arnOf("cloudformation", `stack/${stack}/*`);
  return [{ action: `cloudformation:${String(Action)}`, resource }];
}

/** @param action `GetSecretValue`, … */
export function secretCalls(action: string, body: unknown): AwsCall[] {
  return [{ action: `secretsmanager:${action}`, resource: String(fieldsOf(body)["SecretId"] ?? "*") }];
}

export function invokeCall(fields: unknown): AwsCall {
  const id = String(fieldsOf(fields)["FunctionName"]);
  return {
    action: "lambda:InvokeFunction",
    resource: id.startsWith("arn:") ? id : arnOf("lambda", `function:${id}`),
  };
}

function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Places in which a call names attributes: expressions, and the names of a key or an item. */
const EXPRESSIONS = [
  "ConditionExpression",
  "FilterExpression",
  "KeyConditionExpression",
  "ProjectionExpression",
  "UpdateExpression",
];
const NAMED = ["Key", "Item"];

/** Words of expressions that are no names. */
const WORDS = new Set(["ADD", "AND", "BETWEEN", "DELETE", "IN", "NOT", "OR", "REMOVE", "SET"]);

/** A name or its placeholder: no value, no function, and no part of a path behind its first. */
const NAME = /(?<![:#.\w])#?[A-Za-z_]\w*(?![\w(])/g;

/** @param fields of one call, or of one step of a transaction */
function itemContext(fields: Readonly<Record<string, unknown>>): CallContext {
  const { ReturnValues, Select } = fields;
  return {
    "dynamodb:Attributes": attributesIn(fields),
    ...(typeof ReturnValues === "string" ? { "dynamodb:ReturnValues": ReturnValues } : {}),
    // AWS documents it as the parameter, and leaves open whether a projection alone counts as one.
    ...(typeof Select === "string" ? { "dynamodb:Select": Select } : {}),
  };
}

/** Each attribute that a call names, once. */
function attributesIn(fields: Readonly<Record<string, unknown>>): string[] {
  const names = isObject(fields["ExpressionAttributeNames"]) ? fields["ExpressionAttributeNames"] : {};
  const written = EXPRESSIONS.flatMap((name) => String(fields[name] ?? "").match(NAME) ?? [])
    .filter((name) => !WORDS.has(name.toUpperCase()))
    .map((name) => String(names[name] ?? name));
  const keys = NAMED.flatMap((name) => Object.keys(isObject(fields[name]) ? fields[name] : {}));
  return [...new Set([...keys, ...written])].sort();
}
