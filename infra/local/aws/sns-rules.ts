/** Messages that SNS refuses: the emulator would accept them, and an alert would be lost on the first real day. */

import * as z from "zod/mini";
import { isObject } from "../../../lib/contract/exact-json.ts";

/** SNS's limit for a message with its attributes, in bytes. */
const MAX_BYTES = 262_144;

/** SNS demands fewer than 100 characters. */
const MAX_SUBJECT = 99;

/** A message that SNS would accept. */
export interface PublishedMessage {
  topicArn: string;
  subject: string;
  /** The text by protocol; only `default` where the message has no structure. */
  texts: { default: string } & Record<string, string>;
  attributes: Record<string, string>;
}

/** A message that SNS would refuse, in SNS's words. */
export class SnsRefusalError extends Error {
  override name = "SnsRefusalError";
}

/** An error of the query protocol, which SNS speaks. */
export function queryError(code: string, message: string): string {
  const escaped = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${escaped}</Message></Error><RequestId>local</RequestId></ErrorResponse>`;
}

/** A call as it comes in: the fields of the query protocol's form. */
const form = z.looseObject({
  TopicArn: z.string(),
  Message: z.string().check(z.minLength(1)),
  Subject: z.optional(z.string()),
  MessageStructure: z.optional(z.string()),
});

/**
 * Reads a call of `Publish`.
 * @throws {SnsRefusalError} with what SNS would say
 */
export function readPublication(fields: unknown): PublishedMessage {
  const reading = form.safeParse(fields);
  if (!reading.success) throw new SnsRefusalError("Invalid parameter: TopicArn or Message");
  const { TopicArn, Message, Subject, MessageStructure, ...rest } = reading.data;
  if (Subject !== undefined) checkSubject(Subject);
  const attributes = readAttributes(rest);
  const texts = MessageStructure === "json" ? readStructure(Message) : { default: Message };
  const size =
    Buffer.byteLength(Message) +
    attributes.reduce((sum, parts) => sum + Buffer.byteLength(parts.join("")), 0);
  if (size > MAX_BYTES) throw new SnsRefusalError("Invalid parameter: Message too long");
  return {
    topicArn: TopicArn,
    subject: Subject ?? "",
    texts,
    attributes: Object.fromEntries(attributes.map(([name, , value]) => [name, value])),
  };
}

function checkSubject(subject: string): void {
  const wellFormed = /^[\x21-\x7e][\x20-\x7e]*$/.test(subject);
  if (!wellFormed || subject.length > MAX_SUBJECT) throw new SnsRefusalError("Invalid parameter: Subject");
}

function readStructure(message: string): PublishedMessage["texts"] {
  const wrong = "Invalid parameter: Message Structure -";
  let structure: unknown;
  try {
    structure = JSON.parse(message);
  } catch {
    throw new SnsRefusalError(`${wrong} JSON message body failed to parse`);
  }
  if (!isObject(structure) || typeof structure["default"] !== "string")
    throw new SnsRefusalError(`${wrong} No default entry in JSON message body`);
  const texts = { default: structure["default"] };
  for (const [protocol, text] of Object.entries(structure)) {
    if (typeof text !== "string")
      throw new SnsRefusalError(`${wrong} the text for ${protocol} is not a string`);
    Object.assign(texts, { [protocol]: text });
  }
  return texts;
}

type Attribute = [name: string, type: string, value: string];

function readAttributes(fields: Record<string, unknown>): Attribute[] {
  const found: Attribute[] = [];
  for (let index = 1; ; index++) {
    const entry = `MessageAttributes.entry.${index}`;
    const name = fields[`${entry}.Name`];
    if (typeof name !== "string") return found;
    const type = String(fields[`${entry}.Value.DataType`] ?? "");
    const value = String(fields[`${entry}.Value.StringValue`] ?? fields[`${entry}.Value.BinaryValue`] ?? "");
    checkAttribute(name, type, value);
    found.push([name, type, value]);
  }
}

function checkAttribute(name: string, type: string, value: string): void {
  const said = `Invalid parameter: The message attribute '${name}'`;
  if (!/^[\w.-]{1,256}$/.test(name)) throw new SnsRefusalError(`${said} has an invalid name`);
  if (value === "") throw new SnsRefusalError(`${said} must contain non-empty message attribute value`);
  if (/^Number(\.|$)/.test(type) && Number.isNaN(Number(value)))
    throw new SnsRefusalError(`${said} has an invalid number value`);
  if (type === "String.Array" && !isList(value))
    throw new SnsRefusalError(`${said} has an invalid array value`);
  if (!/^(String|String\.Array|Number|Binary)(\.|$)/.test(type))
    throw new SnsRefusalError(`${said} has an invalid message attribute type`);
}

function isList(value: string): boolean {
  try {
    return Array.isArray(JSON.parse(value));
  } catch {
    return false;
  }
}

/** A call of `Subscribe` or `SetSubscriptionAttributes` names the policy in one of these pairs of fields. */
const POLICY_FIELDS: readonly (readonly [name: string, value: string])[] = [
  ["AttributeName", "AttributeValue"],
  ...Array.from(
    { length: 10 },
    (_, at) => [`Attributes.entry.${at + 1}.key`, `Attributes.entry.${at + 1}.value`] as const,
  ),
];

/**
 * The fields of a call with its filter policy as the emulator needs it: SNS compares a text with each element of a list
 * (`String.Array`), the emulator with the whole text of the list.
 */
export function withListFilters(fields: Record<string, unknown>): Record<string, unknown> {
  const changed = POLICY_FIELDS.flatMap(([name, value]) => {
    const text = fields[value];
    return fields[name] === "FilterPolicy" && typeof text === "string" ? [[value, listFilter(text)]] : [];
  });
  return { ...fields, ...Object.fromEntries(changed) };
}

function listFilter(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    Array.isArray(value)
      ? value.flatMap((one) => (typeof one === "string" ? conditionsFor(one) : [one]))
      : value,
  );
}

/** Condition that an attribute is a text, or the JSON of a list with it: alone, first, last or between others. */
function conditionsFor(text: string): unknown[] {
  const element = JSON.stringify(text);
  return [
    text,
    `[${element}]`,
    { prefix: `[${element},` },
    { suffix: `,${element}]` },
    { wildcard: `*,${element},*` },
  ];
}
