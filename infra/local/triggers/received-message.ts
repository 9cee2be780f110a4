/** A message as the queue hands it out, and as Lambda hands it to a function. */

import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { LOCAL_REGION } from "../template/intrinsics.ts";

const receivedMessage = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MD5OfBody: z.string(),
  Attributes: z.object({
    ApproximateReceiveCount: z.string(),
    SentTimestamp: z.string(),
    SenderId: z.string(),
    ApproximateFirstReceiveTimestamp: z.string(),
  }),
  MessageAttributes: z.optional(
    z.record(
      z.string(),
      z.object({
        DataType: z.string(),
        StringValue: z.optional(z.string()),
        BinaryValue: z.optional(z.string()),
      }),
    ),
  ),
});

export const receiveReply = z.object({ Messages: z._default(z.array(receivedMessage), []) });

export interface BatchMessage {
  record: SQSRecord;
  /** What it adds to the event, in bytes. */
  size: number;
  receiveCount: number;
}

/** A message as a record of Lambda's event. */
export function asRecord(message: z.infer<typeof receivedMessage>, queueArn: string): BatchMessage {
  const record: SQSRecord = {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(
        ([name, { DataType, StringValue, BinaryValue }]) => [
          name,
          {
            dataType: DataType,
            ...(StringValue === undefined ? {} : { stringValue: StringValue }),
            ...(BinaryValue === undefined ? {} : { binaryValue: BinaryValue }),
          },
        ],
      ),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: queueArn,
    awsRegion: LOCAL_REGION,
  };
  return {
    record,
    size: Buffer.byteLength(JSON.stringify(record)) + 1,
    receiveCount: Number(message.Attributes.ApproximateReceiveCount),
  };
}
