/** How many webhooks a second the local pipeline takes in and stores, and how fast, beside the bare emulators. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { type LocalStack, startLocal } from "../../../../infra/local/local-stack.ts";
import { BareEmulators } from "../environment/bare-emulators.ts";
import type { Figure } from "../figure.ts";
import { Child } from "../processes/child.ts";
import { compared, interleaved, median } from "../statistics.ts";

const ROUNDS = 5;
const COUNT = 3_000;

/** Each worker has V8 compile what it runs often, as a function that is kept busy does. */
const WARM_ROUNDS = 8;
const CONCURRENCY = 16;

const OF = "the same messages sent and stored by the SDK, straight to the emulators";

const sent = z.object({ start: z.number(), milliseconds: z.array(z.number()) });

/**
 * Accepted per second for as long as it goes on, which is until the last is stored: a queue that grows is no
 * throughput. And the endpoint's latency.
 */
export async function measureRate(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  const stack = await startLocal({ port: 0, folder, schedules: false, warm: true });
  const bare = await BareEmulators.start();
  const generator = new Child("load-generator.ts");
  try {
    return await compare(stack, bare, generator);
  } finally {
    generator.close();
    await bare.close();
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(stack: LocalStack, bare: BareEmulators, generator: Child): Promise<Figure[]> {
  const stored = storedBy(stack);
  const latency: { own: number[]; reference: number[] } = { own: [], reference: [] };
  let from = 0;
  const own = async () => {
    const url = `${stack.endpoints.adapter}/webhook`;
    const { start, milliseconds } = sent.parse(
      await generator.ask({ url, from, count: COUNT, concurrency: CONCURRENCY }),
    );
    from += COUNT;
    while (stored() < from) await sleep(5);
    latency.own.push(median(milliseconds));
    return COUNT / ((Date.now() - start) / 1_000);
  };
  const reference = async () => {
    const { all, milliseconds } = await bare.sendAndStore(COUNT, CONCURRENCY);
    latency.reference.push(median(milliseconds));
    return COUNT / (all / 1_000);
  };
  await interleaved(WARM_ROUNDS, { own, reference });
  latency.own.splice(0);
  latency.reference.splice(0);
  const rounds = await interleaved(ROUNDS, { own, reference });
  return [
    compared({ id: "pipeline.sustained.rate", unit: "/s", of: OF }, rounds.own, rounds.reference),
    compared({ id: "pipeline.accepted.latency", unit: "ms", of: OF }, latency.own, latency.reference),
  ];
}

/** Counts what the consumer says that it has stored. */
function storedBy(stack: LocalStack): () => number {
  let stored = 0;
  stack.events.listen((event) => {
    if (event.type === "metrics") stored += event.counts["WebhookAccepted"] ?? 0;
  });
  return () => stored;
}
