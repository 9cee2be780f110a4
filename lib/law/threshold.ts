/**
 * Whether an operation reaches the amount from which a law demands a notice: alone, or added to others of its client. Exact, in whole
 * numbers. A help to remember: counsel must confirm all of it.
 */

import Big from "big.js";
import { compareTexts } from "../i18n/text/compare-texts.ts";
import { addMonthsToDay } from "../i18n/time/calendar.ts";

/** The amount from which on a law demands a notice. */
export interface Threshold {
  /** Times the unit. */
  units: number;
  /** Name of the unit, the same in every language. */
  unit: string;
  /** Months over which the operations of a client are added. */
  months: number;
  /** First day on which it holds, `YYYY-MM-DD`: of earlier operations nothing is said. */
  since: string;
  /** On whose clock days begin. */
  timeZone: string;
  source: string;
  /** Day on which the source was read. */
  readOn: string;
}

/** The facts of an operation that are counted. */
export interface CountedOperation<Operation> {
  operation: Operation;
  /** The client whose operation it is. */
  client: string;
  /** On the law's clock, `YYYY-MM-DD`. */
  day: string;
  /** Its amount in money, and the unit's own value on its day, both in digits; undefined where either is not known. */
  value: { amount: string; unit: string } | undefined;
}

/** The answer to whether an operation reaches a threshold. `units` are cut to two decimals, so that 209.999 is not shown as 210. */
export type Reach<Operation> =
  /** It does, without any other operation of its client. */
  | { kind: "alone"; units: string }
  /** It does not, and it does together with these. `units`: of all of them. */
  | { kind: "together"; units: string; others: Operation[] }
  /** It does not. `units`: of it and the others that it was added to. */
  | { kind: "below"; units: string; others: Operation[] }
  /** It is not known, for lack of the value of these, itself among them or not; or of operations that were not read, where there are none. */
  | { kind: "unknown"; lacking: Operation[] };

/**
 * Finds the operations that reach a threshold. These choices are Vigía's, for counsel to confirm:
 * - An operation of the threshold or more reaches it alone. It is reported for itself, and is added to no other.
 * - Those below it are added, by client, over periods that begin with one of them and end with the same day of the month some months later,
 *   that day included. Where a sum reaches the threshold, all of the period's operations do together. The law says of a sum that it
 *   exceeds, and of an operation that it equals or exceeds: here both may equal, since a notice too many is the lesser mistake.
 * - One that a notice covers already is added all the same, as is one that was decided without a notice: a sum does not change by what
 *   was decided of its parts.
 * - An operation in several periods is told of with the one of the highest sum, the earliest of equal ones.
 * - Each is taken by the unit's value on its own day.
 * @param isWhole whether all operations of a client are there; where they are not, no sum of theirs is said to be below
 */
export function reachOf<Operation>(
  operations: readonly CountedOperation<Operation>[],
  threshold: Pick<Threshold, "units" | "months" | "since">,
  isWhole: (client: string) => boolean = () => true,
): Map<Operation, Reach<Operation>> {
  const judged = operations.filter(({ day }) => day >= threshold.since);
  const ofClients = [...Map.groupBy(judged, ({ client }) => client)];
  return new Map(
    ofClients.flatMap(([client, ofClient]) => reachOfClient(ofClient, threshold, isWhole(client))),
  );
}

function reachOfClient<Operation>(
  operations: readonly CountedOperation<Operation>[],
  { units, months }: Pick<Threshold, "units" | "months">,
  isWhole: boolean,
): [Operation, Reach<Operation>][] {
  const scale = scaleOf(operations.flatMap(({ value }) => value ?? []));
  const limit = BigInt(units) * scale.unitWeight;
  const inOrder = operations.toSorted((a, b) => compareTexts(a.day, b.day));
  const weighed = inOrder.flatMap(({ value, ...counted }) =>
    value === undefined ? [] : [{ ...counted, weight: scale.weightOf(value) }],
  );
  const large = weighed.filter(({ weight }) => weight >= limit);
  const small = weighed.filter(({ weight }) => weight < limit);
  const lacking = inOrder.filter(({ value }) => value === undefined);
  const lastDay = (day: string) => addMonthsToDay(day, months);
  const periods = small.map(({ day }, first) => {
    const until = lastDay(day);
    const members = small.slice(first).filter((member) => member.day <= until);
    return { members, sum: members.reduce((sum, { weight }) => sum + weight, 0n) };
  });
  const ofSmall = small.map(({ operation, day }, index): [Operation, Reach<Operation>] => {
    const around = periods.filter(({ members }, first) => first <= index && index < first + members.length);
    const highest = around.reduce((best, period) => (period.sum > best.sum ? period : best));
    const added = {
      units: cutUnits(highest.sum, scale.unitWeight),
      others: highest.members.map((member) => member.operation).filter((member) => member !== operation),
    };
    if (highest.sum >= limit) return [operation, { kind: "together", ...added }];
    const near = lacking.filter((other) => other.day <= lastDay(day) && day <= lastDay(other.day));
    if (near.length === 0 && isWhole) return [operation, { kind: "below", ...added }];
    return [operation, { kind: "unknown", lacking: near.map((other) => other.operation) }];
  });
  return [
    ...large.map(({ operation, weight }): [Operation, Reach<Operation>] => [
      operation,
      { kind: "alone", units: cutUnits(weight, scale.unitWeight) },
    ]),
    ...ofSmall,
    ...lacking.map(({ operation }): [Operation, Reach<Operation>] => [
      operation,
      { kind: "unknown", lacking: [operation] },
    ]),
  ];
}

/** The sum of some values in units, cut to two decimals. */
export function unitsOf(values: readonly { amount: string; unit: string }[]): string {
  const { unitWeight, weightOf } = scaleOf(values);
  return cutUnits(
    values.reduce((sum, value) => sum + weightOf(value), 0n),
    unitWeight,
  );
}

/** Weighs amounts by their units in whole numbers, which add up. `unitWeight`: of one unit. */
function scaleOf(values: readonly { amount: string; unit: string }[]) {
  const places = Math.max(0, ...values.flatMap(({ amount, unit }) => [placesOf(amount), placesOf(unit)]));
  const whole = (digits: string) => BigInt(new Big(digits).times(new Big(10).pow(places)).toFixed(0));
  const units = new Set(values.map(({ unit }) => unit));
  const unitWeight = [...units].reduce((product, unit) => product * whole(unit), 1n);
  return {
    unitWeight,
    weightOf: ({ amount, unit }: { amount: string; unit: string }) =>
      whole(amount) * (unitWeight / whole(unit)),
  };
}

/** Decimals of a number's text. */
function placesOf(digits: string): number {
  const [, decimals = ""] = new Big(digits).toFixed().split(".");
  return decimals.length;
}

function cutUnits(weight: bigint, unitWeight: bigint): string {
  const digits = String((weight * 100n) / unitWeight).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
