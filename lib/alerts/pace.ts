/** How fast messages go to a topic: SNS suspends an e-mail subscription past ten messages a second. */

import { setTimeout as sleep } from "node:timers/promises";

/** After two, one each half second: two consumers and the scan's workers together stay below ten a second. */
const BURST = 2;
const EVERY_MS = 500;

export class Pace {
  readonly #everyMs: number;
  /** When the next message of a topic would be due if there were no burst, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();

  /** @param timeScale how many times faster than the real one the clock runs */
  constructor(timeScale = 1) {
    this.#everyMs = EVERY_MS / timeScale;
  }

  /**
   * Waits for a topic's next turn.
   * @param by milliseconds since 1970
   * @returns whether there is one by then; where there is none, nothing is waited for
   */
  async turn(topic: string, by: number): Promise<boolean> {
    const now = Date.now();
    const due = Math.max(now, this.#due.get(topic) ?? 0);
    const at = Math.max(now, due - (BURST - 1) * this.#everyMs);
    if (at > by) return false;
    this.#due.set(topic, due + this.#everyMs);
    if (at > now) await sleep(at - now);
    return true;
  }
}
