/** The emulators alone, with the template's tables, queues and topics, and processes that call them. */

import * as z from "zod/mini";
import { Child } from "../processes/child.ts";
import { Machinery } from "./machinery.ts";

/** Times in milliseconds since 1970. */
const sent = z.object({ start: z.number(), milliseconds: z.array(z.number()) });
const stored = z.object({ end: z.number() });

export class BareEmulators {
  readonly #machinery: Machinery;
  readonly #sender: Child;
  readonly #consumer: Child;

  private constructor(machinery: Machinery) {
    this.#machinery = machinery;
    const { environment } = machinery.function("StoreNotifications");
    this.#sender = new Child("bare-client.ts", { env: environment });
    this.#consumer = new Child("bare-client.ts", { env: environment });
  }

  static async start(): Promise<BareEmulators> {
    return new BareEmulators(await Machinery.start());
  }

  async close(): Promise<void> {
    this.#sender.close();
    this.#consumer.close();
    await this.#machinery.close();
  }

  /**
   * Sends `count` messages, `atOnce` at a time, while they are stored.
   * @returns how long each took to be sent, and all to be stored, in milliseconds
   */
  async sendAndStore(count: number, atOnce: number) {
    const order = { ...this.#names, count, atOnce };
    await Promise.all([this.#consumer, this.#sender].map((child) => child.ask({ ...order, job: "prepare" })));
    const storing = this.#consumer.ask({ ...order, job: "store" });
    const { start, milliseconds } = sent.parse(await this.#sender.ask({ ...order, job: "send" }));
    const { end } = stored.parse(await storing);
    return { milliseconds, all: end - start };
  }

  /** From a message's sending to its alert, `count` times one after the other. */
  async alert(count: number): Promise<unknown> {
    const order = { ...this.#names, count, atOnce: 1 };
    await this.#sender.ask({ ...order, job: "prepare" });
    return this.#sender.ask({ ...order, job: "alert" });
  }

  get #names() {
    const { queues, tables, topics } = this.#machinery.names;
    return { queueUrl: queues.webhook, table: tables.notifications, topicArn: topics.alerts };
  }
}
