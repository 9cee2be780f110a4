/** The CPU that a warm function takes for a webhook, logging and the SDK's calls included. */

import { sourceOf } from "../costs/template-facts.ts";
import { queuedBody, queueEvent, webhookEvent } from "../environment/events.ts";
import { Machinery } from "../environment/machinery.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { FunctionHost } from "../processes/function-host.ts";
import { median } from "../statistics.ts";

/** Milliseconds for a webhook, and for a notification in a full batch. */
export interface HandlerCpu {
  receive: number;
  store: number;
  /** For a notification that is a batch of its own. */
  storeAlone: number;
}

const WARM = 100;
const WEBHOOKS = 400;
const BATCHES = 5;
const ALONE = 100;

export async function handlerCpu(): Promise<HandlerCpu> {
  const machinery = await Machinery.start();
  const receiver = new FunctionHost(machinery.function("ReceiveWebhook"), false);
  const consumer = new FunctionHost(machinery.function("StoreNotifications"), false);
  try {
    const { batchSize } = await sourceOf("StoreNotifications");
    const receive: number[] = [];
    for (let id = 0; id < WARM + WEBHOOKS; id++) {
      receive.push((await receiver.invoke(webhookEvent(bodyOf({ id, bytes: 1_434 })))).cpuMilliseconds);
    }
    const store: number[] = [];
    for (let batch = 0; batch <= BATCHES; batch++) {
      const bodies = Array.from({ length: batchSize }, (_, index) =>
        queuedBody(bodyOf({ id: batch * batchSize + index, bytes: 1_434, wallets: 10 })),
      );
      store.push((await consumer.invoke(queueEvent(...bodies))).cpuMilliseconds / batchSize);
    }
    const alone: number[] = [];
    for (let id = 1_000_000; id < 1_000_000 + ALONE; id++)
      alone.push(
        (await consumer.invoke(queueEvent(queuedBody(bodyOf({ id, bytes: 1_434 }))))).cpuMilliseconds,
      );
    return {
      receive: mean(receive.slice(WARM)),
      store: median(store.slice(1)),
      storeAlone: mean(alone),
    };
  } finally {
    receiver.close();
    consumer.close();
    await machinery.close();
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
