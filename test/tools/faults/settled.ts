/** Waits until nothing is wrong any more. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Violation } from "./violation.ts";

const ASK_AGAIN_MS = 400;

/** @returns what is still wrong when time is up; nothing where all has settled */
export async function settled(
  violations: () => Promise<Violation[]>,
  patienceMs: number,
): Promise<Violation[]> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await violations();
    if (found.length === 0 || performance.now() > end) return found;
    await sleep(ASK_AGAIN_MS);
  }
}
