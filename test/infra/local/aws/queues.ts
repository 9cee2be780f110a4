/** Queues and topics for tests, as a template would define them. */

import type { EmulatedQueue, EmulatedTopic } from "../../../../infra/local/template/resources.ts";

/** A queue; `url` is where SQS listens. */
export function testQueue(
  url: string,
  name: string,
  properties: Partial<EmulatedQueue["properties"]> = {},
): EmulatedQueue {
  return {
    logicalId: name,
    shortName: name,
    name,
    ref: `${url}/000000000000/${name}`,
    arn: queueArn(name),
    properties: { DelaySeconds: 0, MaximumMessageSize: 1_048_576, VisibilityTimeout: 30, ...properties },
  };
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:us-east-1:000000000000:${name}`;
}

export function testTopic(name: string): EmulatedTopic {
  const arn = `arn:aws:sns:us-east-1:000000000000:${name}`;
  return { logicalId: name, shortName: name, name, ref: arn, arn, properties: {} };
}
