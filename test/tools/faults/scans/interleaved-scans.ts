/** Runs sequences of scans and faults on a stack, and compares what is left with the model. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ArmedFault } from "../injection/arming.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { FIRST_SUBJECT } from "../injection/subjects.ts";
import { settled } from "../settled.ts";
import { unless, type Violation } from "../violation.ts";
import { startScans } from "./scan-environment.ts";
import type { ScanStep } from "./scan-interleaving.ts";
import { CHANGING_WALLETS, CROSSED_WALLETS, USUAL_WALLETS } from "./scan-wallets.ts";
import type { Scans } from "./scans.ts";
import type { ScriptedService } from "./scripted-service.ts";

/** A worker has 4.5 s, and the service 3 s; the message of one that was killed comes back after 27 s. */
const TIME_SCALE = 200;
const PATIENCE_MS = 240_000;
const WORKERS = 6;

/** What was run. */
interface Sequence {
  subject: string;
  steps: readonly ScanStep[];
  faults: ArmedFault[];
}

const LAST_NIGHT = 2;

/** What is expected of the last run of a sequence, which nothing disturbs but what has gone before. */
const EXPECTED = { exactlyOnce: false, mayHaveCrossed: true } as const;

export class InterleavedScans {
  readonly #stack: FaultStack;
  readonly #scans: Scans;
  readonly #service: ScriptedService;
  readonly #patienceMs: number;
  readonly sequences: Sequence[] = [];

  private constructor(
    { stack, scans, service }: { stack: FaultStack; scans: Scans; service: ScriptedService },
    patienceMs: number,
  ) {
    this.#stack = stack;
    this.#scans = scans;
    this.#service = service;
    this.#patienceMs = patienceMs;
  }

  /** Starts a stack; `slowness` divides how fast its clock runs. */
  static async start(slowness: number): Promise<InterleavedScans> {
    const parts = await startScans({
      timeScale: TIME_SCALE / slowness,
      maximumWorkers: WORKERS,
      // Every run scans every wallet: what an earlier one has found is no reason to leave one out.
      context: { "scan.maximumConcurrency": WORKERS, "scan.rescanAfterHours": 0 },
    });
    return new InterleavedScans(parts, PATIENCE_MS * slowness);
  }

  async close(): Promise<void> {
    await this.#stack.close();
    await this.#service.close();
  }

  /** Runs a sequence in a project of its own, decides its cases, then scans once more. @returns what is wrong when all has settled */
  async run(steps: readonly ScanStep[]): Promise<Violation[]> {
    const subject = String(FIRST_SUBJECT + this.sequences.length);
    const sequence: Sequence = { subject, steps, faults: [] };
    this.sequences.push(sequence);
    await this.#scans.remember(subject, [...USUAL_WALLETS, ...CHANGING_WALLETS, ...CROSSED_WALLETS]);
    for (const step of steps) await this.#take(step, sequence);
    this.#service.setNight(subject, LAST_NIGHT);
    const open = await this.#decide(subject);
    if (open.length > 0) return open;
    await this.#scans.start(subject);
    return settled(() => this.#scans.violations(subject, EXPECTED), this.#patienceMs);
  }

  /** What is wrong once nothing is on its way any more, of everything that was run. */
  async judge(): Promise<Violation[]> {
    while ((await this.#stack.waiting("scan")) > 0) await sleep(100);
    const dead = await this.#stack.waiting("scanDlq");
    const found = await Promise.all(
      this.sequences.map(({ subject }) => this.#scans.violations(subject, EXPECTED)),
    );
    return [...found.flat(), ...unless(dead === 0, "lost", `${dead} messages are in the dead letters`)];
  }

  /** @returns what is wrong where a run does not end */
  async #decide(subject: string): Promise<Violation[]> {
    const open = await settled(() => this.#open(subject), this.#patienceMs);
    if (open.length === 0) await this.#scans.decideCases(subject);
    return open;
  }

  async #open(subject: string): Promise<Violation[]> {
    const open = await this.#scans.openRuns(subject);
    return open.map((run) => ({ kind: "lost", text: `the run ${run} does not end` }));
  }

  async #take(step: ScanStep, { subject, faults }: Sequence): Promise<void> {
    const { arming } = this.#stack;
    switch (step.step) {
      case "start":
        return this.#scans.start(subject);
      case "earlier":
        await this.#scans.beginEarlier(subject, true);
        return;
      case "night":
        return this.#service.setNight(subject, step.night);
      case "slow": {
        const gate = this.#service.holdNextScan(subject);
        void gate.reached.then(() => sleep(step.ms)).then(() => gate.open());
        return;
      }
      case "again": {
        const run = await this.#scans.currentRun(subject);
        return run === "" ? undefined : this.#scans.queueShards(subject, run);
      }
      case "fault":
        faults.push(arming.armLater(subject, step.function, step.others, step.kind));
        return;
      case "outage": {
        const outage = arming.beginOutage(subject, step.table);
        void sleep(step.ms).then(() => outage.end());
        return;
      }
      case "decide":
        await this.#decide(subject);
        return;
      case "kill":
        await this.#stack.stack.functions.get(step.function).kill();
        return;
      case "pause":
        await sleep(step.ms);
    }
  }
}
