/** A sequence of deliveries and faults, drawn at random. */

import fc from "fast-check";
import type { TableName } from "../injection/arming.ts";
import { FAULT_KINDS } from "../injection/fault-kinds.ts";
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
type IntakeFunction = "ReceiveWebhook" | "StoreNotifications";

const someFunction = fc.constantFrom<IntakeFunction>("ReceiveWebhook", "StoreNotifications");
const someBody = fc.constantFrom(...BODY_NAMES);
const someId = fc.constantFrom<0 | 1>(0, 1);
const someIllegal = fc.constantFrom<BodyName>("illegal", "repriced", "reworded", "aggravated", "crowded");
const flooding = fc.constantFrom<BodyName>(
  ...(["illegal", "harmless", "warned", "aggravated", "reused", "invalid", "crowded"] as const),
);

/** A body of the sequence's first or second notification; the next step may begin before it is answered. */
const post = fc.record({ step: fc.constant("post"), body: someBody, other: someId, waits: fc.boolean() });

/** The same, put into the queue as a rehearsal that the endpoint has seen the proof of. */
const rehearse = fc.record({ step: fc.constant("rehearse"), body: someBody, other: someId });

/** Number of ids that are re-evaluated concurrently. */
const flood = fc.record({
  step: fc.constant("flood"),
  body: flooding,
  ids: fc.integer({ min: 2, max: 8 }),
});

/** A body of a project that has left the settings since it was taken. */
const left = fc.record({
  step: fc.constant("left"),
  body: fc.oneof(someIllegal, fc.constantFrom<BodyName>("harmless", "warned")),
  other: someId,
});

/** A body of a project that comes into the settings later. */
const quarantine = fc.record({ step: fc.constant("quarantine"), body: someIllegal, other: someId });

/** All has settled, the project has come, and what it has in quarantine is replayed. */
const replay = fc.record({ step: fc.constant("replay") });

/** All has settled, and an officer decides every open case; where a crime is suspected, its notice stays owed. */
const decide = fc.record({
  step: fc.constant("decide"),
  how: fc.constantFrom<Decision>("not reportable", "reported", "suspected"),
});

/** A body without a signature: to be refused, and to leave nothing. */
const unsigned = fc.record({ step: fc.constant("unsigned") });

/** The queue hands out once more what it has taken: one of its deliveries so far. */
const again = fc.record({ step: fc.constant("again"), which: fc.nat(9) });

/** A later call of a function is hit, after so many others. */
const fault = fc.record({
  step: fc.constant("fault"),
  function: someFunction,
  others: fc.nat(5),
  kind: fc.constantFrom(...FAULT_KINDS),
});

/** One table is out of reach for so many milliseconds. */
const outage = fc.record({
  step: fc.constant("outage"),
  table: fc.constantFrom<TableName>("notifications", "wallets", "alerts", "chains", "cases"),
  ms: fc.integer({ min: 50, max: 1_500 }),
});

/** Every worker of a function that is at work ends. */
const kill = fc.record({ step: fc.constant("kill"), function: someFunction });

/** All has settled, and every wallet is taken out of the scans; a later delivery makes its wallet known again. */
const removeWallets = fc.record({ step: fc.constant("removeWallets") });

/** All has settled before the next step begins. */
const settle = fc.constant({ step: "settle" });

/** Nothing happens for so many milliseconds. */
const pause = fc.record({ step: fc.constant("pause"), ms: fc.nat(300) });

/** Deliveries more often than faults, so that there is something to harm. */
const single = fc.oneof(
  { weight: 9, arbitrary: post },
  { weight: 1, arbitrary: rehearse },
  { weight: 1, arbitrary: flood },
  { weight: 1, arbitrary: left },
  { weight: 1, arbitrary: quarantine },
  { weight: 1, arbitrary: replay },
  { weight: 1, arbitrary: decide },
  { weight: 1, arbitrary: unsigned },
  { weight: 3, arbitrary: again },
  { weight: 3, arbitrary: fault },
  { weight: 2, arbitrary: outage },
  { weight: 1, arbitrary: kill },
  { weight: 2, arbitrary: removeWallets },
  { weight: 1, arbitrary: settle },
  { weight: 2, arbitrary: pause },
);

/** One step of a sequence. */
export type Step = typeof single extends fc.Arbitrary<infer Drawn> ? Drawn : never;

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
const quarantineTurn = fc
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
      { weight: 1, arbitrary: quarantineTurn },
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
