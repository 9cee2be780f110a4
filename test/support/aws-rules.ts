/** Calls that AWS refuses and the emulators would accept: an alert would be lost on the first real day. */

import { attributesIn, readPublication } from "../../infra/local/aws/publication.ts";
import { isObject } from "../../lib/contract/exact-json.ts";

/** SNS's limit for a message with its attributes, in bytes. */
const MAX_BYTES = 262_144;

/** SNS demands fewer than 100 characters. */
const MAX_SUBJECT = 99;

/** Why SNS refuses a call of `Publish`, in its words; undefined where it does not. @param fields of the query protocol's form */
export function publishRefusal(fields: Record<string, unknown>): string | undefined {
  const { Message, Subject, MessageStructure } = fields;
  if (typeof Message !== "string" || Message === "") return "Invalid parameter: Message";
  if (Subject !== undefined && !/^[\x21-\x7e][\x20-\x7e]*$/.test(String(Subject)))
    return "Invalid parameter: Subject";
  if (String(Subject ?? "").length > MAX_SUBJECT) return "Invalid parameter: Subject";
  if (MessageStructure === "json" && !isStructure(fields)) return "Invalid parameter: Message Structure";
  const attributes = attributesIn(fields);
  const parts = attributes.map(({ name, type, value }) => name + type + value);
  if (Buffer.byteLength(Message) + Buffer.byteLength(parts.join("")) > MAX_BYTES)
    return "Invalid parameter: Message too long";
  return attributes.map(attributeRefusal).find((refusal) => refusal !== undefined);
}

function isStructure(fields: unknown): boolean {
  try {
    return readPublication(fields) !== undefined;
  } catch {
    return false;
  }
}

function attributeRefusal({
  name,
  type,
  value,
}: ReturnType<typeof attributesIn>[number]): string | undefined {
  const sentenceStart = `Invalid parameter: The message attribute '${name}'`;
  if (!/^[\w.-]{1,256}$/.test(name)) return `${sentenceStart} has an invalid name`;
  if (value === "") return `${sentenceStart} must contain non-empty message attribute value`;
  if (/^Number(\.|$)/.test(type) && Number.isNaN(Number(value)))
    return `${sentenceStart} has an invalid number value`;
  if (type === "String.Array" && !isList(value)) return `${sentenceStart} has an invalid array value`;
  if (!/^(String|String\.Array|Number|Binary)(\.|$)/.test(type))
    return `${sentenceStart} has an invalid message attribute type`;
  return undefined;
}

function isList(value: string): boolean {
  try {
    return Array.isArray(JSON.parse(value));
  } catch {
    return false;
  }
}

const MAX_SECONDS = { DelaySeconds: 900, VisibilityTimeout: 43_200 };

/** Why SQS refuses the times of a call, in its words; undefined where it does not. The emulator takes fractions. */
export function timesRefusal(fields: Record<string, unknown>): string | undefined {
  const entries = Array.isArray(fields["Entries"]) ? fields["Entries"].filter(isObject) : [];
  for (const [name, most] of Object.entries(MAX_SECONDS))
    for (const { [name]: value } of [fields, ...entries])
      if (value !== undefined && !(Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most))
        return `Value ${value} for parameter ${name} is invalid. Reason: Must be between 0 and ${most}.`;
  return undefined;
}

/**
 * A filter policy as the emulator needs it: SNS compares a text with each element of a list (`String.Array`), the emulator
 * with the whole text of the list.
 */
export function emulatedFilter(filter: Readonly<Record<string, readonly string[]>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(filter).map(([name, texts]) => [name, texts.flatMap(conditionsFor)])),
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
