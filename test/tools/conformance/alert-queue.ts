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

/** The id of an alert, a reminder or a brief, as every form of its message names it. */
const ALERT_ID = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-(?:\d+|all)-[0-9a-f]{8,32}/g;

/** Longer than the topic takes to hand on the last. */
const IDLE_POLLS = 3;

export class AlertQueue {
  readonly #sqs = new SQSClient({});
  readonly #sns = new SNSClient({});
  readonly #received = new Set<string>();
  readonly #events: unknown[] = [];
  #url = "";
  #subscription = "";

  /** @param filter the filter policy of the subscription */
  async subscribe(name: string, topicArn: string, filter?: Record<string, string[]>): Promise<void> {
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
        Attributes: {
          RawMessageDelivery: "true",
          ...(filter === undefined ? {} : { FilterPolicy: JSON.stringify(filter) }),
        },
      }),
    );
    this.#subscription = SubscriptionArn;
  }

  /** The ids of all alerts that arrived since the beginning. */
  async received(): Promise<string[]> {
    for (let idle = 0; idle < IDLE_POLLS; ) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({ QueueUrl: this.#url, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
      );
      idle = Messages.length === 0 ? idle + 1 : 0;
      for (const { Body = "" } of Messages) {
        const [id] = Body.match(ALERT_ID) ?? [];
        this.#received.add(id ?? Body);
        this.#events.push(JSON.parse(Body));
      }
      if (Messages.length > 0)
        await this.#sqs.send(
          new DeleteMessageBatchCommand({
            QueueUrl: this.#url,
            Entries: Messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle })),
          }),
        );
    }
    return [...this.#received].sort();
  }

  /** Every event that arrived since the beginning. */
  async events(): Promise<readonly unknown[]> {
    await this.received();
    return this.#events;
  }

  async remove(): Promise<void> {
    if (this.#subscription !== "")
      await this.#sns.send(new UnsubscribeCommand({ SubscriptionArn: this.#subscription }));
    if (this.#url !== "") await this.#sqs.send(new DeleteQueueCommand({ QueueUrl: this.#url }));
  }
}
