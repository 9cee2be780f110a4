/** Work for a webhook, warm and in full batches: calls of AWS, units of DynamoDB, lines of log, and CPU time. */

import { queuedBody, queueEvent, webhookEvent } from "../../support/function-events.ts";
import { bodyOf } from "./bodies.ts";
import { type Figure, figure, mean, median } from "./figures.ts";
import { FunctionHost } from "./function-host.ts";
import { Meter } from "./meter.ts";
import { BenchStack, batchesOf } from "./stack.ts";

const WARM = 100;
const WEBHOOKS = 400;
const BATCHES = 10;
const ALONE = 100;
const BYTES = 1_434;

/** Bytes and lines that the functions print. */
interface Printed {
  bytes: number;
  lines: number;
}

export interface WebhookFacts {
  sqsSends: number;
  writeUnits: number;
  readUnits: number;
  /** Output of both functions for one in a full batch, and for one alone in its batch. */
  log: Printed;
  logAlone: Printed;
  /** Milliseconds of CPU: to receive one, to store one of a full batch, and to store one that is its own batch. */
  receiveCpu: number;
  storeCpu: number;
  storeAloneCpu: number;
}

let measured: Promise<WebhookFacts> | undefined;

/** Measured once, for these figures and for the cost. */
export function webhookFacts(): Promise<WebhookFacts> {
  measured ??= measure();
  return measured;
}

async function measure(): Promise<WebhookFacts> {
  const stack = await BenchStack.start();
  try {
    const { size } = batchesOf(stack.resources, "StoreNotifications");
    const receiver = new FunctionHost(stack.function("ReceiveWebhook"));
    const consumer = new FunctionHost(stack.function("StoreNotifications"));
    const single = new FunctionHost(stack.function("StoreNotifications"));
    const receiveCpu = await receive(receiver, WARM + WEBHOOKS);
    const storeCpu = await store(consumer, { from: 0, batches: 1 + BATCHES, size });
    const storeAloneCpu = await store(single, { from: 1_000_000, batches: WARM + ALONE, size: 1 });
    await Promise.all([receiver, consumer, single].map((host) => host.close()));
    const received = perCall(receiver, WARM + WEBHOOKS);
    return {
      ...(await metered(stack, size)),
      log: sumOf(received, perCall(consumer, (1 + BATCHES) * size)),
      logAlone: sumOf(received, perCall(single, WARM + ALONE)),
      receiveCpu: mean(receiveCpu.slice(WARM)),
      storeCpu: median(storeCpu.slice(1)) / size,
      storeAloneCpu: mean(storeAloneCpu.slice(WARM)),
    };
  } finally {
    await stack.close();
  }
}

/** The calls for a webhook, once wallets are known and the secret and texts are read. */
async function metered(stack: BenchStack, size: number) {
  const meter = await Meter.start(stack);
  const receiver = new FunctionHost(meter.metered(stack.function("ReceiveWebhook")));
  const consumer = new FunctionHost(meter.metered(stack.function("StoreNotifications")));
  try {
    await receive(receiver, 1);
    await store(consumer, { from: 2_000_000, batches: 1, size });
    meter.restart();
    await receive(receiver, WARM);
    await store(consumer, { from: 2_000_000 + size, batches: BATCHES, size });
    const { calls, writeUnits, readUnits } = meter;
    const stored = BATCHES * size;
    return {
      sqsSends: (calls["SendMessage"] ?? 0) / WARM,
      writeUnits: writeUnits / stored,
      readUnits: readUnits / stored,
    };
  } finally {
    await Promise.all([receiver, consumer].map((host) => host.close()));
    await meter.close();
  }
}

/** @returns milliseconds of CPU for each */
async function receive(host: FunctionHost, count: number): Promise<number[]> {
  const spent: number[] = [];
  for (let id = 0; id < count; id++)
    spent.push((await host.invoke(webhookEvent(bodyOf({ id, bytes: BYTES })))).cpuMilliseconds);
  return spent;
}

/** @returns milliseconds of CPU for each batch */
async function store(
  host: FunctionHost,
  { from, batches, size }: { from: number; batches: number; size: number },
): Promise<number[]> {
  const spent: number[] = [];
  for (let id = from; id < from + batches * size; id += size) {
    const bodies = Array.from({ length: size }, (_, index) =>
      queuedBody(bodyOf({ id: id + index, bytes: BYTES, wallets: 10 })),
    );
    spent.push((await host.invoke(queueEvent(...bodies))).cpuMilliseconds);
  }
  return spent;
}

function perCall({ printed: { bytes, lines } }: FunctionHost, count: number): Printed {
  return { bytes: bytes / count, lines: lines / count };
}

function sumOf(first: Printed, other: Printed): Printed {
  return { bytes: first.bytes + other.bytes, lines: first.lines + other.lines };
}

export async function measureWebhooks(): Promise<Figure[]> {
  const { sqsSends, writeUnits, readUnits, log, receiveCpu, storeCpu, storeAloneCpu } = await webhookFacts();
  const note = "1.4 KiB, five laws, known wallets, full batches";
  return [
    figure("webhook.sqsSends", sqsSends, "calls"),
    figure("webhook.writeUnits", writeUnits, "units", note),
    figure("webhook.readUnits", readUnits, "units"),
    figure("webhook.logBytes", log.bytes, "bytes", "of both functions"),
    figure("webhook.logLines", log.lines, "lines"),
    figure("webhook.receiveCpu", receiveCpu, "ms"),
    figure("webhook.storeCpu", storeCpu, "ms"),
    figure("webhook.storeAloneCpu", storeAloneCpu, "ms", "one that is a batch of its own"),
  ];
}
