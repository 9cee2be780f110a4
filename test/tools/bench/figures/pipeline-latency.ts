/** How long it takes from a webhook to its alert, beside the bare emulators. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { type LocalStack, startLocal } from "../../../../infra/local/local-stack.ts";
import { BareEmulators } from "../environment/bare-emulators.ts";
import { signedHeaders } from "../environment/events.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import type { Figure } from "../figure.ts";
import { compared } from "../statistics.ts";

const COUNT = 15;

/** The window in which a batch gathers would hide all the rest: it is made short, and taken off. */
const TIME_SCALE = 10;

const latencies = z.object({ milliseconds: z.array(z.number()) });

/** From POST to alert, without the batching window. @param windowSeconds the template's */
export async function measureLatency(windowSeconds: number): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-bench-"));
  const stack = await startLocal({ port: 0, folder, schedules: false, warm: true, timeScale: TIME_SCALE });
  const bare = await BareEmulators.start();
  try {
    const own: number[] = [];
    for (let id = 0; id <= COUNT; id++)
      own.push((await alertAfter(stack, id)) - (windowSeconds * 1_000) / TIME_SCALE);
    const { milliseconds } = latencies.parse(await bare.alert(COUNT + 1));
    const note = `without the ${windowSeconds} s in which a batch gathers`;
    const of = "send, receive, store and publish by the SDK, straight to the emulators";
    // The first of each starts workers and connections.
    return compared(
      { id: "pipeline.alert.latency", unit: "ms", of, note },
      own.slice(1),
      milliseconds.slice(1),
    );
  } finally {
    await bare.close();
    await stack.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function alertAfter({ endpoints, events }: LocalStack, id: number): Promise<number> {
  const body = bodyOf({ id, bytes: 1_434, risk: "illegal" });
  const headers = { ...signedHeaders("POST", "/webhook", body), "content-type": "application/json" };
  const alerted = new Promise<void>((done) => {
    const stop = events.listen(({ type }) => {
      if (type !== "alert") return;
      stop();
      done();
    });
  });
  const start = performance.now();
  const { status } = await fetch(`${endpoints.adapter}/webhook`, { method: "POST", headers, body });
  if (status !== 200) throw new Error(`A webhook of the bench was answered with ${status}.`);
  await alerted;
  return performance.now() - start;
}
