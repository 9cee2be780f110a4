/** Feeds a queue to a function as Lambda's poller does: with the template's batch size, window and concurrency. */

import type { Messaging } from "../aws/messaging.ts";
import type { LocalEvents } from "../events.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { EmulatedEventSource, EmulatedQueue } from "../template/resources.ts";
import { batchOf } from "./batch.ts";
import { failedMessages } from "./batch-outcome.ts";
import type { BatchMessage } from "./received-message.ts";

export interface EventSourceOptions {
  source: EmulatedEventSource;
  queue: EmulatedQueue;
  pool: FunctionPool;
  messaging: Messaging;
  events: LocalEvents;
  timeScale: number;
}

/** Where the template sets no bound; Lambda begins with five pollers. */
const DEFAULT_CONCURRENCY = 5;

/** SQS deletes ten messages a call. */
const DELETE_BATCH = 10;

export class EventSource {
  readonly #options: EventSourceOptions;
  readonly #stop = new AbortController();
  readonly #concurrency: number;
  #running = 0;
  #slotFreed: (() => void) | undefined;

  constructor(options: EventSourceOptions) {
    this.#options = options;
    const { ScalingConfig } = options.source.properties;
    this.#concurrency = ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
  }

  /** Begins to poll, unless the template disables it. */
  start(): void {
    if (this.#options.source.properties.Enabled) void this.#poll();
  }

  /** Stops polling; a batch that is out stays out, and its messages come back after their visibility timeout. */
  close(): void {
    this.#stop.abort();
    this.#slotFreed?.();
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stop;
    const left: BatchMessage[] = [];
    while (!signal.aborted) {
      // The visibility timeout runs from the receipt: nothing is taken that cannot be handed on at once.
      await this.#freeSlot();
      try {
        const batch = await batchOf({ ...this.#options, signal, left });
        if (batch.length > 0 && !signal.aborted) void this.#deliver(batch);
      } catch (error) {
        if (signal.aborted) return;
        this.#report(`The queue ${this.#options.queue.shortName} cannot be polled`, error);
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }

  async #freeSlot(): Promise<void> {
    while (this.#running >= this.#concurrency && !this.#stop.signal.aborted) {
      await new Promise<void>((done) => {
        this.#slotFreed = done;
      });
    }
  }

  async #deliver(batch: readonly BatchMessage[]): Promise<void> {
    const { pool, source, queue, events } = this.#options;
    this.#running++;
    try {
      const outcome = await pool.invoke(JSON.stringify({ Records: batch.map(({ record }) => record) }));
      const reports = source.properties.FunctionResponseTypes.length > 0;
      const ids = batch.map(({ record }) => record.messageId);
      const failed = failedMessages(ids, outcome, reports);
      if (this.#stop.signal.aborted) return;
      await this.#delete(batch.filter(({ record }) => !failed.has(record.messageId)));
      const counts = { messages: batch.length, failed: failed.size };
      events.emit({ type: "delivery", queue: queue.shortName, function: pool.name, ...counts });
      this.#reportDead(batch.filter(({ record }) => failed.has(record.messageId)));
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#report(`A batch of ${queue.shortName} cannot be deleted`, error);
    } finally {
      this.#running--;
      this.#slotFreed?.();
    }
  }

  async #delete(messages: readonly BatchMessage[]): Promise<void> {
    const { messaging, queue } = this.#options;
    for (let at = 0; at < messages.length; at += DELETE_BATCH) {
      await messaging.queue("DeleteMessageBatch", {
        QueueUrl: queue.ref,
        Entries: messages
          .slice(at, at + DELETE_BATCH)
          .map(({ record }, index) => ({ Id: String(index), ReceiptHandle: record.receiptHandle })),
      });
    }
  }

  /** The queue moves a message to its dead letter queue at the next receipt after its last try. */
  #reportDead(failed: readonly BatchMessage[]): void {
    const { queue, events } = this.#options;
    const tries = queue.properties.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    const messages = failed.filter(({ receiveCount }) => receiveCount >= tries).length;
    if (messages > 0) events.emit({ type: "dead", queue: queue.shortName, messages });
  }

  #report(what: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.events.emit({ type: "problem", message: `${what}: ${reason}` });
  }
}
