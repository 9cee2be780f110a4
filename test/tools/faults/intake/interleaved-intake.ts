/** Runs sequences of deliveries and faults on a stack, and compares what is left with the model. */

import { setTimeout as sleep } from "node:timers/promises";
import type { StepRequest } from "../../../../lib/cases/step.ts";
import { NOT_REPORTABLE, REPORTED } from "../../../support/case-steps.ts";
import { FaultStack } from "../injection/fault-stack.ts";
import type { Sequence } from "../sequence.ts";
import { unless, type Violation } from "../violation.ts";
import { Intake } from "./intake.ts";
import { notYetKnown } from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";
import { bodyOf, type Decision, type Step, unsignedBody } from "./interleaving.ts";

/** The endpoint has 700 ms, the consumer 4 s, in which a thread starts; a message comes back after 1 to 40 s. */
const TIME_SCALE = 15;

/** A message that has failed eight times has waited for 143 s, each time twice as long. */
const PATIENCE_MS = 240_000;

/** A project that is in the settings at times, and not in those of the stack. */
const PROJECT_AT_TIMES = 9;

export class InterleavedIntake {
  readonly #stack: FaultStack;
  readonly #intake: Intake;
  readonly #toReplay = new Map<string, Posted[]>();

  private constructor(stack: FaultStack, patienceMs: number) {
    this.#stack = stack;
    this.#intake = new Intake(stack, patienceMs);
  }

  /** Starts a stack; `slowness` divides how fast its clock runs. */
  static async start(slowness = 1, patienceMs = PATIENCE_MS * slowness): Promise<InterleavedIntake> {
    const stack = await FaultStack.start({
      timeScale: TIME_SCALE / slowness,
      slowness,
      loaded: ["ReceiveWebhook", "StoreNotifications"],
      // Of two projects, what names neither is filed under none.
      context: { projects: [{ id: 1 }, { id: 2 }] },
    });
    return new InterleavedIntake(stack, patienceMs);
  }

  close(): Promise<void> {
    return this.#stack.close();
  }

  /** Runs a sequence. @returns what is wrong when all has settled, or where a step has waited for it in vain */
  async run(sequence: Sequence<Step>): Promise<Violation[]> {
    const begun: Promise<Violation[]>[] = [];
    for (const step of sequence.steps) {
      sequence.next();
      // A delivery on its way when all is to settle would be of one phase, and settle in the next.
      if (SETTLING.has(step.step)) await Promise.allSettled(begun);
      const done = this.#take(step, sequence);
      // Its errors are thrown below, where all of them are awaited.
      done.catch(() => undefined);
      begun.push(done);
      // A vain wait would last as long at each later step.
      if ((step.step !== "post" || step.waits) && (await done).length > 0) break;
    }
    const left = (await Promise.all(begun)).flat();
    if (left.length > 0) return left;
    sequence.next();
    return this.#settle(sequence);
  }

  /** Violations once nothing is on its way any more, of all sequences. */
  async judge(sequences: readonly Sequence<Step>[]): Promise<Violation[]> {
    await this.#intake.drain();
    const dead = await this.#stack.waiting("webhookDlq");
    const found = await Promise.all(sequences.map(({ subject }) => this.#intake.violations(subject)));
    return [...found.flat(), ...unless(dead === 0, "lost", `${dead} messages are in the dead letters`)];
  }

  #settle(sequence: Sequence<Step>): Promise<Violation[]> {
    return this.#intake.settle(sequence.subject, (left) => sequence.waitFor(left));
  }

  async #take(step: Step, sequence: Sequence<Step>): Promise<Violation[]> {
    const { subject, faults } = sequence;
    switch (step.step) {
      case "post":
        await this.#intake.post(subject, bodyOf(subject, step.body, step.other));
        return [];
      case "rehearse":
        await this.#intake.enqueue(subject, bodyOf(subject, step.body, step.other), { rehearsal: true });
        return [];
      case "flood":
        await Promise.all(
          Array.from({ length: step.ids }, (_, index) =>
            this.#intake.enqueue(subject, bodyOf(subject, step.body, index)),
          ),
        );
        return [];
      case "left":
        await this.#intake.enqueue(subject, bodyOf(subject, step.body, step.other, PROJECT_AT_TIMES), {
          projectId: PROJECT_AT_TIMES,
        });
        return [];
      case "quarantine": {
        const body = bodyOf(subject, step.body, step.other, PROJECT_AT_TIMES);
        this.#toReplay.set(subject, [...(this.#toReplay.get(subject) ?? []), body]);
        await this.#intake.enqueue(subject, notYetKnown(body), { projectId: null });
        return [];
      }
      case "replay": {
        const wrong = await this.#settle(sequence);
        for (const body of this.#toReplay.get(subject) ?? []) await this.#intake.replay(subject, body);
        return wrong;
      }
      case "decide": {
        const wrong = await this.#settle(sequence);
        await this.#intake.stepInOpenCases(subject, ...decisionOf(step.how));
        return wrong;
      }
      case "outage":
        void this.#outage(subject, step);
        return [];
      case "settle":
        return this.#settle(sequence);
      case "unsigned":
        return this.#postUnsigned(subject);
      case "again": {
        const taken = this.#stack.ledger.of(subject);
        const delivery = taken[step.which % Math.max(1, taken.length)];
        if (delivery !== undefined) await this.#stack.enqueue(delivery.message);
        return [];
      }
      case "fault":
        faults.push(this.#stack.arming.armLater(subject, step.function, step.others, step.kind));
        return [];
      case "removeWallets": {
        const wrong = await this.#settle(sequence);
        await this.#intake.removeWallets(subject);
        return wrong;
      }
      case "kill":
        await this.#stack.stack.functions.get(step.function).kill();
        return [];
      case "pause":
        await sleep(step.ms);
        return [];
    }
  }

  async #outage(subject: string, { table, ms }: Extract<Step, { step: "outage" }>): Promise<void> {
    const outage = this.#stack.arming.beginOutage(subject, table);
    await sleep(ms);
    outage.end();
  }

  /** Without a failure the answer is 401; an injected fault may be answered instead, but never with 200. */
  async #postUnsigned(subject: string): Promise<Violation[]> {
    const { status } = await this.#stack.post(unsignedBody(subject), { unsigned: true });
    return unless(status === 401 || status >= 500, "wrong", `an unsigned body was answered ${status}`);
  }
}

/** The steps before which everything settles. */
const SETTLING: ReadonlySet<Step["step"]> = new Set(["settle", "decide", "replay", "removeWallets"]);

/** Actions of an officer in a case. */
function decisionOf(how: Decision): StepRequest[] {
  if (how === "not reportable") return [NOT_REPORTABLE];
  if (how === "reported") return [REPORTED];
  return [{ kind: "suspect", knownSince: new Date().toISOString() }, REPORTED];
}
