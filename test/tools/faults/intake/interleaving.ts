/** A sequence of deliveries and faults, drawn at random. */

import fc from "fast-check";
import type { TableName } from "../injection/arming.ts";
import { FAULT_KINDS, type FaultKind } from "../injection/fault-kinds.ts";
import {
  abroad,
  aggravated,
  crowded,
  dearer,
  harmless,
  illegal,
  invalid,
  invalidSelfDeclared,
  recased,
  reordered,
  repriced,
  respelled,
  reused,
  reworded,
  selfDeclared,
  serviceError,
  shared,
  warned,
} from "./intake-bodies.ts";
import type { Posted } from "./intake-facts.ts";

/** Bodies that the service posts; by name, so that a printed sequence reads well. */
export const BODIES = {
  illegal,
  respelled,
  harmless,
  warned,
  repriced,
  reworded,
  recased,
  aggravated,
  crowded,
  reordered,
  abroad,
  reused,
  dearer,
  shared,
  selfDeclared,
  invalid,
  invalidSelfDeclared,
  serviceError,
} as const;
export type BodyName = keyof typeof BODIES;

const BODY_NAMES = Object.keys(BODIES).filter((name): name is BodyName => name in BODIES);

/** Decisions of an officer. */
export type Decision = "not reportable" | "reported" | "suspected";

/** The functions behind the webhook endpoint. */
export type IntakeFunction = "ReceiveWebhook" | "StoreNotifications";

/** One step of a sequence. */
export type Step =
  /** A body of the sequence's first or second notification; the next step may begin before it is answered. */
  | { step: "post"; body: BodyName; other: 0 | 1; waits: boolean }
  /** The same, put into the queue as a rehearsal that the endpoint has seen the proof of. */
  | { step: "rehearse"; body: BodyName; other: 0 | 1 }
  /** Number of ids that are re-evaluated concurrently. */
  | { step: "flood"; body: BodyName; ids: number }
  /** A body of a project that has left the settings since it was taken. */
  | { step: "left"; body: BodyName; other: 0 | 1 }
  /** A body of a project that comes into the settings later. */
  | { step: "quarantine"; body: BodyName; other: 0 | 1 }
  /** All has settled, the project has come, and what it has in quarantine is replayed. */
  | { step: "replay" }
  /** All has settled, and an officer decides every open case; where a crime is suspected, its notice stays owed. */
  | { step: "decide"; how: Decision }
  /** A body without a signature: to be refused, and to leave nothing. */
  | { step: "unsigned" }
  /** The queue hands out once more what it has taken: one of its deliveries so far. */
  | { step: "again"; which: number }
  /** A later call of a function is hit, after so many others. */
  | { step: "fault"; function: IntakeFunction; others: number; kind: FaultKind }
  /** One table is out of reach for so many milliseconds. */
  | { step: "outage"; table: TableName; ms: number }
  /** All has settled, and every wallet is taken out of the scans; a later delivery makes its wallet known again. */
  | { step: "removeWallets" }
  /** Every worker of a function that is at work ends. */
  | { step: "kill"; function: IntakeFunction }
  /** All has settled before the next step begins. */
  | { step: "settle" }
  /** Nothing happens for so many milliseconds. */
  | { step: "pause"; ms: number };

const someFunction = fc.constantFrom<IntakeFunction>("ReceiveWebhook", "StoreNotifications");
const someBody = fc.constantFrom(...BODY_NAMES);
const someId = fc.constantFrom<0 | 1>(0, 1);

const post = fc.record({
  step: fc.constant("post" as const),
  body: someBody,
  other: someId,
  waits: fc.boolean(),
});

const rehearse = fc.record({ step: fc.constant("rehearse" as const), body: someBody, other: someId });

const flood = fc.record({
  step: fc.constant("flood" as const),
  body: fc.constantFrom<BodyName>(
    "illegal",
    "harmless",
    "warned",
    "aggravated",
    "reused",
    "invalid",
    "crowded",
  ),
  ids: fc.integer({ min: 2, max: 8 }),
});

