/** Deliveries that the webhook queue has acknowledged: none of them may be lost. */

import * as z from "zod/mini";
import { bodyInEnvelope, subjectsIn } from "../injection/subjects.ts";
import type { PassedCall } from "../injection/wire.ts";
import type { TakenDelivery } from "./intake-facts.ts";

const sendMessage = z.object({ QueueUrl: z.string(), MessageBody: z.string() });
const envelope = z.object({
  deliveryId: z.string(),
  receivedAt: z.string(),
  rehearsal: z.optional(z.boolean()),
  projectId: z.nullable(z.number()),
});

export class Ledger {
  readonly #bySubject = new Map<string, Map<string, TakenDelivery>>();
  readonly #phases = new Map<string, number>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    if (status !== 200 || !call.what.startsWith("sqs:SendMessage webhook")) return;
    this.take(sendMessage.parse(JSON.parse(body)).MessageBody);
  }

  /** A message that the queue has taken. */
  take(message: string): void {
    const { deliveryId, receivedAt, rehearsal = false, projectId } = envelope.parse(JSON.parse(message));
    const text = bodyInEnvelope(message);
    for (const subject of subjectsIn(text)) {
      const known = this.#bySubject.get(subject) ?? new Map<string, TakenDelivery>();
      this.#bySubject.set(subject, known);
      if (known.has(deliveryId)) continue;
      const phase = this.#phases.get(subject) ?? 0;
      const sender = projectId ?? 0;
      known.set(deliveryId, { deliveryId, receivedAt, rehearsal, sender, text, message, phase });
    }
  }

  /** Everything of a subject that was taken so far has settled: what comes from now on comes after it. */
  nextPhase(subject: string): void {
    this.#phases.set(subject, (this.#phases.get(subject) ?? 0) + 1);
  }

  /** The deliveries that speak of a subject, in the order in which the queue took them. */
  of(subject: string): TakenDelivery[] {
    return [...(this.#bySubject.get(subject)?.values() ?? [])];
  }
}
