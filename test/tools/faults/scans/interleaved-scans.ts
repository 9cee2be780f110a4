/** Runs sequences of scans and faults on a stack, and compares what is left with the model. */

import { setTimeout as sleep } from "node:timers/promises";
import type { FaultStack } from "../injection/fault-stack.ts";
import type { Sequence } from "../sequence.ts";
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

/** A start is given up after this part of the patience. */
const START_SHARE = 1 / 4;

const LAST_NIGHT = 2;

/** Expected end of a sequence's last run, which only earlier runs disturb. */
const EXPECTED = { exactlyOnce: false, mayHaveCrossed: true } as const;

export class InterleavedScans {
  readonly #stack: FaultStack;
  readonly #scans: Scans;
  readonly #service: ScriptedService;
  readonly #patienceMs: number;

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
  static async start(slowness: number, patienceMs = PATIENCE_MS * slowness): Promise<InterleavedScans> {
    const parts = await startScans({
      timeScale: TIME_SCALE / slowness,
      slowness,
      maximumWorkers: WORKERS,
      // Every run scans every wallet: what an earlier one has found is no reason to leave one out.
      context: { "scan.maximumConcurrency": WORKERS, "scan.rescanAfterHours": 0 },
    });
    return new InterleavedScans(parts, patienceMs);
  }

  async close(): Promise<void> {
    await this.#stack.close();
    await this.#service.close();
  }

  /** Runs a sequence in a project of its own, decides its cases, then scans once more. @returns what is wrong when all has settled */
  async run(sequence: Sequence<ScanStep>): Promise<Violation[]> {
    const { subject, steps } = sequence;
    await this.#scans.remember(subject, [...USUAL_WALLETS, ...CHANGING_WALLETS, ...CROSSED_WALLETS]);
    for (const step of steps) {
      sequence.next();
      const open = await this.#take(step, sequence);
      // A vain wait would last as long at each later step.
      if (open.length > 0) return open;
    }
    sequence.next();
    this.#service.setNight(subject, LAST_NIGHT);
    const open = await this.#decide(sequence);
    if (open.length > 0) return open;
    await this.#scans.start(subject, this.#patienceMs * START_SHARE);
    return this.#settled(sequence, () => this.#scans.violations(subject, EXPECTED));
  }

  /** Violations once nothing is on its way any more, of all sequences. */
  async judge(sequences: readonly Sequence<ScanStep>[]): Promise<Violation[]> {
    const waiting = await settled(async () => {
      const messages = await this.#stack.waiting("scan");
      return unless(messages === 0, "lost", `${messages} messages are still in the scan queue`);
    }, this.#patienceMs);
    if (waiting.length > 0) return waiting;
    const dead = await this.#stack.waiting("scanDlq");
    const found = await Promise.all(
      sequences.map(({ subject }) => this.#scans.violations(subject, EXPECTED)),
    );
    return [...found.flat(), ...unless(dead === 0, "lost", `${dead} messages are in the dead letters`)];
  }

  #settled(sequence: Sequence<ScanStep>, look: () => Promise<Violation[]>): Promise<Violation[]> {
    return settled(async () => {
      const left = await look();
      sequence.waitFor(left);
      return left;
    }, this.#patienceMs);
  }

  /** @returns what is wrong where a run does not end */
  async #decide(sequence: Sequence<ScanStep>): Promise<Violation[]> {
    const open = await this.#settled(sequence, () => this.#open(sequence.subject));
    if (open.length === 0) await this.#scans.decideCases(sequence.subject);
    return open;
  }

  async #open(subject: string): Promise<Violation[]> {
    const open = await this.#scans.openRuns(subject);
    return open.map((run) => ({ kind: "lost", text: `the run ${run} does not end` }));
  }

  /** @returns what is wrong where a run does not end */
  async #take(step: ScanStep, sequence: Sequence<ScanStep>): Promise<Violation[]> {
    const { arming } = this.#stack;
    const { subject, faults } = sequence;
    switch (step.step) {
      case "start":
        await this.#scans.start(subject, this.#patienceMs * START_SHARE);
        return [];
      case "earlier":
        await this.#scans.beginEarlier(subject, true);
        return [];
      case "night":
        this.#service.setNight(subject, step.night);
        return [];
      case "slow": {
        const gate = this.#service.holdNextScan(subject);
        void gate.reached.then(() => sleep(step.ms)).then(() => gate.open());
        return [];
      }
      case "again": {
        const run = await this.#scans.currentRun(subject);
        if (run !== "") await this.#scans.queueShards(subject, run);
        return [];
      }
      case "fault":
        faults.push(arming.armLater(subject, step.function, step.others, step.kind));
        return [];
      case "outage": {
        const outage = arming.beginOutage(subject, step.table);
        void sleep(step.ms).then(() => outage.end());
        return [];
      }
      case "decide":
        return this.#decide(sequence);
      case "kill":
        await this.#stack.stack.functions.get(step.function).kill();
        return [];
      case "pause":
        await sleep(step.ms);
        return [];
    }
  }
}
