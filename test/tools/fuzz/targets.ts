/** Targets of the fuzzer, each with its share of the runs, and a round of one. */

import * as fc from "fast-check";
import { commands } from "./commands.ts";
import { deskPages } from "./desk.ts";
import { messages } from "./messages.ts";
import { lookUps, webhooks } from "./requests.ts";
import { scanRuns } from "./scans.ts";
import { sizedAnswers, sizedFiles, sizedMessages, sizedRequests, sizedWebhooks } from "./sizes.ts";
import { Stack } from "./stack.ts";

/** The stack that the targets of a process share. */
export class Bench {
  #stack: Promise<Stack> | undefined;

  stack(): Promise<Stack> {
    this.#stack ??= Stack.start();
    return this.#stack;
  }

  async close(): Promise<void> {
    await (await this.#stack)?.close();
    this.#stack = undefined;
  }
}

type Property = fc.IAsyncProperty<unknown>;

interface Target {
  /** Part of the runs: what is slow runs less often. */
  share: number;
  property(stack: Stack): Property;
  /** A finding is shown as it is: a smaller case would take too long to find. */
  isSlow?: boolean;
}

const PLAN = {
  webhooks: { share: 0.7, property: webhooks },
  "look-ups": { share: 0.19, property: lookUps },
  messages: { share: 0.03, property: messages },
  "sized webhooks": { share: 0.005, property: sizedWebhooks },
  "sized messages": { share: 0.005, property: sizedMessages },
  "sized requests": { share: 0.001, property: sizedRequests, isSlow: true },
  "sized answers": { share: 0.001, property: sizedAnswers, isSlow: true },
  "sized files": { share: 0.001, property: sizedFiles, isSlow: true },
  commands: { share: 0.0003, property: commands, isSlow: true },
  desk: { share: 0.002, property: deskPages, isSlow: true },
  "scan runs": { share: 0.0008, property: scanRuns, isSlow: true },
} satisfies Record<string, Target>;

export type TargetName = keyof typeof PLAN;

/** The names of what is fuzzed, in order. */
export const TARGETS = Object.keys(PLAN).filter((name): name is TargetName => name in PLAN);

/** Number of `runs` for a target. */
export function shareOf(name: TargetName, runs: number): number {
  return Math.max(1, Math.round(runs * PLAN[name].share));
}

export interface RoundOptions {
  runs: number;
  seed: number;
  /** The one case that an earlier round found. */
  path?: string | undefined;
}

// A body is printed as text.
Object.defineProperty(Buffer.prototype, fc.toStringMethod, {
  value(this: Buffer) {
    return JSON.stringify(this.toString());
  },
});

/** Runs a target. @returns what was found, in words, and how to see it again; undefined for nothing */
export async function fuzz(
  name: TargetName,
  options: RoundOptions,
  bench: Bench,
): Promise<string | undefined> {
  const { property, isSlow = false }: Target = PLAN[name];
  const { runs: numRuns, seed, path } = options;
  const details = await fc.check(property(await bench.stack()), {
    numRuns,
    seed,
    endOnFailure: isSlow,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) return undefined;
  return `${details.errorInstance}\n${fc.defaultReportMessage(details)}\nAgain: npm run fuzz -- --only "${name}" --seed ${seed} --path ${details.counterexamplePath}`;
}
