/** What a queue's consumer is handed, and what it answers. */

import { FuzzError } from "./finding.ts";

/** A record of the queue's event source. */
export function record(text: string, messageId: string) {
  const attributes = { ApproximateReceiveCount: "1", SentTimestamp: String(Date.now()) };
  return { messageId, receiptHandle: messageId, body: text, attributes, messageAttributes: {} };
}

/** The ids of the messages that a consumer gave back. */
export function failuresIn(result: unknown): string[] {
  const failures: unknown = Reflect.get(Object(result), "batchItemFailures");
  if (!Array.isArray(failures)) throw new FuzzError(`not a consumer's answer: ${JSON.stringify(result)}`);
  return failures.map(({ itemIdentifier }) => String(itemIdentifier));
}
