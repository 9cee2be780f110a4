/** Durations as people read them, in the symbols that every language here shares. */

const UNITS = [
  { symbol: "d", ms: 86_400_000, from: 2 * 86_400_000 },
  { symbol: "h", ms: 3_600_000, from: 2 * 3_600_000 },
  { symbol: "min", ms: 60_000, from: 2 * 60_000 },
] as const;

/** `40 s`, `3 min`, `36 h`, `12 d`: never shorter than it was. @param ms not below 0 */
export function shownDuration(ms: number): string {
  const unit = UNITS.find(({ from }) => ms >= from) ?? { symbol: "s", ms: 1_000 };
  return `${Math.ceil(ms / unit.ms)} ${unit.symbol}`;
}
