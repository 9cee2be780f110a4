/** Publishes a message to a topic, in one call, in the form that each kind of subscriber reads. */

import { type MessageAttributeValue, PublishCommand, type SNSClient } from "@aws-sdk/client-sns";
import { count } from "../aws/observe.ts";
import { subjectLine } from "../i18n/text/subject.ts";
import { type Channel, type Made, sizeInJson } from "./channels/channel.ts";
import { CHANNELS } from "./channels/channels.ts";
import { type AlertAttributes, type AlertMessage, AND_OTHERS } from "./messages/message.ts";

/** The chains or countries that a message names at most: attributes count towards SNS's 256 KB. */
const MAX_LISTED = 50;

/** SNS's limit for all forms of a message with its attributes, in bytes. */
const MAX_BYTES = 262_144;

/** Bytes left for attributes and for SNS's envelope: older queues and functions take no more than SNS does. */
const RESERVED_BYTES = 16_384;

/** A message as its subscribers are sent it. */
export interface Publication {
  message: AlertMessage;
  /** Its text in each channel. */
  texts: readonly { channel: Channel; text: string }[];
}

/** Writes a message for each channel. */
export function publicationOf(message: AlertMessage, published: Made): Publication {
  const texts: { channel: Channel; text: string }[] = [];
  let room = MAX_BYTES - RESERVED_BYTES;
  for (const channel of CHANNELS) {
    const text = channel.render(message, published, room);
    room -= sizeInJson(text);
    texts.push({ channel, text });
  }
  return { message, texts };
}

/** A publishing that takes longer is given up. */
const MAX_PUBLISH_MS = 10_000;

/** Sends a message to a topic by a time in milliseconds since 1970, and counts what became of it. @throws what SNS throws */
export async function publish(
  sns: SNSClient,
  topicArn: string,
  { message, texts }: Publication,
  endsAt: number,
): Promise<void> {
  try {
    await sns.send(
      new PublishCommand({
        TopicArn: topicArn,
        Subject: subjectLine(message.subject),
        MessageStructure: "json",
        Message: JSON.stringify(
          Object.fromEntries(texts.map(({ channel, text }) => [channel.protocol, text])),
        ),
        MessageAttributes: attributes(message.attributes),
      }),
      { abortSignal: within(Math.min(MAX_PUBLISH_MS, endsAt - Date.now())) },
    );
    count("AlertPublished");
  } catch (error) {
    count("AlertFailed");
    throw error;
  }
}

/** Aborts after a time; Node takes whole milliseconds alone. */
export function within(timeMs: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.floor(timeMs)));
}

function attributes({ kind, risk, projectId, projectIds, chainId, countries }: AlertAttributes) {
  const attributes: Record<string, MessageAttributeValue> = {
    kind: { DataType: "String", StringValue: kind },
    // Text, since people write {"projectId":["2"]}, which no number matches.
    projectId:
      projectIds === undefined
        ? { DataType: "String", StringValue: String(projectId) }
        : list(projectIds.map(String)),
  };
  if (risk !== undefined) attributes["risk"] = { DataType: "String", StringValue: risk };
  if (chainId !== undefined && chainId.length > 0) attributes["chainId"] = list(chainId);
  if (countries !== undefined && countries.length > 0) attributes["countries"] = list(countries);
  return attributes;
}

function list(values: readonly string[]): MessageAttributeValue {
  const unique = [...new Set(values)].sort();
  const listed = unique.length <= MAX_LISTED ? unique : [...unique.slice(0, MAX_LISTED), AND_OTHERS];
  return { DataType: "String.Array", StringValue: JSON.stringify(listed) };
}
