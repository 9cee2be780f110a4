/** The service's side of the intake, and what can be seen of its end: posts until accepted, and reads what was kept. */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { seal } from "../../lib/inbound/envelope.ts";
import { type StoredNotification, storedNotification } from "../../lib/store/notification-schema.ts";
import { NotificationStore } from "../../lib/store/notifications.ts";
import { expandBody } from "../../lib/store/raw-body.ts";
import { WalletStore } from "../../lib/store/wallets.ts";
import type { FaultStack } from "./fault-stack.ts";
import { walletAddress } from "./intake-bodies.ts";
import { type IntakeState, isInVain, type Posted, violationsOfIntake } from "./intake-model.ts";
import { subjectsIn } from "./subjects.ts";
import type { Violation } from "./violation.ts";

/** The service waits so long before it posts again, in milliseconds. */
const RESEND_MS = 50;

/** It gives up after so many milliseconds; no single fault lasts so long. */
const GIVE_UP_MS = 60_000;

export class Intake {
  readonly #stack: FaultStack;
  readonly #posted = new Map<string, Posted[]>();
  readonly #acknowledged = new Map<string, number>();
  readonly #inVain = new Map<string, Violation[]>();
  /** Every item of the table, by subject, once all has settled. */
  #everything: Map<string, StoredNotification[]> | undefined;

  constructor(stack: FaultStack) {
    this.#stack = stack;
  }

  /** Posts a body, signed, as the service does: again and again until it is answered 200, or 400 for what is invalid. */
  async post(subject: string, posted: Posted): Promise<void> {
    this.#expect(subject, posted);
    const end = performance.now() + GIVE_UP_MS;
    while (performance.now() < end) {
      const { status } = await this.#stack.post(posted.text);
      if (status === 200 || status === 400) return this.#acknowledge(subject, posted);
      if (status < 500) throw new Error(`The endpoint answered ${status} to a signed body.`);
      await sleep(RESEND_MS);
    }
    throw new Error(`The endpoint did not accept a signed body in ${GIVE_UP_MS / 1_000} s.`);
  }

  /** Puts a body into the queue as the endpoint does: a new delivery of project 1. */
  async enqueue(subject: string, posted: Posted): Promise<void> {
    this.#expect(subject, posted);
    const message = seal({
      deliveryId: randomUUID(),
      receivedAt: new Date().toISOString(),
      projectId: 1,
      body: Buffer.from(posted.text),
    });
    await this.#stack.enqueue(message);
    this.#stack.ledger.take(message);
  }

  /** What is wrong with what became of a subject's bodies; nothing once all has settled well. */
  async violations(subject: string, exactlyOnce = false): Promise<Violation[]> {
    const posted = this.#posted.get(subject) ?? [];
    const inVain = this.#inVain.get(subject) ?? [];
    return [...inVain, ...violationsOfIntake(posted, await this.#state(subject), exactlyOnce)];
  }

  /** Waits until nothing is on its way any more; from then on, violations are sought in the whole table. */
  async drain(): Promise<void> {
    while ((await this.#stack.waiting("webhook")) > 0) await sleep(100);
    this.#everything = await this.#scan();
  }

  #expect(subject: string, posted: Posted): void {
    this.#posted.set(subject, [...(this.#posted.get(subject) ?? []), posted]);
  }

  /** Every 200, and every 400 for what is not the contract, says that the queue has the body. */
  #acknowledge(subject: string, { text, content }: Posted): void {
    const times = (this.#acknowledged.get(text) ?? 0) + 1;
    this.#acknowledged.set(text, times);
    if (!isInVain(text, times, this.#stack.ledger.of(subject))) return;
    const violation: Violation = {
      kind: "lost",
      text: `"${content}" was acknowledged before the queue had it`,
    };
    this.#inVain.set(subject, [violation, ...(this.#inVain.get(subject) ?? [])]);
  }

  async #state(subject: string): Promise<IntakeState> {
    const { ledger, published, stack, database } = this.#stack;
    const wallets = await new WalletStore(database, stack.endpoints.tables.wallets).ofAddress(
      1,
      walletAddress(subject),
    );
    const items = this.#everything?.get(subject) ?? (await this.#written(subject));
    return { deliveries: ledger.of(subject), items, alerts: published.all, wallets };
  }

  async #written(subject: string): Promise<StoredNotification[]> {
    const { written, stack, database } = this.#stack;
    const store = new NotificationStore(database, stack.endpoints.tables.notifications);
    const items = await Promise.all(written.notificationsOf(subject).map((key) => store.get(key)));
    return items.flatMap((item) => item ?? []).filter((item) => subjectsOf(item).includes(subject));
  }

  async #scan(): Promise<Map<string, StoredNotification[]>> {
    const { database: client, stack } = this.#stack;
    const found = new Map<string, StoredNotification[]>();
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: stack.endpoints.tables.notifications },
    )) {
      for (const item of Items.map((one) => storedNotification.parse(one))) {
        for (const subject of subjectsOf(item)) found.set(subject, [...(found.get(subject) ?? []), item]);
      }
    }
    return found;
  }
}

function subjectsOf({ raw }: StoredNotification): string[] {
  return subjectsIn(expandBody(raw).toString());
}
