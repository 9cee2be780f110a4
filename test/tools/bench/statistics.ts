/** Medians of rounds in which everything that is compared takes its turn: a busy machine slows all of it alike. */

import type { Figure } from "./figure.ts";

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("There is no median of nothing.");
  return (low + high) / 2;
}

/** A way to measure something once. */
export type Measure = () => number | Promise<number>;

/** What each measure gave, round by round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

/** Measures everything `rounds` times, one after the other in each round. */
export async function interleaved<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, Measure>>,
): Promise<Rounds<Name>>;
export async function interleaved(
  rounds: number,
  measures: Readonly<Record<string, Measure>>,
): Promise<Rounds<string>> {
  const results: Rounds<string> = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) results[name]?.push(await measure());
  }
  return results;
}

/** A figure beside its reference. The ratio is the median of the rounds' own, so that slow rounds do not count twice. */
export function compared(
  { id, unit, of, note }: { id: string; unit: string; of: string; note?: string },
  values: readonly number[],
  references: readonly number[],
): Figure {
  const ratios = values.map((value, round) => value / (references[round] ?? Number.NaN));
  return {
    id,
    unit,
    value: median(values),
    reference: { value: median(references), of },
    ratio: median(ratios),
    ...(note === undefined ? {} : { note }),
  };
}
