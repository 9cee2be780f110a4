/** Many random sequences of deliveries, scans and faults, several at a time, each checked against the models. */

import fc from "fast-check";
import type { ArmedFault } from "./injection/arming.ts";
import { InterleavedIntake } from "./intake/interleaved-intake.ts";
import { interleaving } from "./intake/interleaving.ts";
import { InterleavedScans } from "./scans/interleaved-scans.ts";
import { scanInterleaving } from "./scans/scan-interleaving.ts";
import type { Violation } from "./violation.ts";

export interface InterleavingsOptions {
  /** Of deliveries; there are a quarter as many of scans. */
  sequences: number;
  seed: number;
  /** How busy the machine is: divides how fast the stacks' clocks run. */
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

/** A stack on which sequences are run. */
interface Sequencer<Step> {
  readonly sequences: readonly { steps: readonly Step[]; faults: readonly ArmedFault[] }[];
  run(steps: readonly Step[]): Promise<Violation[]>;
  judge(): Promise<Violation[]>;
  close(): Promise<void>;
}

/** Sequences that run concurrently: most of each is waiting. */
const CONCURRENCY = 12;

/** Scans take longer, and there are fewer ways in which they can go. */
const SCANS_SHARE = 4;

/** Sequences of deliveries that a stack takes: what is in its tables is read again for each. */
const ON_A_STACK = 5 * CONCURRENCY;

/** Runs random sequences of deliveries and of scans, each on stacks of their own. */
export async function runInterleavings(options: InterleavingsOptions): Promise<InterleavingsFound> {
  const found: InterleavingsFound[] = [];
  for (let done = 0; done < options.sequences; done += ON_A_STACK) {
    const sequences = Math.min(ON_A_STACK, options.sequences - done);
    found.push(...(await runOnStacks({ ...options, sequences, seed: options.seed + done })));
  }
  const sum = (count: (one: InterleavingsFound) => number) =>
    found.reduce((total, one) => total + count(one), 0);
  return {
    sequences: sum((one) => one.sequences),
    steps: sum((one) => one.steps),
    armed: sum((one) => one.armed),
    injected: sum((one) => one.injected),
    wrong: found.flatMap(({ wrong }) => wrong),
  };
}

function runOnStacks(options: InterleavingsOptions): Promise<InterleavingsFound[]> {
  const scans = Math.ceil(options.sequences / SCANS_SHARE);
  return Promise.all([
    InterleavedIntake.start(options.slowness).then((stack) => runOn(stack, interleaving, options)),
    InterleavedScans.start(options.slowness).then((stack) =>
      runOn(stack, scanInterleaving, { ...options, sequences: scans }),
    ),
  ]);
}

async function runOn<Step>(
  stack: Sequencer<Step>,
  sequence: fc.Arbitrary<Step[]>,
  options: InterleavingsOptions,
): Promise<InterleavingsFound> {
  try {
    const workers = Array.from({ length: Math.min(CONCURRENCY, options.sequences) }, (_, worker) =>
      runWorker(stack, sequence, {
        ...options,
        seed: options.seed + worker,
        sequences: share(options.sequences, worker),
      }),
    );
    const wrong = (await Promise.all(workers)).flatMap((found) => found ?? []);
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

function share(sequences: number, worker: number): number {
  return Math.floor(sequences / CONCURRENCY) + (worker < sequences % CONCURRENCY ? 1 : 0);
}

/** @returns what went wrong, with its seed and the shortest sequence */
async function runWorker<Step>(
  stack: Sequencer<Step>,
  sequence: fc.Arbitrary<Step[]>,
  { sequences, seed, shrinks }: InterleavingsOptions,
): Promise<string | undefined> {
  const details = await fc.check(
    fc.asyncProperty(sequence, async (steps: Step[]) => {
      const violations = await stack.run(steps);
      if (violations.length > 0) {
        throw new Error(violations.map(({ kind, text }) => `${kind}: ${text}`).join("; "));
      }
    }),
    { numRuns: sequences, seed, endOnFailure: !shrinks, includeErrorInReport: true },
  );
  return details.failed ? fc.defaultReportMessage(details) : undefined;
}
