/** How fast messages go to a topic: SNS suspends an e-mail subscription past ten messages a second. */

import { setTimeout as sleep } from "node:timers/promises";

/** Of all senders of a stage together; what is left of ten is for those that seldom send: briefs, reminders, starts of scans. */
const A_SECOND = 8;

export class Pace {
  readonly #everyMs: number;
  readonly #burst: number;
  readonly #spreadMs: number;
  /** When the next message of a topic would be due if there were no burst, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();

  /**
   * @param senders how many processes of the stage send to a topic concurrently, this one included
   * @param timeScale how many times faster than the real one the clock runs
   */
  constructor(senders: number, timeScale = 1) {
    this.#everyMs = (senders * 1_000) / A_SECOND / timeScale;
    this.#burst = Math.max(1, Math.floor(A_SECOND / senders));
    // Where all of them could send at one moment and were too many, each begins at a moment of its own.
    this.#spreadMs = senders > A_SECOND ? this.#everyMs : 0;
  }

  /**
   * Waits for a topic's next turn.
   * @param by milliseconds since 1970
   * @returns whether there is one by then; where there is none, nothing is waited for
   */
  async turn(topic: string, by: number): Promise<boolean> {
    const now = Date.now();
    const last = this.#due.get(topic);
    // One that has not sent for so long that it owes no pause begins as a new one does.
    const due = last === undefined || last < now ? now + Math.random() * this.#spreadMs : last;
    const at = Math.max(now, due - (this.#burst - 1) * this.#everyMs);
    if (at > by) return false;
    this.#due.set(topic, due + this.#everyMs);
    if (at > now) await sleep(at - now);
    return true;
  }
}
