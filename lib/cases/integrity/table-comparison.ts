/**
 * Compares the events and seals of two tables of cases, such as a restored backup and the stack's: no event and no seal is ever changed
 * or removed, so that all that the backup holds must be in the stack.
 */

import type { CaseKey } from "../case-keys.ts";
import type { Seal, TimedEvent } from "./seal.ts";

/** What a table holds. */
export interface SealedTable {
  events: readonly TimedEvent[];
  seals: readonly Seal[];
}

/** `stack` lacks what the backup holds; `backup` lacks what was sealed before it was made. */
export type TableDifference =
  | { kind: "case"; lacking: "stack" | "backup"; of: CaseKey; events: number }
  | { kind: "event"; lacking: "stack" | "backup"; of: CaseKey; number: number }
  | { kind: "changed"; of: CaseKey; number: number }
  | { kind: "seal"; day: string; isChanged: boolean };

/**
 * The differences between a backup and the stack, by case and number. What the stack recorded after the last day that is sealed in
 * the backup is in the stack alone, and is no difference.
 */
export function differencesOf(backup: SealedTable, stack: SealedTable): TableDifference[] {
  const lastDay = backup.seals.at(-1)?.day ?? "";
  const [ofBackup, ofStack] = [byCase(backup.events), byCase(stack.events)];
  const sealedBefore = byCase(stack.events.filter(({ at }) => at.slice(0, lastDay.length) <= lastDay));
  return [
    ...[...ofBackup].flatMap(([name, events]) => [
      ...lackingFrom(ofStack.get(name), events, "stack"),
      ...changedIn(ofStack.get(name), events),
    ]),
    ...(lastDay === ""
      ? []
      : [...sealedBefore].flatMap(([name, events]) => lackingFrom(ofBackup.get(name), events, "backup"))),
    ...differentSeals(backup.seals, stack.seals),
  ];
}

type EventsByNumber = ReadonlyMap<number, TimedEvent>;

function byCase(events: readonly TimedEvent[]): Map<string, EventsByNumber> {
  const cases = Map.groupBy(events, ({ subject, opened }) => JSON.stringify([subject, opened]));
  return new Map(
    [...cases].map(([name, ofCase]) => [name, new Map(ofCase.map((event) => [event.number, event]))]),
  );
}

function lackingFrom(
  others: EventsByNumber | undefined,
  events: EventsByNumber,
  lacking: "stack" | "backup",
): TableDifference[] {
  const [first] = events.values();
  if (first === undefined) return [];
  const of = keyOf(first);
  if (others === undefined) return [{ kind: "case", lacking, of, events: events.size }];
  return [...events.keys()]
    .filter((number) => !others.has(number))
    .map((number) => ({ kind: "event", lacking, of, number }));
}

function changedIn(others: EventsByNumber | undefined, events: EventsByNumber): TableDifference[] {
  return [...events.values()]
    .filter(({ number, digest }) => (others?.get(number)?.digest ?? digest) !== digest)
    .map((event) => ({ kind: "changed", of: keyOf(event), number: event.number }));
}

function differentSeals(backup: readonly Seal[], stack: readonly Seal[]): TableDifference[] {
  const digests = new Map(stack.map(({ day, digest }) => [day, digest]));
  return backup
    .filter(({ day, digest }) => digests.get(day) !== digest)
    .map(({ day }) => ({ kind: "seal", day, isChanged: digests.has(day) }));
}

function keyOf({ subject, opened }: CaseKey): CaseKey {
  return { subject, opened };
}
