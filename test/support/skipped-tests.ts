/** The last line of the output where tests were skipped: how many, and why. */

import type { Reporter, TestModule, Vitest } from "vitest/node";

export class SkippedTests implements Reporter {
  readonly #write: (text: string) => void;
  /** True where a run names its tests: that the others are left out is known. */
  #areNamed = false;

  constructor(write: (text: string) => void = (text) => process.stdout.write(text)) {
    this.#write = write;
  }

  onInit({ config }: Pick<Vitest, "config">): void {
    this.#areNamed = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly Pick<TestModule, "children">[]): void {
    if (this.#areNamed) return;
    const counts = new Map<string, number>();
    for (const { children } of modules)
      for (const test of children.allTests("skipped")) {
        const result = test.result();
        const note = result.state === "skipped" ? result.note : undefined;
        // What a hook that failed leaves out is told as its failure.
        if (note === undefined && test.options.mode === "run") continue;
        const why = note ?? "no reason is given";
        counts.set(why, (counts.get(why) ?? 0) + 1);
      }
    const reasons = [...counts].map(([why, count]) => `${count}: ${why}`);
    if (reasons.length > 0) this.#write(`Skipped tests: ${reasons.join("; ")}.\n`);
  }
}
