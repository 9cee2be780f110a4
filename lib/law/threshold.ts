/**
 * Whether an operation reaches the amount from which a law demands a notice: alone, or added to others of its client. Exact, in whole
 * numbers. A help to remember: counsel must confirm all of it.
 */

import Big from "big.js";
import { addMonthsToDay } from "../i18n/time/calendar.ts";

/** From what amount on a law demands a notice. */
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

/** What is counted of an operation. */
export interface CountedOperation<Of> {
  of: Of;
  /** Whose it is. */
  client: string;
  /** On the law's clock, `YYYY-MM-DD`. */
  day: string;
  /** Its amount in money, and the unit's own value on its day, both in digits; undefined where either is not known. */
  value: { amount: string; unit: string } | undefined;
}

/** Whether an operation reaches a threshold. `units` are cut to two decimals, so that 209.999 is not shown as 210. */
export type Reach<Of> =
  /** It does, whatever else its client did. */
  | { kind: "alone"; units: string }
  /** It does not, and it does together with these. `units`: of all of them. */
  | { kind: "together"; units: string; others: Of[] }
  /** It does not. `units`: of it and the others that it was added to. */
  | { kind: "below"; units: string; others: Of[] }
  /** It is not known, for lack of the value of these, itself among them or not; or of operations that were not read, where there are none. */
  | { kind: "unknown"; lacking: Of[] };

/**
 * Which operations reach a threshold. These choices are Vigía's, for counsel to confirm:
 * - An operation of the threshold or more reaches it alone. It has its own notice, and is added to no other.
 * - Those below it are added, by client, over periods that begin with one of them and end with the same day of the month some months later,
 *   that day included. Where a sum reaches the threshold, all of the period's operations do together. The law says of a sum that it
 *   exceeds, and of an operation that it equals or exceeds: here both may equal, since a notice too many is the lesser mistake.
 * - One that a notice covers already is added all the same, as is one that was decided without a notice: a sum does not change by what
 *   was decided of its parts.
 * - An operation in several periods is told of with the one of the highest sum, the earliest of equal ones.
 * - Each is taken by the unit's value on its own day.
 * @param isWhole whether all operations of a client are there; where they are not, no sum of theirs is said to be below
 */
export function reachOf<Of>(
  operations: readonly CountedOperation<Of>[],
  threshold: Pick<Threshold, "units" | "months" | "since">,
  isWhole: (client: string) => boolean = () => true,
): Map<Of, Reach<Of>> {
  const reached = new Map<Of, Reach<Of>>();
  const judged = operations.filter(({ day }) => day >= threshold.since);
  for (const [client, ofClient] of Map.groupBy(judged, (operation) => operation.client))
    for (const [of, reach] of reachOfClient(ofClient, threshold, isWhole(client))) reached.set(of, reach);
  return reached;
}

function reachOfClient<Of>(
  operations: readonly CountedOperation<Of>[],
  { units, months }: Pick<Threshold, "units" | "months">,
  isWhole: boolean,
): [Of, Reach<Of>][] {
  const scale = scaleOf(operations.flatMap(({ value }) => value ?? []));
  const limit = BigInt(units) * scale.one;
  const unitsIn = (weight: bigint) => cutUnits(weight, scale.one);
  const inOrder = operations.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const weighed = inOrder.flatMap(({ value, ...operation }) =>
    value === undefined ? [] : [{ ...operation, weight: scale.weightOf(value) }],
  );
  const small = weighed.filter(({ weight }) => weight < limit);
  const lacking = inOrder.filter(({ value }) => value === undefined);
  const lastDay = (day: string) => addMonthsToDay(day, months);
  const periods = small.map(({ day }, first) => {
    const until = lastDay(day);
    const members = small.slice(first).filter((operation) => operation.day <= until);
    return { members, sum: members.reduce((sum, { weight }) => sum + weight, 0n) };
  });
  const ofSmall = small.map(({ of, day }, index): [Of, Reach<Of>] => {
    const around = periods.filter(({ members }, first) => first <= index && index < first + members.length);
    const highest = around.reduce((best, period) => (period.sum > best.sum ? period : best));
    const others = highest.members.map((member) => member.of).filter((member) => member !== of);
    const known = { units: unitsIn(highest.sum), others };
    if (highest.sum >= limit) return [of, { kind: "together", ...known }];
    const near = lacking.filter((other) => other.day <= lastDay(day) && day <= lastDay(other.day));
    if (near.length === 0 && isWhole) return [of, { kind: "below", ...known }];
    return [of, { kind: "unknown", lacking: near.map((other) => other.of) }];
  });
  return [
    ...weighed
      .filter(({ weight }) => weight >= limit)
      .map(({ of, weight }): [Of, Reach<Of>] => [of, { kind: "alone", units: unitsIn(weight) }]),
    ...ofSmall,
    ...lacking.map(({ of }): [Of, Reach<Of>] => [of, { kind: "unknown", lacking: [of] }]),
  ];
}

/** What some values come to in units, cut to two decimals. */
export function unitsOf(values: readonly { amount: string; unit: string }[]): string {
  const { one, weightOf } = scaleOf(values);
  return cutUnits(
    values.reduce((sum, value) => sum + weightOf(value), 0n),
    one,
  );
}

/** Amounts by units of several values as whole numbers that add up. `one`: a unit. */
function scaleOf(values: readonly { unit: string }[]) {
  const one = [...new Set(values.map(({ unit }) => unit))].reduce(
    (product, unit) => product * fixed(unit),
    1n,
  );
  return {
    one,
    weightOf: ({ amount, unit }: { amount: string; unit: string }) => fixed(amount) * (one / fixed(unit)),
  };
}

/** Money has two decimals, and a unit's value no more. */
const DECIMALS = 2;

function fixed(digits: string): bigint {
  return BigInt(new Big(digits).times(10 ** DECIMALS).toFixed(0));
}

function cutUnits(weight: bigint, one: bigint): string {
  const hundredths = String((weight * 100n) / one).padStart(3, "0");
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}
