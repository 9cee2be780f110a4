/** What a call of DynamoDB says of attributes, in the keys by which policies speak of them. */

import { isObject } from "../../../lib/contract/exact-json.ts";
import type { CallContext } from "./condition.ts";

/** Where a call names attributes: in expressions, and as the names of a key or an item. */
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
export function itemContext(fields: Readonly<Record<string, unknown>>): CallContext {
  const { ReturnValues, Select } = fields;
  return {
    "dynamodb:Attributes": attributesIn(fields),
    ...(typeof ReturnValues === "string" ? { "dynamodb:ReturnValues": ReturnValues } : {}),
    // AWS documents it as the parameter: whether a projection alone stands for it, is not said.
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
