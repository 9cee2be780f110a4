/** Queues, topics and other resources for tests, as a template would define them. */

import type { EmulatedQueue, EmulatedTopic } from "../../../../infra/local/template/resources.ts";

/** A queue; `url` is where SQS listens. */
export function testQueue(
  url: string,
  name: string,
  properties: Partial<EmulatedQueue["properties"]> = {},
): EmulatedQueue {
  const size = { DelaySeconds: 0, MaximumMessageSize: 1_048_576, VisibilityTimeout: 30 };
  const queue = { ref: `${url}/000000000000/${name}`, arn: queueArn(name) };
  return { ...emulated(name, { ...size, ...properties }), ...queue };
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:us-east-1:000000000000:${name}`;
}

export function testTopic(name: string): EmulatedTopic {
  const arn = `arn:aws:sns:us-east-1:000000000000:${name}`;
  return { ...emulated(name, {}), ref: arn, arn };
}

/** A resource whose name is its reference and its ARN too. */
export function emulated<Properties>(name: string, properties: Properties) {
  return { shortName: name, name, ref: name, arn: name, properties };
}
