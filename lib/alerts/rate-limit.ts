/**
 * One message a second to each topic from each process: SNS suspends an e-mail subscription past ten messages a second, and the
 * settings allow fewer processes that send.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { scaled } from "../aws/scaled.ts";

const EVERY_MS = 1_000;

export class RateLimit {
  /** When the next message to a topic may go, in milliseconds since 1970. */
  readonly #next = new Map<string, number>();

  /**
   * Waits until a message may go to a topic.
   * @param endsAt milliseconds since 1970
   * @returns false if that is after `endsAt`; then it does not wait
   */
  async wait(topic: string, endsAt: number): Promise<boolean> {
    const now = Date.now();
    const at = Math.max(now, this.#next.get(topic) ?? 0);
    if (at > endsAt) return false;
    this.#next.set(topic, at + scaled(EVERY_MS));
    if (at > now) await sleep(at - now);
    return true;
  }
}