const fault = fc.record({
  step: fc.constant("fault" as const),
  function: someFunction,
  others: fc.nat(5),
  kind: fc.constantFrom(...FAULT_KINDS),
});

const outage = fc.record({
  step: fc.constant("outage" as const),
  table: fc.constantFrom<TableName>("notifications", "wallets", "alerts", "chains", "cases"),
  ms: fc.integer({ min: 50, max: 1_500 }),
});

const settle = fc.constant({ step: "settle" as const });

const decide = fc.record({
  step: fc.constant("decide" as const),
  how: fc.constantFrom<Decision>("not reportable", "reported", "suspected"),
});

const someIllegal = fc.constantFrom<BodyName>("illegal", "repriced", "reworded", "aggravated", "crowded");

const left = fc.record({
  step: fc.constant("left" as const),
  body: fc.oneof(someIllegal, fc.constantFrom<BodyName>("harmless", "warned")),
  other: someId,
});

const quarantine = fc.record({
  step: fc.constant("quarantine" as const),
  body: someIllegal,
  other: someId,
});

/** Deliveries more often than faults, so that there is something to harm. */
const single = fc.oneof(
  { weight: 9, arbitrary: post },
  { weight: 1, arbitrary: rehearse },
  { weight: 1, arbitrary: flood },
  { weight: 1, arbitrary: left },
  { weight: 1, arbitrary: quarantine },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("replay" as const) }) },
  { weight: 1, arbitrary: decide },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("unsigned" as const) }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant("again" as const), which: fc.nat(9) }) },
  { weight: 3, arbitrary: fault },
  { weight: 2, arbitrary: outage },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("kill" as const), function: someFunction }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("removeWallets" as const) }) },
  { weight: 1, arbitrary: settle },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("pause" as const), ms: fc.nat(300) }) },
);

/** Drawn steps, with an officer's knowledge by then: everything has settled, or is decided. */
const ending = fc.oneof(settle, decide);

/** Three bodies of one notification, each after the one before it has settled. */
function inTurn(...[first, second, third]: [Bodies, Bodies, Bodies]): fc.Arbitrary<Step[]> {
  return fc
    .tuple(someId, first, ending, second, ending, third)
    .map(([other, before, ended, between, endedAgain, after]): Step[] => [
      { step: "post", body: before, other, waits: true },
      ended,
      { step: "post", body: between, other, waits: true },
      endedAgain,
      { step: "post", body: after, other, waits: true },
    ]);
}
type Bodies = fc.Arbitrary<BodyName>;

/** One that is illegal, withdrawn and illegal again. */
const turn = inTurn(someIllegal, fc.constantFrom("harmless", "warned"), someIllegal);

const someOfMany = fc.constantFrom<BodyName>("aggravated", "crowded", "reordered");
/** One of which single laws are withdrawn and said again. */
const lawTurn = inTurn(someOfMany, fc.constantFrom("illegal", "repriced", "reworded", "abroad"), someOfMany);

/** A body that is quarantined and replayed, beside another one of its id. */
const replay = fc
  .tuple(quarantine, fc.option(ending), fc.option(left))
  .map(([body, end, beside]): Step[] => [
    body,
    ...(end === null ? [] : [end]),
    ...(beside === null ? [] : [beside]),
    { step: "replay" },
  ]);

export const interleaving: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 24, arbitrary: single.map((step): Step[] => [step]) },
      { weight: 1, arbitrary: turn },
      { weight: 1, arbitrary: lawTurn },
      { weight: 1, arbitrary: replay },
    ),
    { minLength: 1, maxLength: 20, size: "max" },
  )
  .map((parts) => parts.flat());

/** A body of a sequence. */
export function bodyOf(subject: string, body: BodyName, other: number, projectId = 1): Posted {
  return BODIES[body](subject, { ...(other === 0 ? {} : { other }), projectId });
}

/** A body that must not get in: one that no step posts. */
export function unsignedBody(subject: string): string {
  return JSON.stringify({ ...JSON.parse(illegal(subject).text), sender: "nobody" });
}
