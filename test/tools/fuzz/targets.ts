/** Targets of the fuzzer, each with its share of the runs, and a round of one. */

import * as fc from "fast-check";
import type { FunctionName } from "../../../infra/constructs/bundles.ts";
import { AwsStub } from "./aws-stub.ts";
import { commands } from "./commands.ts";
import { deskPages } from "./desk.ts";
import { messages } from "./messages.ts";
import { lookUps, webhooks } from "./requests.ts";
import { scanRuns } from "./scans.ts";
import { SECRET_DOCUMENT } from "./signing.ts";
import { sizedAnswers, sizedFiles, sizedMessages, sizedRequests, sizedWebhooks } from "./sizes.ts";
import { Stack } from "./stack.ts";
import { Subject } from "./subject.ts";

/** Stacks that are started once for the targets of a process. */
export class Bench {
  readonly #subjects = new Map<FunctionName, Subject>();
  readonly #closers: (() => Promise<void>)[] = [];
  #aws: AwsStub | undefined;
  #stack: Stack | undefined;

  #kept<T extends { close(): Promise<void> }>(started: T): T {
    this.#closers.push(() => started.close());
    return started;
  }

  /** A property of a function's bundle, with an AWS in memory. */
  async calling(
    name: FunctionName,
    property: (subject: Subject, aws: AwsStub) => Property,
  ): Promise<Prepared> {
    this.#aws ??= this.#kept(await AwsStub.start(SECRET_DOCUMENT));
    const subject = this.#subjects.get(name) ?? this.#kept(await Subject.start(name, this.#aws));
    this.#subjects.set(name, subject);
    return { property: property(subject, this.#aws) };
  }

  /** A property of a whole stack on emulators. A finding is shown as it is: a smaller case would take too long to find. */
  async emulating(property: (stack: Stack) => Property): Promise<Prepared> {
    this.#stack ??= this.#kept(await Stack.start());
    return { property: property(this.#stack), isSlow: true };
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

type Property = fc.IAsyncProperty<unknown>;

interface Prepared {
  property: Property;
  isSlow?: boolean;
}

/** In order, each with its part of the runs: what is slow runs less often. */
const PLAN = {
  webhooks: { share: 0.7, start: (bench) => bench.calling("ReceiveWebhook", webhooks) },
  "look-ups": { share: 0.19, start: (bench) => bench.calling("GetUser", lookUps) },
  messages: { share: 0.065, start: (bench) => bench.calling("StoreNotifications", messages) },
  "sized webhooks": { share: 0.005, start: (bench) => bench.calling("ReceiveWebhook", sizedWebhooks) },
  "sized messages": { share: 0.005, start: (bench) => bench.calling("StoreNotifications", sizedMessages) },
  "sized requests": { share: 0.001, start: (bench) => bench.emulating(sizedRequests) },
  "sized answers": { share: 0.001, start: (bench) => bench.emulating(sizedAnswers) },
  "sized files": { share: 0.001, start: (bench) => bench.emulating(sizedFiles) },
  commands: { share: 0.0003, start: (bench) => bench.emulating(commands) },
  desk: { share: 0.002, start: (bench) => bench.emulating(deskPages) },
  "scan runs": { share: 0.0008, start: (bench) => bench.emulating(scanRuns) },
} satisfies Record<string, { share: number; start(bench: Bench): Promise<Prepared> }>;

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
  const { property, isSlow = false }: Prepared = await PLAN[name].start(bench);
  const { runs: numRuns, seed, path } = options;
  const details = await fc.check(property, {
    numRuns,
    seed,
    endOnFailure: isSlow,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) return undefined;
  return `${details.errorInstance}\n${fc.defaultReportMessage(details)}\nAgain: npm run fuzz -- --only "${name}" --seed ${seed} --path ${details.counterexamplePath}`;
}
