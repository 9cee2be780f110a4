/** A queue that is subscribed to the alerts topic: what a company's own programs would receive. */

import { SNSClient, SubscribeCommand, UnsubscribeCommand } from "@aws-sdk/client-sns";
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";

/** Seconds without a message after which the queue has all: longer than the topic takes to hand on the last. */
const QUIET_S = 1;

/** A message as a queue gets it that reads SNS's envelope. */
const envelope = z.object({
  Subject: z.string(),
  Message: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ Value: z.string() })),
});

/** A message of the topic. */
export interface QueuedAlert {
  subject: string;
  event: Record<string, unknown>;
  attributes: Record<string, string>;
}

export class AlertQueue {
  readonly #sqs = new SQSClient({});
  readonly #sns = new SNSClient({});
  #url = "";
  #subscription = "";

  async subscribe(name: string, topicArn: string): Promise<void> {
    const { QueueUrl = "" } = await this.#sqs.send(new CreateQueueCommand({ QueueName: name }));
    this.#url = QueueUrl;
    const { Attributes } = await this.#sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }),
    );
    const Policy = JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: "sns.amazonaws.com" },
          Action: "sqs:SendMessage",
          Resource: Attributes?.QueueArn,
          Condition: { ArnEquals: { "aws:SourceArn": topicArn } },
        },
      ],
    });
    await this.#sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }));
    const { SubscriptionArn = "" } = await this.#sns.send(
      new SubscribeCommand({
        TopicArn: topicArn,
        Protocol: "sqs",
        Endpoint: Attributes?.QueueArn,
        ReturnSubscriptionArn: true,
      }),
    );
    this.#subscription = SubscriptionArn;
  }

  /** Takes every message that has arrived since it was last asked. */
  async take(): Promise<QueuedAlert[]> {
    const alerts: QueuedAlert[] = [];
    for (;;) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#url,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: QUIET_S,
        }),
      );
      if (Messages.length === 0) return alerts;
      alerts.push(...Messages.map(({ Body = "" }) => readEnvelope(Body)));
      await this.#sqs.send(
        new DeleteMessageBatchCommand({
          QueueUrl: this.#url,
          Entries: Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle })),
        }),
      );
    }
  }

  async remove(): Promise<void> {
    if (this.#subscription !== "")
      await this.#sns.send(new UnsubscribeCommand({ SubscriptionArn: this.#subscription }));
    if (this.#url !== "") await this.#sqs.send(new DeleteQueueCommand({ QueueUrl: this.#url }));
  }
}

function readEnvelope(body: string): QueuedAlert {
  const { Subject, Message, MessageAttributes } = envelope.parse(JSON.parse(body));
  const attributes = Object.entries(MessageAttributes).map(([name, { Value }]) => [name, Value]);
  return {
    subject: Subject,
    event: z.record(z.string(), z.unknown()).parse(JSON.parse(Message)),
    attributes: Object.fromEntries(attributes),
  };
}
