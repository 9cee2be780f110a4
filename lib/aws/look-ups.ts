/** Look-ups that a message or a page can go without, such as the names of chains. */

import { setTimeout as sleep } from "node:timers/promises";

/** Longest wait for them, in milliseconds. */
const MAX_LOOK_UP_MS = 2_000;

/**
 * Waits for look-ups that never reject; what they find later is left out.
 * @param withinMs milliseconds that there are for it
 */
export async function waitForLookUps(lookUps: Promise<unknown>, withinMs = MAX_LOOK_UP_MS): Promise<void> {
  const timeMs = Math.max(1, Math.min(MAX_LOOK_UP_MS, withinMs));
  await Promise.race([lookUps, sleep(timeMs, undefined, { ref: false })]);
}
