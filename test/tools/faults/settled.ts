/** Waits until nothing is wrong any more. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Violation } from "./violation.ts";

const ASK_AGAIN_MS = 400;

/** A long wait asks less often: all waiters ask the stack that they wait for. */
const SHARE_OF_WAITING = 1 / 8;

/** @returns what is still wrong when time is up; nothing where all has settled */
export async function settled(
  violations: () => Promise<Violation[]>,
  patienceMs: number,
): Promise<Violation[]> {
  const start = performance.now();
  for (;;) {
    const found = await violations();
    if (found.length === 0 || performance.now() > start + patienceMs) return found;
    await sleep(Math.max(ASK_AGAIN_MS, (performance.now() - start) * SHARE_OF_WAITING));
  }
}
