/** What the webhook queue has taken: every delivery that it acknowledged is one that must not be lost. */

import * as z from "zod/mini";
import { bodyInEnvelope, subjectsIn } from "./subjects.ts";
import type { PassedCall } from "./wire.ts";

/** A delivery: one request that reached the queue, however many messages its sender's tries made of it. */
export interface TakenDelivery {
  deliveryId: string;
  /** The body as it was posted. */
  text: string;
  /** The message, to be sent once more. */
  message: string;
}

const sendMessage = z.object({ QueueUrl: z.string(), MessageBody: z.string() });
const envelope = z.object({ deliveryId: z.string() });

export class Ledger {
  readonly #bySubject = new Map<string, Map<string, TakenDelivery>>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    if (status !== 200 || !call.what.startsWith("sqs:SendMessage webhook")) return;
    this.take(sendMessage.parse(JSON.parse(body)).MessageBody);
  }

  /** A message that the queue has taken. */
  take(message: string): void {
    const { deliveryId } = envelope.parse(JSON.parse(message));
    const text = bodyInEnvelope(message);
    for (const subject of subjectsIn(text)) {
      const known = this.#bySubject.get(subject) ?? new Map<string, TakenDelivery>();
      this.#bySubject.set(subject, known.set(deliveryId, { deliveryId, text, message }));
    }
  }

  /** The deliveries that speak of a subject, in the order in which the queue took them. */
  of(subject: string): TakenDelivery[] {
    return [...(this.#bySubject.get(subject)?.values() ?? [])];
  }
}
