/** Random sequences of deliveries and faults on one stack, judged by what always holds, and shrunk to the fewest that show it. */

import fc from "fast-check";
import { FINTECH_LAW, LFPIORPI } from "../../support/notifications.ts";
import { FAULT_KINDS, type FaultKind } from "./arming.ts";
import { FaultStack } from "./fault-stack.ts";
import { violations } from "./invariants.ts";
import { body, ILLEGAL, LAW_ABROAD, RESPELLED, SANCTIONS, SERVICE_ERROR, UNREADABLE } from "./scenarios.ts";
import { takeSnapshot } from "./snapshot.ts";

interface SequenceOptions {
  sequences: number;
  seed: number;
  onProgress(line: string): void;
}

const CONSUMER = "StoreNotifications";
const TIME_SCALE = 10;

/** A longer sequence says less about its cause. */
const MOST_COMMANDS = 12;
const MOST_OTHER_CALLS = 20;
const MOST_IN_BATCH = 4;

/** Shrinking ends after this: what is found by then is shown. */
const SHRINK_MS = 300_000;

/** What the service may send: two ids, two transactions, and laws that come and go. */
const BODIES = fc.oneof(
  { weight: 8, arbitrary: notifications() },
  { weight: 1, arbitrary: fc.constantFrom(ILLEGAL, RESPELLED, UNREADABLE, SERVICE_ERROR) },
);

function notifications() {
  const laws = [LFPIORPI, SANCTIONS, LAW_ABROAD, FINTECH_LAW];
  return fc
    .record({
      id: fc.constantFrom(1, 2),
      transaction: fc.constantFrom("a", "b"),
      laws: fc.subarray(laws),
      usd: fc.constantFrom(3000, 3001),
    })
    .map(body);
}

/** What became of some sequences. */
interface Sequences {
  /** What was wrong with the shortest of the first that failed; empty where none did. */
  problems: string[];
  distinct: number;
}

export async function runSequences({ sequences, seed, onProgress }: SequenceOptions): Promise<Sequences> {
  const stack = await FaultStack.begin([CONSUMER], TIME_SCALE);
  const started = performance.now();
  let failedAt: number | undefined;
  const distinct = new Set<string>();
  let done = 0;
  const property = fc.asyncProperty(commands(), async (sequence) => {
    if (failedAt !== undefined && performance.now() > failedAt + SHRINK_MS) return;
    await stack.reset();
    await stack.restart();
    await fc.asyncModelRun(() => ({ model: {}, real: stack }), sequence);
    // Only what was run is in its text.
    distinct.add(String(sequence));
    stack.arming.disarm();
    await stack.pump();
    const problems = violations(await takeSnapshot(stack));
    if (++done % 10 === 0) onProgress(`${done} sequences after ${seconds(started)} s`);
    if (problems.length === 0) return;
    failedAt ??= performance.now();
    throw new Error(problems.join("\n  "));
  });
  try {
    const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: sequences, seed });
    if (!failed) return { problems: [], distinct: distinct.size };
    const wrong = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
    const problems = [
      `FINDING: ${wrong}`,
      `  after: ${String(counterexample?.[0])}`,
      `  again: npm run faults -- --sequences ${sequences} --seed ${seed}`,
    ];
    return { problems, distinct: distinct.size };
  } finally {
    await stack.close();
  }
}

type Command = fc.AsyncCommand<object, FaultStack>;

function commands() {
  return fc.commands(
    [
      fc.array(BODIES, { minLength: 1, maxLength: MOST_IN_BATCH }).map((texts) => new Deliver(texts)),
      fc.constant(new Work()),
      fc
        .tuple(fc.constantFrom(...FAULT_KINDS), fc.nat(MOST_OTHER_CALLS))
        .map(([kind, others]) => new Fault(kind, others)),
    ],
    { maxCommands: MOST_COMMANDS },
  );
}

/** Puts bodies into the queue, where they wait. */
class Deliver implements Command {
  readonly #texts: readonly string[];
  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }
  check = () => true;
  run(_: object, stack: FaultStack): Promise<void> {
    return stack.queue(this.#texts);
  }
  toString = () => `deliver ${this.#texts.map(inShort).join(" and ")}`;
}

/** Has everything in the queue worked on, again and again until it is empty. */
class Work implements Command {
  check = () => true;
  run(_: object, stack: FaultStack): Promise<void> {
    return stack.pump();
  }
  toString = () => "work";
}

/** A later call of the consumer is hit. */
class Fault implements Command {
  readonly #kind: FaultKind;
  readonly #others: number;
  constructor(kind: FaultKind, others: number) {
    this.#kind = kind;
    this.#others = others;
  }
  check = () => true;
  async run(_: object, stack: FaultStack): Promise<void> {
    stack.arming.armLater(CONSUMER, this.#others, this.#kind);
  }
  toString = () => `"${this.#kind}" after ${this.#others} calls`;
}

/** As `1 a LFPIORPI MX`. */
function inShort(text: string): string {
  const { type, data } = JSON.parse(text);
  if (type !== "notification" || data.txHash === null) return type === "notification" ? "unreadable" : type;
  const laws = data.inflictedLaws.map((law: typeof LFPIORPI) => `${law.name} ${law.countryCode} ${law.risk}`);
  return `${data.id} ${data.txHash.slice(2, 3)} (${laws.join(", ") || "no law"}, ${data.amount.usd} USD)`;
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1_000);
}
