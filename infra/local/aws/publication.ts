/** A message for the subscribers of a topic, read from a call of SNS. */

import * as z from "zod/mini";

export interface PublishedMessage {
  topicArn: string;
  subject: string;
  /** The text by protocol; only `default` where the message has no structure. */
  texts: { default: string } & Record<string, string>;
  attributes: Record<string, string>;
}

/** A call as it comes in: the fields of the query protocol's form. */
const form = z.looseObject({
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z._default(z.string(), ""),
  MessageStructure: z.optional(z.string()),
});

const structure = z.catchall(z.object({ default: z.string() }), z.string());

/** Reads a call of `Publish`. @throws for one of another form */
export function readPublication(fields: unknown): PublishedMessage {
  const { TopicArn, Message, Subject, MessageStructure, ...rest } = form.parse(fields);
  return {
    topicArn: TopicArn,
    subject: Subject,
    texts: MessageStructure === "json" ? structure.parse(JSON.parse(Message)) : { default: Message },
    attributes: Object.fromEntries(attributesIn(rest).map(({ name, value }) => [name, value])),
  };
}

/** The attributes of a message, in order. */
export function attributesIn(
  fields: Record<string, unknown>,
): { name: string; type: string; value: string }[] {
  const entries = Object.keys(fields).filter((field) => /^MessageAttributes\.entry\.\d+\.Name$/.test(field));
  return entries.map((field) => {
    const entry = field.replace(/Name$/, "Value");
    const value = fields[`${entry}.StringValue`] ?? fields[`${entry}.BinaryValue`] ?? "";
    return {
      name: String(fields[field]),
      type: String(fields[`${entry}.DataType`] ?? ""),
      value: String(value),
    };
  });
}
