/** The poller's calls of SQS: AWS makes them for the consumer, and charges for them. */

import * as z from "zod/mini";
import { Messaging } from "../../../../infra/local/aws/messaging.ts";

const call = z.object({ QueueUrl: z._default(z.string(), ""), Entries: z.optional(z.array(z.unknown())) });
const received = z.object({ Messages: z._default(z.array(z.unknown()), []) });

/** Counts the calls for one queue, by the part of its URL that names it, while it is told to. */
export class PollCounter {
  readonly #queue: string;
  readonly #original = Messaging.prototype.queue;
  #counting = false;
  #receives = 0;
  #received = 0;
  #deletes = 0;
  #deleted = 0;

  constructor(queue: string) {
    this.#queue = queue;
    const original = this.#original;
    const note = (action: string, body: unknown, reply: unknown) => this.#note(action, body, reply);
    Messaging.prototype.queue = async function (action, body) {
      const reply = await original.call(this, action, body);
      note(action, body, reply);
      return reply;
    };
  }

  start(): void {
    this.#counting = true;
  }

  /** Calls a message. Receipts that found nothing are those of an idle queue. */
  stop(): number {
    Messaging.prototype.queue = this.#original;
    return this.#receives / this.#received + this.#deletes / this.#deleted;
  }

  #note(action: string, body: unknown, reply: unknown): void {
    const { QueueUrl, Entries = [] } = call.parse(body);
    if (!this.#counting || !QueueUrl.includes(this.#queue)) return;
    if (action === "DeleteMessageBatch") {
      this.#deletes++;
      this.#deleted += Entries.length;
    }
    if (action !== "ReceiveMessage") return;
    const { length } = received.parse(reply).Messages;
    if (length > 0) this.#receives++;
    this.#received += length;
  }
}
