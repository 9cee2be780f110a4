/** Sums and percentiles of what was measured. */

/** Times in milliseconds; as many as there are notifications, so they are kept without objects. */
export class Times {
  readonly #values: number[] = [];

  add(milliseconds: number): void {
    this.#values.push(milliseconds);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The times below which 50, 90 and 99 of a hundred are, and the longest; undefined where there are none. */
  percentiles(): { p50: number; p90: number; p99: number; longest: number } | undefined {
    const sorted = Float64Array.from(this.#values).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    if (sorted.length === 0) return undefined;
    return { p50: at(0.5), p90: at(0.9), p99: at(0.99), longest: at(1) };
  }

  /** `p50 3 ms, p90 9 ms, p99 40 ms, longest 120 ms`. */
  toString(): string {
    const found = this.percentiles();
    if (found === undefined) return "none";
    return Object.entries(found)
      .map(([name, milliseconds]) => `${name} ${shownMs(milliseconds)}`)
      .join(", ");
  }
}

/** A time for people: `40 ms`, `6.1 s`. */
export function shownMs(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** A count for people: `100,000`. */
export function shown(count: number): string {
  return count.toLocaleString("en-US");
}
