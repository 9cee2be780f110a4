/** Model of the tables and topics after deliveries, with any injected fault: an oracle to compare with. */

import { unless, type Violation } from "../../violation.ts";
import type { Content, IntakeState, Posted, Strictness, TakenDelivery } from "../intake-facts.ts";
import { violationsOfAlerts } from "./alert-model.ts";
import { violationsOfCases } from "./case-model.ts";
import { violationsOfLists } from "./list-model.ts";
import { violationsOfSightings } from "./wallet-model.ts";

/** So many deliveries of one content may come between a delivery and its redelivery; then repeats are counted "at least". */
const REMEMBERED = 1_000;

/** Reports whether a body was acknowledged more often than the queue had taken it by then. */
export function isInVain(text: string, acknowledged: number, deliveries: readonly TakenDelivery[]): boolean {
  return deliveries.filter((delivery) => delivery.text === text).length < acknowledged;
}

/** Violations of an end state; empty if it is as the deliveries demand. */
export function violationsOfIntake(
  posted: readonly Posted[],
  state: IntakeState,
  strictness: Strictness,
): Violation[] {
  const contents = contentsOf(posted, state);
  const known = new Set(contents.flatMap(({ items }) => items));
  const stored = [
    ...contents.flatMap(violationsOfContent),
    ...[...Map.groupBy(contents, ({ group }) => group).values()].flatMap(violationsOfGroup),
    ...state.items
      .filter((item) => !known.has(item))
      .map(({ ref }) => ({ kind: "doubled" as const, text: `${ref} is stored beside what was delivered` })),
  ];
  // A content that is not stored well can neither be alerted nor listed well.
  if (stored.length > 0) return stored;
  return [
    ...violationsOfAlerts(contents, state, strictness),
    ...violationsOfLists(contents, state),
    ...violationsOfCases(contents, state, strictness),
    ...violationsOfSightings(contents, state.wallets, strictness),
  ];
}

function contentsOf(posted: readonly Posted[], { deliveries, items }: IntakeState): Content[] {
  const byText = Map.groupBy(posted, ({ text }) => text);
  const taken = deliveries.flatMap((delivery) => {
    const { sender = 1 } = delivery;
    const of = byText.get(delivery.text)?.find((one) => (one.sender ?? 1) === sender);
    return of === undefined ? [] : [{ delivery, of }];
  });
  const groups = Map.groupBy(taken, ({ of, delivery }) =>
    // Each delivery of an error is a separate fact; any other content is one with all of its deliveries.
    [
      of.kind,
      delivery.rehearsal,
      of.project,
      of.content,
      of.kind === "error" ? delivery.deliveryId : "",
    ].join(" "),
  );
  return [...groups.values()].flatMap((group) => {
    const [head] = group;
    if (head === undefined) return [];
    const { of, delivery } = head;
    const ids = group.map((one) => one.delivery.deliveryId);
    const id = of.id ?? (of.kind === "error" ? `error ${delivery.deliveryId}` : `quarantined ${of.content}`);
    return [
      {
        of,
        rehearsal: delivery.rehearsal,
        name: `${delivery.rehearsal ? "rehearsal#" : ""}${of.project}#${of.id ?? of.kind} "${of.label}"`,
        group: `${delivery.rehearsal} ${of.project} ${id}`,
        deliveries: group.map((one) => one.delivery),
        replayed: of.kind === "quarantined" ? replayedAs(of, taken) : undefined,
        items: items.filter((item) => {
          const found = byText.get(item.text)?.filter(({ content }) => content === of.content) ?? [];
          // A body that was replayed is what it is, and what it was in quarantine.
          const isBoth = new Set(found.map(({ kind }) => kind)).size > 1;
          return (
            found.length > 0 &&
            (!isBoth || item.kind === of.kind) &&
            item.rehearsal === delivery.rehearsal &&
            (of.kind !== "error" || ids.includes(item.delivery))
          );
        }),
      },
    ];
  });
}

function replayedAs(
  { text }: Posted,
  taken: readonly { of: Posted; delivery: TakenDelivery }[],
): Posted | undefined {
  return taken.find((one) => one.of.text === text && one.delivery.deliveryId.startsWith("replay-"))?.of;
}

function violationsOfContent({ of, rehearsal, name, deliveries, items }: Content): Violation[] {
  const [item, ...more] = items;
  if (item === undefined) {
    const as = rehearsal ? " as a rehearsal" : "";
    return [{ kind: "lost", text: `${name} was taken and is not stored${as}` }];
  }
  const repeats = deliveries.length - 1;
  const counted = item.atLeast
    ? repeats > REMEMBERED && item.repeats <= repeats && item.repeats >= REMEMBERED
    : item.repeats === repeats;
  const atLeast = item.atLeast ? "at least " : "";
  return [
    ...unless(more.length === 0, "doubled", `${name} is stored ${items.length} times`),
    ...unless(
      counted,
      "miscounted",
      `${name} came in ${deliveries.length} deliveries and counts ${atLeast}${item.repeats} repeats`,
    ),
    ...unless(
      deliveries.some(({ deliveryId }) => deliveryId === item.delivery),
      "wrong",
      `${name} names a delivery that did not bring it`,
    ),
    ...unless(item.kind === of.kind, "wrong", `${name} is stored as ${item.kind}`),
    ...unless(item.risk === of.risk, "wrong", `${name} is stored with the risk ${item.risk}`),
    ...unless(
      item.key.split("#").includes(String(of.project)),
      "wrong",
      `${name} is filed under ${item.key}, another project`,
    ),
  ];
}

/** The contents of one id: one of them is the first, and the others are changes of it. */
function violationsOfGroup(contents: readonly Content[]): Violation[] {
  const items = contents.flatMap(({ items }) => items);
  const [first, ...more] = items.filter(({ originalKey }) => originalKey === undefined);
  const [{ name = "" } = {}] = contents;
  if (first === undefined) return unless(items.length === 0, "wrong", `${name}: no content is the first`);
  const astray = items.filter(({ originalKey }) => originalKey !== undefined && originalKey !== first.key);
  return [
    ...unless(more.length === 0, "wrong", `${name}: ${more.length + 1} contents are the first of one id`),
    ...unless(
      astray.length === 0,
      "wrong",
      `${name}: ${astray.length} contents are changes of something else`,
    ),
  ];
}
