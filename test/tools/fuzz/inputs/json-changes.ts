/** Small changes of a JSON value: some say something else, some say the same in other characters. */

import * as fc from "fast-check";

/** A change, as the text that it leads to; undefined where there is nothing to change. */
export type ValueChange = (value: Record<string, unknown>) => string | undefined;

/** Where something stands: the keys that lead to it. */
type Place = (string | number)[];

function places(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [at];
  const inner = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value);
  return [at, ...inner.flatMap(([key, one]) => places(one, [...at, key]))];
}

/** A copy in which what stands at `place` is what `change` makes of it; undefined where that is to go. */
function changedAt(value: unknown, place: Place, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.flatMap((one, index) => {
      if (index !== key) return [one];
      const changed = changedAt(one, rest, change);
      return changed === undefined ? [] : [changed];
    });
  const pairs = Object.entries(Object(value)).map(([name, one]) => [
    name,
    name === key ? changedAt(one, rest, change) : one,
  ]);
  return Object.fromEntries(pairs.filter(([, one]) => one !== undefined));
}

const LEAVES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2 ** 53,
  1e21,
  "",
  "0",
  "illegal",
  "null",
  [],
  {},
];

const onValue: fc.Arbitrary<(value: unknown) => unknown> = fc.oneof(
  fc.constantFrom(...LEAVES).map((leaf) => () => leaf),
  fc.constantFrom<(value: unknown) => unknown>(
    () => undefined,
    (value) => (typeof value === "number" ? value + 1 : value),
    (value) => (typeof value === "number" ? String(value) : value),
    (value) => (typeof value === "string" ? `${value}\u0000` : value),
    (value) => (typeof value === "string" ? value.toUpperCase() : value),
    (value) => (typeof value === "string" ? value.normalize("NFD") : value),
    (value) => (Array.isArray(value) ? value.toReversed() : reversedKeys(value)),
    (value) => (Array.isArray(value) ? [...value, null] : { added: value }),
  ),
);

function reversedKeys(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value;
}

/** A change somewhere in the value; it may turn out to say the same. */
export const valueChange: fc.Arbitrary<ValueChange> = fc
  .tuple(fc.nat(), onValue)
  .map(([pick, change]) => (value) => {
    const all = places(value).slice(1);
    const place = all[pick % Math.max(1, all.length)];
    return place === undefined ? undefined : JSON.stringify(changedAt(value, place, change));
  });

/** Objects outside lists have their keys turned round, which the canonical form does not show. */
function turned(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

/** Other characters that say the same. */
export const otherChanges: fc.Arbitrary<ValueChange> = fc.constantFrom<ValueChange>(
  (value) => JSON.stringify(value, null, 2),
  (value) => ` ${JSON.stringify(value)}\r\n`,
  (value) => `\ufeff${JSON.stringify(value)}`,
  (value) => JSON.stringify(turned(value)),
  (value) => JSON.stringify(value).replace(/[a-z](?=[^"\\]*")/g, (letter) => escaped(letter)),
  (value) => `{"type":"overruled by the last one",${JSON.stringify(value).slice(1)}`,
);

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
