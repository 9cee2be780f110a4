/** Queue with its consumer and a dead-letter queue, which keeps failed messages for 14 days. */

import { Duration, Names, RemovalPolicy } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type * as z from "zod/mini";
import type { AdapterFunction } from "./function.ts";

interface ConsumedQueueProps {
  /** Time limit of its consumer. */
  consumerTimeout: Duration;
  /** Time in which messages are gathered into a batch. */
  batchingWindow?: Duration;
  /** Tries of a message before it goes to the dead-letter queue. */
  tries: number;
  /** True if its messages outlive the stack. */
  isKept: boolean;
}

/** Connection of a queue to its consumer. */
interface Feed {
  /** Messages a call at most. */
  batchSize: number;
  /** Calls at a time at most. */
  maxConcurrency: number;
}

/** SQS keeps a message no longer. */
const RETENTION = Duration.days(14);

/** A queue with its dead-letter queue; both encrypted, both closed to anything but TLS. */
export class ConsumedQueue {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #batchingWindow: Duration | undefined;

  constructor(
    scope: Construct,
    name: string,
    { consumerTimeout, batchingWindow, tries, isKept }: ConsumedQueueProps,
  ) {
    const common = {
      // KMS would be paid by the message; SQS's own encryption is free.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A webhook's body of 256 KiB is 350 KiB in the form in which a queue carries it.
      maxMessageSizeBytes: 1_048_576,
      retentionPeriod: RETENTION,
      removalPolicy: isKept ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    };
    this.deadLetters = new Queue(scope, `${name}DeadLetters`, common);
    this.queue = new Queue(scope, `${name}Queue`, {
      ...common,
      visibilityTimeout: visibilityFor(consumerTimeout, batchingWindow),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: tries },
    });
    this.#batchingWindow = batchingWindow;
  }

  /**
   * Makes a function the queue's consumer. It reports failures message by message. CDK's `SqsEventSource` would grant more
   * permissions than the consumer uses.
   */
  feed(consumer: AdapterFunction<() => z.ZodMiniType>, { batchSize, maxConcurrency }: Feed): void {
    consumer.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(this.queue.node)}`, {
      eventSourceArn: this.queue.queueArn,
      reportBatchItemFailures: true,
      batchSize,
      maxConcurrency,
      ...(this.#batchingWindow === undefined ? {} : { maxBatchingWindow: this.#batchingWindow }),
    });
    consumer.allow(
      ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      this.queue.queueArn,
    );
  }
}

/** Lambda's rule: six times the consumer's timeout and the window, or SQS delivers a message again while it is processed. */
function visibilityFor(consumerTimeout: Duration, batchingWindow = Duration.seconds(0)): Duration {
  return Duration.seconds(6 * consumerTimeout.toSeconds() + batchingWindow.toSeconds());
}
