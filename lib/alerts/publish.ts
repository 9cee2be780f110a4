/** Publishes a message to a topic, in one call, in the form that each kind of subscriber reads. */

import { type MessageAttributeValue, PublishCommand, type SNSClient } from "@aws-sdk/client-sns";
import { count } from "../aws/observe.ts";
import { shorten } from "../i18n/text/cut.ts";
import { escapeForSlack } from "../i18n/text/slack.ts";
import { subjectLine } from "../i18n/text/subject.ts";
import type { AlertEvent, EventSubject } from "./event/event-schema.ts";
import { type AlertAttributes, type AlertMessage, AND_OTHERS } from "./messages/message.ts";

const MAX_THREAD_ID = 200;

/** The chains or countries that a message names at most: attributes count towards SNS's 256 KB. */
const MAX_LISTED = 50;

/** SNS's limit for all forms of a message with its attributes, in bytes. */
const MAX_BYTES = 262_144;

/** Bytes left for attributes and for SNS's envelope: older queues and functions take no more than SNS does. */
const RESERVED_BYTES = 16_384;

/** A message as its subscribers are sent it. */
export interface Publication {
  message: AlertMessage;
  /** The event, as JSON. */
  event: string;
}

/** Turns a message into its published forms. The event gets the room that the other forms leave. */
export function publicationOf(message: AlertMessage, made: Made): Publication {
  const room = MAX_BYTES - RESERVED_BYTES - Buffer.byteLength(JSON.stringify(formsForPeople(message)));
  return { message, event: eventText(message, made, room) };
}

/** A publishing that takes longer is given up. */
const MAX_PUBLISH_MS = 10_000;

/** Sends a message to a topic by a time in milliseconds since 1970, and counts what became of it. @throws what SNS throws */
export async function publish(
  sns: SNSClient,
  topicArn: string,
  { message, event }: Publication,
  by: number,
): Promise<void> {
  try {
    await sns.send(
      new PublishCommand({
        TopicArn: topicArn,
        Subject: subjectLine(message.subject),
        MessageStructure: "json",
        // A protocol without its own form gets the default: queues, functions and streams share one copy.
        Message: JSON.stringify({ default: event, ...formsForPeople(message) }),
        MessageAttributes: attributes(message.attributes),
      }),
      { abortSignal: within(Math.min(MAX_PUBLISH_MS, by - Date.now())) },
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

/** SNS sends `https` to Amazon Q, which shows it in Slack. */
function formsForPeople(message: AlertMessage) {
  return {
    email: message.email,
    https: JSON.stringify(customNotification(message)),
    sms: message.subject,
  };
}

/** Amazon Q shows the thread's id nowhere; a sender's text must not be markup there either. */
function plainThreadId(threadId: string): string {
  return shorten(threadId.replace(/[^\w#.:-]/g, "_"), MAX_THREAD_ID, "");
}

/** https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html */
function customNotification({ slack, subject }: AlertMessage) {
  return {
    version: "1.0",
    source: "custom",
    content: {
      textType: "client-markdown",
      title: slack.title,
      description: slack.description,
      nextSteps: slack.nextSteps,
    },
    metadata: { threadId: plainThreadId(slack.threadId), summary: escapeForSlack(subject) },
  };
}

function attributes({ kind, risk, projectId, projectIds, chainId, countries }: AlertAttributes) {
  const found: Record<string, MessageAttributeValue> = {
    kind: { DataType: "String", StringValue: kind },
    // Text, since people write {"projectId":["2"]}, which no number matches.
    projectId:
      projectIds === undefined
        ? { DataType: "String", StringValue: String(projectId) }
        : list(projectIds.map(String)),
  };
  if (risk !== undefined) found["risk"] = { DataType: "String", StringValue: risk };
  if (chainId !== undefined && chainId.length > 0) found["chainId"] = list(chainId);
  if (countries !== undefined && countries.length > 0) found["countries"] = list(countries);
  return found;
}

function list(values: readonly string[]): MessageAttributeValue {
  const unique = [...new Set(values)].sort();
  const listed = unique.length <= MAX_LISTED ? unique : [...unique.slice(0, MAX_LISTED), AND_OTHERS];
  return { DataType: "String.Array", StringValue: JSON.stringify(listed) };
}

/** Record of an event's message, and its time. */
interface Made {
  /** Key of its record; null without one. */
  alertId: string | null;
  at: Date;
}

/** @param room bytes that the text may take as a string in JSON */
function eventText(message: AlertMessage, { alertId, at }: Made, room: number): string {
  const { attributes, event, subject } = message;
  const head: AlertEvent = {
    version: 1,
    alertId,
    kind: attributes.kind,
    stage: event.stage,
    projectId: String(attributes.projectId),
    at: at.toISOString(),
    risk: attributes.risk ?? null,
    summary: subject,
    subjectCount: event.subjectCount,
    subjects: [],
  };
  let left = room - sizeInJson(head);
  for (const one of event.subjects()) {
    left -= sizeInJson(one) + 1;
    if (left < 0) break;
    head.subjects.push(one);
  }
  return JSON.stringify(head);
}

/** Bytes of a value's JSON as a string in JSON. */
function sizeInJson(value: AlertEvent | EventSubject): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}
