/** A sum of dollars that says what it is made of. */

import { type Figure, figure } from "../figure.ts";
import { PRICES_OF } from "./prices.ts";

/** Dollars by what they are for. */
export type Parts = Readonly<Record<string, number>>;

/** The sum as a figure, its parts in the note, the dearest first. */
export function summed(id: string, unit: string, parts: Parts, assumed: string): Figure {
  const total = Object.values(parts).reduce((sum, dollars) => sum + dollars, 0);
  const listed = Object.entries(parts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, dollars]) => `${name} ${dollars.toFixed(2)}`);
  return figure(
    id,
    total,
    unit,
    `${listed.join(", ")}. ${assumed} Prices of ${PRICES_OF}, us-east-1, no free tier.`,
  );
}
