/** Pace of messages to a topic: SNS suspends an e-mail subscription past ten messages a second. */

import { setTimeout as sleep } from "node:timers/promises";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import { scaled } from "../aws/scaled.ts";

/** Of all senders of a stage together; what is left of ten is for those that seldom send: briefs, reminders, starts of scans. */
const A_SECOND = 8;

/** Turns of processes that do not know of each other: each turn is given once, a pause after the one before. */
export interface SharedTurns {
  /** @returns when the turn is, in milliseconds since 1970; undefined where no turn is free until `by`, and no turn is taken then */
  takeTurn(topic: string, wanted: WantedTurn): Promise<number | undefined>;
}

/** Times in milliseconds since 1970. */
export interface WantedTurn {
  now: number;
  by: number;
  /** Pause between two turns. */
  everyMs: number;
}

/** No turn is saved up, so that any second has as many as the first one after a pause. */
export class Pace {
  readonly #everyMs: number;
  readonly #shared: SharedTurns | undefined;
  readonly #sharedEveryMs: number;
  /** Time at which the next message of a topic is due, in milliseconds since 1970. */
  readonly #due = new Map<string, number>();

  /**
   * @param senders how many processes of the stage send to a topic concurrently, this one included
   * @param shared asked where there are more senders than messages in a second: no division keeps those apart that send
   *   at one moment
   */
  constructor(senders: number, shared?: SharedTurns) {
    const isMany = senders > A_SECOND;
    // Whole turns in a second: with a fraction of one, a second could begin with one and end with one of each sender.
    const turns = isMany ? A_SECOND / senders : Math.floor(A_SECOND / senders);
    this.#everyMs = scaled(1_000 / turns);
    this.#sharedEveryMs = scaled(1_000 / A_SECOND);
    this.#shared = isMany ? shared : undefined;
  }

  /**
   * Waits for a topic's next turn.
   * @param by milliseconds since 1970
   * @returns true if a turn comes by then; otherwise it does not wait
   */
  async turn(topic: string, by: number): Promise<boolean> {
    const at = await this.#take(topic, by);
    if (at === undefined) return false;
    const now = Date.now();
    if (at > now) await sleep(at - now);
    return true;
  }

  async #take(topic: string, by: number): Promise<number | undefined> {
    const now = Date.now();
    if (this.#shared !== undefined)
      try {
        return await this.#shared.takeTurn(topic, { now, by, everyMs: this.#sharedEveryMs });
      } catch (error) {
        logger.warn("the senders' turns cannot be read; this one keeps its own", errorOrigin(error));
      }
    const at = Math.max(now, this.#due.get(topic) ?? 0);
    if (at > by) return undefined;
    this.#due.set(topic, at + this.#everyMs);
    return at;
  }
}
