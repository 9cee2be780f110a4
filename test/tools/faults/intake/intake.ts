/** The service's side of the intake, and what can be seen of its end: posts until accepted, and judges what was kept. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { StepRequest } from "../../../../lib/cases/step.ts";
import type { RequestChanges } from "../../../support/test-stack.ts";
import { DeskCases } from "../desk-cases.ts";
import type { TableName } from "../injection/arming.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { settled } from "../settled.ts";
import { unless, type Violation } from "../violation.ts";
import { illegal } from "./intake-bodies.ts";
import type { Posted, StoredItem, Strictness } from "./intake-facts.ts";
import { IntakeReader } from "./intake-state.ts";
import { isInVain, violationsOfIntake } from "./model/intake-model.ts";

/** The service waits so long before it posts again, in milliseconds. */
const RESEND_MS = 50;

/** It gives up after so many milliseconds, or half of the patience with a slow machine; no single fault lasts so long. */
const GIVE_UP_MS = 60_000;
const GIVE_UP_SHARE = 1 / 2;

/** Milliseconds after which a subject without calls is read again: alerts arrive a moment after their call. */
const READ_AGAIN_MS = 3_000;

/** Way of a delivery into the queue. */
export interface Arrival {
  /** True if the endpoint has seen the proof of a rehearsal. */
  rehearsal?: boolean;
  /** The project that has signed it; null without authentication. */
  projectId?: number | null;
  /** Age of its receipt by the endpoint, in milliseconds. */
  agoMs?: number;
}

export class Intake {
  readonly #stack: FaultStack;
  readonly #reader: IntakeReader;
  readonly #desk: DeskCases;
  readonly #patienceMs: number;
  readonly #posted = new Map<string, Posted[]>();
  readonly #acknowledged = new Map<string, number>();
  readonly #noted = new Map<string, Violation[]>();
  readonly #takenOut = new Map<string, ReadonlySet<string>>();

  /** @param patienceMs how long the slowest recovery takes */
  constructor(stack: FaultStack, patienceMs: number) {
    this.#stack = stack;
    this.#desk = new DeskCases(stack.database, stack.stack.endpoints.tables.cases);
    this.#reader = new IntakeReader(stack, this.#desk);
    this.#patienceMs = patienceMs;
  }

