/** The emulators alone, with the template's tables, queues and topics, and processes that call them. */

import * as z from "zod/mini";
import { ADMINISTRATOR } from "../../../../infra/local/permissions/judge.ts";
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
    // It sends, stores and alerts: no function of the stack may do all three.
    const environment = {
      ...machinery.function("StoreNotifications").environment,
      AWS_ACCESS_KEY_ID: ADMINISTRATOR,
    };
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
   * Sends `count` messages, `concurrency` at a time, while they are stored.
   * @returns how long each took to be sent, and all to be stored, in milliseconds
   */
  async sendAndStore(count: number, concurrency: number) {
    const order = { ...this.#names, count, concurrency };
    await Promise.all([this.#consumer, this.#sender].map((child) => child.ask({ ...order, job: "prepare" })));
    const storing = this.#consumer.ask({ ...order, job: "store" });
    const { start, milliseconds } = sent.parse(await this.#sender.ask({ ...order, job: "send" }));
    const { end } = stored.parse(await storing);
    return { milliseconds, all: end - start };
  }

  /** From a message's sending to its alert, `count` times one after the other. */
  async alert(count: number): Promise<unknown> {
    const order = { ...this.#names, count, concurrency: 1 };
    await this.#sender.ask({ ...order, job: "prepare" });
    return this.#sender.ask({ ...order, job: "alert" });
  }

  get #names() {
    const { queues, tables, topics } = this.#machinery.names;
    return { queueUrl: queues.webhook, table: tables.notifications, topicArn: topics.alerts };
  }
}
