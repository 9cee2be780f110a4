/** Attributes of a dead letter beside its body, if a consumer gave its message up by itself, without SQS. */

import type { MessageAttributeValue } from "@aws-sdk/client-sqs";

/** Why a message can never succeed: it is no message of its queue, or it kills every invocation that works on it. */
export type LetterReason = "unreadable" | "kills its consumer";

/** The attribute with the id that the message had before: the letter is another message. */
const ORIGINAL = "VigiaMessageId";
const REASON = "VigiaReason";

export function letterAttributes(
  messageId: string,
  reason: LetterReason,
): Record<string, MessageAttributeValue> {
  return {
    [ORIGINAL]: { DataType: "String", StringValue: messageId },
    [REASON]: { DataType: "String", StringValue: reason },
  };
}

type Attributes = Record<string, MessageAttributeValue> | undefined;

/** The id of the message that became this letter; undefined where SQS moved it, which keeps its id. */
export function originalIdOf(attributes: Attributes): string | undefined {
  return attributes?.[ORIGINAL]?.StringValue;
}

/** Why the consumer gave it up; undefined where SQS did after the last delivery. */
export function letterReasonOf(attributes: Attributes): string | undefined {
  return attributes?.[REASON]?.StringValue;
}
