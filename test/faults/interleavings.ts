/** Many random sequences of deliveries and faults, several at a time, each checked against the model. */

import fc from "fast-check";
import { InterleavedIntake } from "./interleaved-intake.ts";
import { interleaving, type Step } from "./interleaving.ts";

export interface InterleavingsOptions {
  sequences: number;
  seed: number;
  /** How busy the machine is: divides how fast the stack's clock runs. */
  slowness: number;
  /** Whether a sequence that goes wrong is made as short as it can be, which takes minutes. */
  shrinks: boolean;
}

/** What was found. */
export interface InterleavingsFound {
  sequences: number;
  steps: number;
  /** How many faults were armed, and how many of them were injected. */
  armed: number;
  injected: number;
  /** What went wrong, with the shortest sequence that shows it; empty where nothing did. */
  wrong: string[];
}

/** So many sequences are under way at once; more would be gathered into alerts that name only twenty. */
const AT_ONCE = 8;

/** Runs random sequences on a stack of their own. */
export async function runInterleavings(options: InterleavingsOptions): Promise<InterleavingsFound> {
  const stack = await InterleavedIntake.start(options.slowness);
  try {
    const lanes = Array.from({ length: Math.min(AT_ONCE, options.sequences) }, (_, lane) =>
      runLane(stack, { ...options, seed: options.seed + lane, sequences: share(options.sequences, lane) }),
    );
    const wrong = (await Promise.all(lanes)).flatMap((found) => found ?? []);
    const late = wrong.length > 0 ? [] : (await stack.judge()).map(({ kind, text }) => `${kind}: ${text}`);
    const faults = stack.sequences.flatMap((sequence) => sequence.faults);
    return {
      sequences: stack.sequences.length,
      steps: stack.sequences.reduce((sum, { steps }) => sum + steps.length, 0),
      armed: faults.length,
      injected: faults.filter(({ injections }) => injections > 0).length,
      wrong: [...wrong, ...late],
    };
  } finally {
    await stack.close();
  }
}

function share(sequences: number, lane: number): number {
  return Math.floor(sequences / AT_ONCE) + (lane < sequences % AT_ONCE ? 1 : 0);
}

/** @returns what went wrong, with its seed and the shortest sequence */
async function runLane(
  stack: InterleavedIntake,
  { sequences, seed, shrinks }: InterleavingsOptions,
): Promise<string | undefined> {
  const details = await fc.check(
    fc.asyncProperty(interleaving, async (steps: Step[]) => {
      const violations = await stack.run(steps);
      if (violations.length > 0) {
        throw new Error(violations.map(({ kind, text }) => `${kind}: ${text}`).join("; "));
      }
    }),
    { numRuns: sequences, seed, endOnFailure: !shrinks },
  );
  return details.failed ? fc.defaultReportMessage(details) : undefined;
}
