/** Actions and resources, as policies name them, that a request to a service of AWS needs. */

import { LOCAL_ACCOUNT, LOCAL_REGION } from "../../../infra/local/template/intrinsics.ts";
import { isObject } from "../../../lib/contract/exact-json.ts";

/** One call of a caller, as policies see it. */
export interface AwsCall {
  /** `dynamodb:GetItem`. */
  action: string;
  /** An ARN; `*` where the action has no resource. */
  resource: string;
  /** Facts besides, by condition key; some keys have several values. */
  context?: Readonly<Record<string, string | readonly string[]>> | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** @param action `PutItem`, `TransactWriteItems`, … */
export function dynamoDbCalls(action: string, body: unknown): AwsCall[] {
  const fields = fieldsOf(body);
  const { RequestItems, TransactItems } = fields;
  if (isObject(RequestItems)) return Object.keys(RequestItems).map((table) => tableCall(action, table, {}));
  if (!Array.isArray(TransactItems)) return [tableCall(action, fields["TableName"], fields)];
  // Each step has an action of its own.
  return TransactItems.flatMap((item) =>
    Object.entries(fieldsOf(item)).map(([step, inner]) => {
      const fields = fieldsOf(inner);
      return tableCall(
        step === "ConditionCheck" ? "ConditionCheckItem" : `${step}Item`,
        fields["TableName"],
        fields,
      );
    }),
  );
}

function tableCall(action: string, table: unknown, fields: Fields): AwsCall {
  const { IndexName, ReturnValues, Select } = fields;
  const arn = String(table).startsWith("arn:") ? String(table) : arnOf("dynamodb", `table/${table}`);
  const index = typeof IndexName === "string" ? `/index/${IndexName}` : "";
  return {
    action: `dynamodb:${action}`,
    resource: table === undefined ? "*" : arn + index,
    context: {
      "dynamodb:Attributes": attributesIn(fields),
      ...(typeof ReturnValues === "string" ? { "dynamodb:ReturnValues": ReturnValues } : {}),
      // AWS documents it as the parameter, and leaves open whether a projection alone counts as one.
      ...(typeof Select === "string" ? { "dynamodb:Select": Select } : {}),
    },
  };
}

/** Permissions for moving dead-letter messages back, at the queue that they come from. */
const MOVING = ["StartMessageMoveTask", "ReceiveMessage", "DeleteMessage", "GetQueueAttributes"];

/** @param action `SendMessage`, `DeleteMessageBatch`, … */
export function sqsCalls(action: string, body: unknown): AwsCall[] {
  const { QueueUrl, SourceArn, DestinationArn } = fieldsOf(body);
  if (action === "StartMessageMoveTask") {
    const from = MOVING.map((action) => ({ action: `sqs:${action}`, resource: String(SourceArn) }));
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
  return [{ action: `sns:${Action}`, resource: String(TopicArn ?? SubscriptionArn ?? "*") }];
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

export function invokeCalls(fields: unknown): AwsCall[] {
  const id = String(fieldsOf(fields)["FunctionName"]);
  const resource = id.startsWith("arn:") ? id : arnOf("lambda", `function:${id}`);
  return [{ action: "lambda:InvokeFunction", resource }];
}

function arnOf(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Words of expressions that are no names. */
const WORDS = new Set(["ADD", "AND", "BETWEEN", "DELETE", "IN", "NOT", "OR", "REMOVE", "SET"]);

/** A name or its placeholder: no value, no function, and no part of a path behind its first. */
const NAME = /(?<![:#.\w])#?[A-Za-z_]\w*(?![\w(])/g;

/** Each attribute that a call, or a step of a transaction, names once: in an expression, a key or an item. */
function attributesIn(fields: Fields): string[] {
  const names = fieldsOf(fields["ExpressionAttributeNames"]);
  const written = Object.entries(fields)
    .flatMap(([field, text]) => (field.endsWith("Expression") ? (String(text).match(NAME) ?? []) : []))
    .filter((name) => !WORDS.has(name.toUpperCase()))
    .map((name) => String(names[name] ?? name));
  const keys = ["Key", "Item"].flatMap((name) => Object.keys(fieldsOf(fields[name])));
  return [...new Set([...keys, ...written])].sort();
}
