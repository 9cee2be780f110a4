/** Which calls to AWS a notification takes, warm and in full batches, and what DynamoDB charges for it. */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalStack, startLocal } from "../../../../infra/local/local-stack.ts";
import { itemBytes, storedBytes } from "../costs/dynamodb-units.ts";
import { mean, type Spent, spentBy } from "../environment/aws-calls.ts";
import { tableNamed, tablesAt } from "../environment/emulated-tables.ts";
import { CallCollector } from "../processes/call-collector.ts";
import { Child } from "../processes/child.ts";
import { PollCounter } from "../processes/polling.ts";

const WARM = 60;
const COUNT = 3_000;
const CONCURRENCY = 16;

/** What a notification takes. */
export interface NotificationCost {
  /** The functions' calls for all of them. */
  spent: Spent;
  count: number;
  /** The poller's calls of SQS for a message. */
  pollerCalls: number;
  /** Mean bytes of an item, and of all that is stored of it, indexes included. */
  itemBytes: number;
  storedBytes: number;
  /** What the functions print for a notification in a full batch. */
  log: Log;
  /** And for a batch, of which each line is as long however many it counts. */
  batchLog: Log;
}

/** Bytes and lines. */
interface Log {
  bytes: number;
  lines: number;
}

let measured: Promise<NotificationCost> | undefined;

/** Measured once, for the pipeline's figures and for the cost. */
export function notificationCost(): Promise<NotificationCost> {
  measured ??= measureCalls();
  return measured;
}

async function measureCalls(): Promise<NotificationCost> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const poller = new PollCounter("WebhookQueue");
  const calls = new CallCollector();
  const workerPreload = join(import.meta.dirname, "../processes/observe-calls.ts");
  const stack = await startLocal({ port: 0, folder, schedules: false, workerPreload, preloadData: gate });
  const generator = new Child("load-generator.ts");
  const printed = new Printed(folder, stack);
  const send = (from: number, count: number) =>
    generator.ask({ url: `${stack.endpoints.adapter}/webhook`, from, count, concurrency: CONCURRENCY });
  try {
    Atomics.store(gate, 0, 1);
    await send(0, WARM);
    await printed.stored(WARM);
    // Two batches are held at the gate while the rest gathers: those after them find the queue full.
    Atomics.store(gate, 0, 0);
    calls.restart();
    printed.restart();
    await send(WARM, COUNT);
    poller.start();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await printed.stored(COUNT);
    const tables = await tablesAt(stack.endpoints.aws.dynamodb);
    const { table, items } = tableNamed(tables, stack.endpoints.tables.notifications);
    return {
      spent: spentBy(calls.made, tables),
      count: COUNT,
      pollerCalls: poller.stop(),
      itemBytes: mean(items.map(itemBytes)),
      storedBytes: mean(items.map((item) => storedBytes(item, table))),
      log: printed.each(COUNT),
      batchLog: printed.eachBatch(),
    };
  } finally {
    generator.close();
    calls.close();
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the functions print. */
class Printed {
  readonly #folder: string;
  /** Counted with the batch's other counts, once it is stored; what the SDK had to write twice is not counted as stored. */
  #stored = 0;
  #batches = 0;
  #lines = 0;
  #bytesBefore = 0;

  constructor(folder: string, { events }: LocalStack) {
    this.#folder = join(folder, "logs");
    events.listen((event) => {
      const accepted = event.type === "metrics" ? (event.counts["WebhookAccepted"] ?? 0) : 0;
      this.#stored += accepted;
      if (accepted > 0) this.#batches++;
      if (event.type === "metrics" || event.type === "log" || event.type === "output") this.#lines++;
    });
  }

  restart(): void {
    this.#stored = 0;
    this.#batches = 0;
    this.#lines = 0;
    this.#bytesBefore = this.#bytes();
  }

  async stored(count: number): Promise<void> {
    while (this.#stored < count) await sleep(20);
  }

  eachBatch(): Log {
    return this.each(this.#batches);
  }

  each(count: number): Log {
    return { bytes: (this.#bytes() - this.#bytesBefore) / count, lines: this.#lines / count };
  }

  #bytes(): number {
    const files = ["ReceiveWebhook", "StoreNotifications"].map((name) => join(this.#folder, `${name}.jsonl`));
    return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }
}
