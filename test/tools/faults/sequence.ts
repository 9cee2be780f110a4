/** A random sequence under way: which of its steps it has come to, and what it waits for. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ArmedFault } from "./injection/arming.ts";
import type { Violation } from "./violation.ts";

export class Sequence<Step extends { step: string }> {
  readonly faults: ArmedFault[] = [];
  readonly subject: string;
  readonly steps: readonly Step[];
  #begun = 0;
  #stepSince = performance.now();
  #waitsFor: readonly Violation[] = [];

  constructor(subject: string, steps: readonly Step[]) {
    this.subject = subject;
    this.steps = steps;
  }

  /** Time that the step has taken so far. */
  get waitedMs(): number {
    return performance.now() - this.#stepSince;
  }

  /** The next step begins, or the end of all of them. */
  next(): void {
    this.#begun++;
    this.#stepSince = performance.now();
    this.#waitsFor = [];
  }

  /** Violations of the last look. */
  waitFor(violations: readonly Violation[]): void {
    this.#waitsFor = violations;
  }

  /** @returns what is wrong with it: that it has thrown, or has not ended in so many milliseconds, too */
  async within(milliseconds: number, running: Promise<Violation[]>): Promise<Violation[]> {
    const timer = new AbortController();
    const timeIsUp = sleep(milliseconds, undefined, { signal: timer.signal }).then((): Violation[] => [
      { kind: "lost", text: `it did not end in ${Math.round(milliseconds / 1_000)} s: ${this.place}` },
    ]);
    try {
      return await Promise.race([running, timeIsUp]);
    } catch (error) {
      return [{ kind: "wrong", text: `${this.place}: ${error instanceof Error ? error.message : error}` }];
    } finally {
      timer.abort();
    }
  }

  /** Its present place, in one line. */
  get place(): string {
    const step = this.steps[this.#begun - 1];
    const at =
      step === undefined ? "its end" : `step ${this.#begun} of ${this.steps.length}, "${step.step}",`;
    const seconds = Math.round(this.waitedMs / 1_000);
    const [first, ...more] = this.#waitsFor.map(({ kind, text }) => `${kind}: ${text}`);
    const missing =
      first === undefined ? "" : `: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
    return `${this.subject} is at ${at} for ${seconds} s${missing}`;
  }
}
