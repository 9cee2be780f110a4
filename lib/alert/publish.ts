/** Publishes a message to a topic, in one call, in the form that each kind of subscriber reads. */

import { type MessageAttributeValue, PublishCommand, type SNSClient } from "@aws-sdk/client-sns";
import { shorten } from "../text/cut.ts";
import { escapeForSlack } from "../text/slack.ts";
import { subjectLine } from "../text/subject.ts";

/** What a message says in Slack: Amazon Q Developer's custom notification. Its texts are Slack markdown, escaped. */
export interface SlackForm {
  title: string;
  description: string;
  nextSteps: string[];
  /** Messages with the same id stand in one thread. */
  threadId: string;
}

/** By what subscribers can filter: SNS filter policies match these. */
export interface AlertAttributes {
  /** What the message is about. */
  kind: AlertKind;
  /** The worst risk in the message. */
  risk?: "none" | "warn" | "illegal";
  projectId: number;
  /** All chains in the message. */
  chainId?: readonly string[];
  /** The country codes of all laws in the message. */
  countries?: readonly string[];
}

export type AlertKind =
  | "notification"
  | "change"
  | "quarantine"
  | "wallet"
  | "scan-brief"
  | "scan-problem"
  | "pipeline-problem";

/** A message for people. */
export interface AlertMessage {
  /** Shown as it is where it is ASCII and short; otherwise transliterated and cut, as SNS demands. */
  subject: string;
  email: string;
  slack: SlackForm;
  attributes: AlertAttributes;
}

/** What a message says, apart from what subscribers filter by. */
export type MessageForm = Omit<AlertMessage, "attributes">;

/** Slack shows about 3,000 characters of a description. */
export const MAX_LISTED_IN_SLACK = 5;

const MAX_THREAD_ID = 200;

/** The chains or countries that a message names at most: attributes count towards SNS's 256 KB. */
const MAX_LISTED = 50;

/** Sends `message` to a topic; throws what SNS throws. */
export async function publish(
  sns: SNSClient,
  topicArn: string,
  message: AlertMessage,
  abortSignal?: AbortSignal,
): Promise<void> {
  await sns.send(
    new PublishCommand({
      TopicArn: topicArn,
      Subject: subjectLine(message.subject),
      MessageStructure: "json",
      Message: JSON.stringify({
        default: message.subject,
        email: message.email,
        https: JSON.stringify(customNotification(message)),
      }),
      MessageAttributes: attributes(message.attributes),
    }),
    abortSignal === undefined ? {} : { abortSignal },
  );
}

/** Amazon Q shows the thread's id nowhere; what somebody chose must not be markup there either. */
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

function attributes({ kind, risk, projectId, chainId, countries }: AlertAttributes) {
  const found: Record<string, MessageAttributeValue> = {
    kind: { DataType: "String", StringValue: kind },
    projectId: { DataType: "Number", StringValue: String(projectId) },
  };
  if (risk !== undefined) found["risk"] = { DataType: "String", StringValue: risk };
  if (chainId !== undefined && chainId.length > 0) found["chainId"] = list(chainId);
  if (countries !== undefined && countries.length > 0) found["countries"] = list(countries);
  return found;
}

function list(values: readonly string[]): MessageAttributeValue {
  const unique = [...new Set(values)].sort().slice(0, MAX_LISTED);
  return { DataType: "String.Array", StringValue: JSON.stringify(unique) };
}
