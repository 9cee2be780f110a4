/** Many random sequences of deliveries, scans and faults, several at a time, each checked against the models. */

import fc from "fast-check";
import pMap from "p-map";
import { FIRST_SUBJECT } from "./injection/subjects.ts";
import { InterleavedIntake } from "./intake/interleaved-intake.ts";
import { interleaving } from "./intake/interleaving.ts";
import { InterleavedScans } from "./scans/interleaved-scans.ts";
import { scanInterleaving } from "./scans/scan-interleaving.ts";
import { Sequence } from "./sequence.ts";
import { inWords, type Violation } from "./violation.ts";

interface InterleavingsOptions {
  /** Of deliveries; there are a quarter as many of scans. */
  sequences: number;
  seed: number;
  /** Slowness of the machine: divides the speed of the stacks' clocks. Asked for each pair of stacks: a run takes long. */
  slowness: () => number;
  /** True to shrink a sequence that goes wrong to its shortest form, which takes minutes. */
  shrinks: boolean;
  /** Longest wait for a state to settle, in milliseconds, after which it is reported; the slowest recovery's if absent. */
  patienceMs?: number | undefined;
  /** Hears how far it is, and which sequences take long. */
  onProgress?: (line: string) => void;
}

/** Result of the sequences. */
interface InterleavingsFound {
  sequences: number;
  steps: number;
  /** Number of armed faults, and of those that were injected. */
  armed: number;
  injected: number;
  /** Violations, with the shortest sequence that shows each; empty if all is well. */
  wrong: string[];
}

/** Of the sequences of one stack. */
type StackOptions = Omit<InterleavingsOptions, "slowness"> & { slowness: number };

/** A stack on which sequences are run. */
interface Sequencer<Step extends { step: string }> {
  run(sequence: Sequence<Step>): Promise<Violation[]>;
  /** Violations of all sequences, once nothing is on its way any more. */
  judge(sequences: readonly Sequence<Step>[]): Promise<Violation[]>;
  close(): Promise<void>;
}

/**
 * The sequences of a stack are drawn from so many seeds, which are run concurrently, since most of each is waiting; on a machine with
 * other work, fewer at a time.
 */
const SEEDS = 12;
const LEAST_CONCURRENCY = 4;

/** Interval of progress reports, and wait after which a step counts as slow, in milliseconds. */
const PROGRESS_MS = 15_000;
const SLOW_MS = 30_000;

/** A sequence that has not ended by then, in milliseconds, never will: each of its steps has its patience. */
const LONGEST_MS = 480_000;

/** A sequence that is wrong waits its patience each time that it is run: no longer than this is sought a shorter one. */
const SHRINKING_MS = 300_000;

/** Scans take longer, and there are fewer ways in which they can go. */
const SCANS_SHARE = 4;

/** Sequences of deliveries that a stack takes: what is in its tables is read again for each. */
const ON_A_STACK = 5 * SEEDS;

/** Runs random sequences of deliveries and of scans, each on stacks of their own. */
export async function runInterleavings(options: InterleavingsOptions): Promise<InterleavingsFound> {
  const found: InterleavingsFound[] = [];
  for (let done = 0; done < options.sequences; done += ON_A_STACK) {
    const sequences = Math.min(ON_A_STACK, options.sequences - done);
    const slowness = options.slowness();
    found.push(...(await runOnStacks({ ...options, slowness, sequences, seed: options.seed + done })));
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

function runOnStacks(options: StackOptions): Promise<InterleavingsFound[]> {
  const { slowness, patienceMs } = options;
  const scans = Math.ceil(options.sequences / SCANS_SHARE);
  return Promise.all([
    InterleavedIntake.start(slowness, patienceMs).then((stack) =>
      runOn("intake", stack, interleaving, options),
    ),
    InterleavedScans.start(slowness, patienceMs).then((stack) =>
      runOn("scans", stack, scanInterleaving, { ...options, sequences: scans }),
    ),
  ]);
}

async function runOn<Step extends { step: string }>(
  name: string,
  stack: Sequencer<Step>,
  steps: fc.Arbitrary<Step[]>,
  options: StackOptions,
): Promise<InterleavingsFound> {
  const { onProgress, slowness } = options;
  const begun: Sequence<Step>[] = [];
  const underWay = new Set<Sequence<Step>>();
  const say = (line: string) => onProgress?.(`${name} of seed ${options.seed}: ${line}`);
  const count = () => `${begun.length - underWay.size} of ${options.sequences} sequences ended`;
  const progress = setInterval(() => {
    const slow = [...underWay].filter(({ waitedMs }) => waitedMs > SLOW_MS);
    const [slowest] = slow.sort((a, b) => b.waitedMs - a.waitedMs);
    const waiting = slowest && `${slow.length} wait for long: ${slowest.place}`;
    say([count(), ...(waiting === undefined ? [] : [waiting])].join("; "));
  }, PROGRESS_MS);
  const run = async (drawn: readonly Step[]): Promise<Violation[]> => {
    const sequence = new Sequence(String(FIRST_SUBJECT + begun.length), drawn);
    begun.push(sequence);
    underWay.add(sequence);
    const wrong = await sequence.within(LONGEST_MS * slowness, stack.run(sequence));
    underWay.delete(sequence);
    if (wrong.length > 0) say(`${count()}; ${sequence.subject} is wrong: ${inWords(wrong)}`);
    return wrong;
  };
  say(`the machine is ${slowness.toFixed(1)} times as slow as alone`);
  try {
    const workers = await pMap(
      Array.from({ length: Math.min(SEEDS, options.sequences) }, (_, worker) => worker),
      (worker) =>
        runWorker(run, steps, {
          ...options,
          seed: options.seed + worker,
          sequences: Math.floor(options.sequences / SEEDS) + (worker < options.sequences % SEEDS ? 1 : 0),
        }),
      { concurrency: Math.max(LEAST_CONCURRENCY, Math.round(SEEDS / slowness)) },
    );
    const wrong = workers.flatMap((found) => found ?? []);
    say(`${count()}, ${wrong.length} went wrong`);
    const late = wrong.length > 0 ? [] : await stack.judge(begun);
    const faults = begun.flatMap((sequence) => sequence.faults);
    return {
      sequences: begun.length,
      steps: begun.reduce((sum, one) => sum + one.steps.length, 0),
      armed: faults.length,
      injected: faults.filter(({ injections }) => injections > 0).length,
      wrong: [...wrong, ...late.map((one) => inWords([one]))],
    };
  } finally {
    clearInterval(progress);
    await stack.close();
  }
}

/** @returns what went wrong, with its seed and the shortest sequence */
async function runWorker<Step>(
  run: (steps: readonly Step[]) => Promise<Violation[]>,
  sequence: fc.Arbitrary<Step[]>,
  { sequences, seed, shrinks, slowness }: StackOptions,
): Promise<string | undefined> {
  let shrinksUntil = Number.POSITIVE_INFINITY;
  const details = await fc.check(
    fc.asyncProperty(sequence, async (steps: Step[]) => {
      // A sequence that is not run any more shows nothing.
      if (performance.now() > shrinksUntil) return;
      const violations = await run(steps);
      if (violations.length === 0) return;
      shrinksUntil = Math.min(shrinksUntil, performance.now() + SHRINKING_MS * slowness);
      throw new Error(inWords(violations));
    }),
    { numRuns: sequences, seed, endOnFailure: !shrinks, includeErrorInReport: true },
  );
  return details.failed ? fc.defaultReportMessage(details) : undefined;
}
