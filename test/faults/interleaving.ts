/** A sequence of deliveries and faults, drawn at random. */

import fc from "fast-check";
import { FAULT_KINDS, type FaultKind } from "./fault-kinds.ts";
import { dearer, harmless, illegal, invalid, respelled, serviceError } from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";

/** What the service posts; by name, so that a sequence reads well when it is printed. */
export const BODIES = { illegal, respelled, harmless, dearer, invalid, serviceError } as const;
export type BodyName = keyof typeof BODIES;

const BODY_NAMES: readonly BodyName[] = [
  "illegal",
  "respelled",
  "harmless",
  "dearer",
  "invalid",
  "serviceError",
];

/** The functions behind the webhook endpoint. */
export type IntakeFunction = "ReceiveWebhook" | "StoreNotifications";

/** One step of a sequence. */
export type Step =
  /** A body of the sequence's first or second notification; the next step may begin before it is answered. */
  | { step: "post"; body: BodyName; other: 0 | 1; waits: boolean }
  /** A body without a signature: to be refused, and to leave nothing. */
  | { step: "unsigned" }
  /** The queue hands out once more what it has taken: one of its deliveries so far. */
  | { step: "again"; which: number }
  /** A later call of a function is hit, after so many others. */
  | { step: "fault"; function: IntakeFunction; others: number; kind: FaultKind }
  /** Every worker of a function that is at work ends. */
  | { step: "kill"; function: IntakeFunction }
  /** Nothing happens for so many milliseconds. */
  | { step: "pause"; ms: number };

const someFunction = fc.constantFrom<IntakeFunction>("ReceiveWebhook", "StoreNotifications");

const post = fc.record({
  step: fc.constant("post" as const),
  body: fc.constantFrom(...BODY_NAMES),
  other: fc.constantFrom<0 | 1>(0, 1),
  waits: fc.boolean(),
});

const fault = fc.record({
  step: fc.constant("fault" as const),
  function: someFunction,
  others: fc.nat(3),
  kind: fc.constantFrom(...FAULT_KINDS),
});

/** Deliveries more often than faults, so that there is something to harm. */
export const interleaving = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: post },
    { weight: 1, arbitrary: fc.record({ step: fc.constant("unsigned" as const) }) },
    { weight: 3, arbitrary: fc.record({ step: fc.constant("again" as const), which: fc.nat(9) }) },
    { weight: 3, arbitrary: fault },
    { weight: 1, arbitrary: fc.record({ step: fc.constant("kill" as const), function: someFunction }) },
    { weight: 2, arbitrary: fc.record({ step: fc.constant("pause" as const), ms: fc.nat(300) }) },
  ),
  { minLength: 1, maxLength: 20, size: "max" },
);

/** A body of a sequence. */
export function bodyOf(subject: string, body: BodyName, other: 0 | 1): Posted {
  return BODIES[body](subject, other === 0 ? {} : { other });
}

/** A body that must not get in: one that no step posts. */
export function unsignedBody(subject: string): string {
  return JSON.stringify({ ...JSON.parse(illegal(subject).text), sender: "nobody" });
}
