/** The emulators alone, with the template's tables, queues and topics, and processes that call them. */

import { Child } from "./child.ts";
import { Machinery } from "./machinery.ts";

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

  /** Sends `count` messages, `atOnce` at a time, while they are stored. @returns how fast they were sent */
  async sendAndStore(count: number, atOnce: number): Promise<unknown> {
    const order = { ...this.#names, count, atOnce };
    const stored = this.#consumer.ask({ ...order, job: "store" });
    const sent = await this.#sender.ask({ ...order, job: "send" });
    await stored;
    return sent;
  }

  /** From a message's sending to its alert, `count` times one after the other. */
  alert(count: number): Promise<unknown> {
    return this.#sender.ask({ ...this.#names, count, atOnce: 1, job: "alert" });
  }

  get #names() {
    const { queues, tables, topics } = this.#machinery.names;
    return { queueUrl: queues.webhook, table: tables.notifications, topicArn: topics.alerts };
  }
}
