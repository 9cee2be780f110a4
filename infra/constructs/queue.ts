/** The one way a queue and its consumer are made here: with a dead letter queue, and nothing dropped for 14 days. */

import { Duration, RemovalPolicy } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource, type SqsEventSourceProps } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

export interface ConsumedQueueProps {
  /** How long its consumer may run. */
  consumerTimeout: Duration;
  /** How long messages are gathered into a batch. */
  batchingWindow?: Duration;
  /** How often a message is tried before it goes to the dead letter queue. */
  tries: number;
  /** Whether what is still in it outlives the stack. */
  kept: boolean;
}

/** SQS keeps a message no longer. */
const RETENTION = Duration.days(14);

/** A queue with its dead letter queue; both encrypted, both closed to anything but TLS. */
export class ConsumedQueue {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #batchingWindow: Duration | undefined;

  constructor(
    scope: Construct,
    name: string,
    { consumerTimeout, batchingWindow, tries, kept }: ConsumedQueueProps,
  ) {
    const common = {
      // KMS would be paid by the message; SQS's own encryption is free.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A webhook's body of 256 KiB is 350 KiB in the form in which a queue carries it.
      maxMessageSizeBytes: 1_048_576,
      retentionPeriod: RETENTION,
      removalPolicy: kept ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    };
    this.deadLetters = new Queue(scope, `${name}DeadLetters`, common);
    this.queue = new Queue(scope, `${name}Queue`, {
      ...common,
      visibilityTimeout: visibilityFor(consumerTimeout, batchingWindow),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: tries },
    });
    this.#batchingWindow = batchingWindow;
  }

  /** Feeds the queue to a function, which says of each message on its own whether it failed. */
  feed(
    consumer: LambdaFunction,
    { batchSize, maxConcurrency }: Pick<SqsEventSourceProps, "batchSize" | "maxConcurrency">,
  ) {
    consumer.addEventSource(
      new SqsEventSource(this.queue, {
        reportBatchItemFailures: true,
        ...(batchSize === undefined ? {} : { batchSize }),
        ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
        ...(this.#batchingWindow === undefined ? {} : { maxBatchingWindow: this.#batchingWindow }),
      }),
    );
  }
}

/** Lambda's rule: six times the consumer's timeout and the window, or a message in work is handed out again. */
function visibilityFor(consumerTimeout: Duration, batchingWindow = Duration.seconds(0)): Duration {
  return Duration.seconds(6 * consumerTimeout.toSeconds() + batchingWindow.toSeconds());
}