  /** Posts a body, signed, as the service does: again and again until it is answered 200, or 400 for what is invalid. */
  async post(subject: string, posted: Posted, changes: RequestChanges = {}): Promise<void> {
    this.#expect(subject, posted);
    const patienceMs = Math.max(GIVE_UP_MS, this.#patienceMs * GIVE_UP_SHARE);
    const end = performance.now() + patienceMs;
    let last = "";
    while (performance.now() < end) {
      const { status, text } = await this.#stack.post(posted.text, changes);
      if (status === 200 || status === 400) return this.#acknowledge(subject, posted);
      if (status < 500) throw new Error(`The endpoint answered ${status} to a signed body.`);
      last = `${status} ${text}`;
      await sleep(RESEND_MS);
    }
    throw new Error(
      `The endpoint did not accept a signed body in ${Math.round(patienceMs / 1_000)} s; it answered ${last} last.`,
    );
  }

  /** Puts a body into the queue as the endpoint does: a new delivery. */
  async enqueue(subject: string, posted: Posted, arrival: Arrival = {}): Promise<void> {
    const { rehearsal, projectId = 1, agoMs = 0 } = arrival;
    this.#expect(subject, { ...posted, sender: projectId ?? 0 });
    await this.#enqueue(posted.text, {
      deliveryId: randomUUID(),
      receivedAt: new Date(Date.now() - agoMs).toISOString(),
      projectId,
      ...(rehearsal === true ? { rehearsal } : {}),
    });
  }

  /**
   * Replays a body of a quarantined item, once it can be understood: the project that it names has come into the settings
   * since. Here its sender says so, since the settings of a running stack cannot change.
   * @param posted what it becomes
   */
  async replay(subject: string, posted: Posted): Promise<void> {
    const { items, deliveries } = await this.#reader.state(subject, this.#posted.get(subject) ?? []);
    const isOfBody = ({ kind, text }: StoredItem) => kind === "quarantined" && text === posted.text;
    const item = items.find(isOfBody);
    const taken = deliveries.find(({ deliveryId }) => deliveryId === item?.delivery);
    if (item === undefined || taken === undefined) return;
    this.#expect(subject, { ...posted, sender: posted.project });
    await this.#enqueue(posted.text, {
      deliveryId: `replay-${item.key.replace(/^.*#quarantined-/, "")}`,
      receivedAt: taken.receivedAt,
      projectId: posted.project,
    });
  }

  async #enqueue(text: string, head: object): Promise<void> {
    const message = JSON.stringify({ v: 1, ...head, body: Buffer.from(text).toString("base64") });
    await this.#stack.enqueue(message);
    this.#stack.ledger.take(message);
  }

  /** An officer makes the same steps in every case of a subject that is open. */
  async stepInOpenCases(subject: string, ...wishes: readonly StepRequest[]): Promise<void> {
    const { cases } = await this.#reader.state(subject, this.#posted.get(subject) ?? []);
    for (const one of cases.values()) if (one.openShard !== undefined) await this.#desk.step(one, ...wishes);
  }

  /** Puts all of a subject's messages into the queue once more, as SQS may. */
  async redeliver(subject: string): Promise<void> {
    await Promise.all(this.#stack.ledger.of(subject).map(({ message }) => this.#stack.enqueue(message)));
  }

  /**
   * Waits until a subject's bodies are where they belong.
   * @param onLook hears what is not, whenever it was looked for
   * @returns what is not, when time is up
   */
  async settle(subject: string, onLook?: (left: readonly Violation[]) => void): Promise<Violation[]> {
    let [read, heard, left]: [number, number, Violation[]] = [-READ_AGAIN_MS, -1, []];
    const look = async () => {
      const calls = this.#stack.written.callsFor(subject);
      const now = performance.now();
      if (calls === heard && now < read + READ_AGAIN_MS) return left;
      [read, heard] = [now, calls];
      left = await this.violations(subject);
      onLook?.(left);
      return left;
    };
    await settled(look, this.#patienceMs);
    this.#stack.ledger.nextPhase(subject);
    return left;
  }

  /** Takes the wallets of a subject out of the scans: their notifications are listed by wallet all the same. */
  async removeWallets(subject: string): Promise<void> {
    await this.#reader.removeWallets(this.#posted.get(subject) ?? []);
    const taken = this.#stack.ledger.of(subject).map(({ deliveryId }) => deliveryId);
    this.#takenOut.set(subject, new Set(taken));
  }

  /** Actions while a table cannot be reached for a subject: alerts must go out all the same. */
  async duringOutage(subject: string, table: TableName, act: () => Promise<void>): Promise<void> {
    const { arming, published, stack } = this.#stack;
    const before = published.of(subject).length;
    const outage = arming.beginOutage(subject, table);
    let cameBack = false;
    const stop = stack.events.listen((event) => {
      cameBack ||= event.type === "delivery" && event.function === "StoreNotifications" && event.failed > 0;
    });
    try {
      await act();
      const left = await settled(
        async () => [
          ...unless(
            published.of(subject).length > before,
            "unalerted",
            `nothing was alerted while the table ${table} was out of reach`,
          ),
          // Only what comes again shows whether it is alerted again.
          ...unless(outage.tries > 0 && (cameBack || !NEEDED.has(table)), "wrong", `${table} was not needed`),
        ],
        this.#patienceMs / OUTAGE_SHARE,
      );
      this.#note(subject, left);
    } finally {
      stop();
      outage.end();
    }
  }

  /** Has everything loaded that an alert needs: the first one of a process takes its time. */
  async warmUp(subject: string): Promise<void> {
    await this.enqueue(subject, illegal(subject));
    await this.settle(subject);
  }

  /** Violations of a subject's bodies; empty once all has settled well. */
  async violations(subject: string, exactlyOnce = false): Promise<Violation[]> {
    const posted = this.#posted.get(subject) ?? [];
    const noted = [
      ...(this.#noted.get(subject) ?? []),
      ...this.#stack.messageGroups.ungrouped(subject).map((text) => ({ kind: "wrong" as const, text })),
    ];
    const strictness = this.#strictness(subject, exactlyOnce);
    const state = await this.#reader.state(subject, posted);
    const found = [...noted, ...violationsOfIntake(posted, state, strictness)];
    // A missing item cannot be listed.
    if (found.length > 0) return found;
    return violationsOfIntake(posted, await this.#reader.withLists(state, posted), strictness);
  }

  /** Everything by which the end of a subject's bodies is judged. */
  async seen(subject: string): Promise<Parameters<typeof violationsOfIntake>> {
    const posted = this.#posted.get(subject) ?? [];
    const state = await this.#reader.withLists(await this.#reader.state(subject, posted), posted);
    return [posted, state, this.#strictness(subject, true)];
  }

  #strictness(subject: string, exactlyOnce: boolean): Strictness {
    const hits = this.#stack.arming.hitsOf(subject);
    return {
      exactlyOnce,
      recordsMayLack: hits.some(({ what }) => /^dynamodb:\w+ alerts\b/.test(what)),
      takenOut: this.#takenOut.get(subject) ?? new Set(),
    };
  }

  /** Waits until nothing is on its way any more; from then on, violations are sought in the whole table. */
  async drain(): Promise<void> {
    const end = performance.now() + this.#patienceMs;
    for (;;) {
      const waiting = await this.#stack.waiting("webhook");
      if (waiting === 0) break;
      if (performance.now() > end)
        throw new Error(
          `${waiting} messages are still in the webhook queue after ${this.#patienceMs / 1_000} s.`,
        );
      await sleep(100);
    }
    await this.#reader.readEverything();
  }

  #expect(subject: string, posted: Posted): void {
    this.#posted.set(subject, [...(this.#posted.get(subject) ?? []), posted]);
  }

  #note(subject: string, violations: readonly Violation[]): void {
    this.#noted.set(subject, [...(this.#noted.get(subject) ?? []), ...violations]);
  }

  /** Every 200, and every 400 for what is not the contract, says that the queue has the body. */
  #acknowledge(subject: string, { text, label }: Posted): void {
    const times = (this.#acknowledged.get(text) ?? 0) + 1;
    this.#acknowledged.set(text, times);
    const inVain = isInVain(text, times, this.#stack.ledger.of(subject));
    this.#note(subject, unless(!inVain, "lost", `"${label}" was acknowledged before the queue had it`));
  }
}

/** Tables without which a delivery has to come again. */
const NEEDED: ReadonlySet<TableName> = new Set(["notifications", "wallets"]);

/** An outage is shorter than the queue's patience: what it delays must not end in the dead letters. */
const OUTAGE_SHARE = 4;
