/** Durations as people read them, in the symbols that every language here shares. */

const UNITS = [
  { symbol: "d", ms: 86_400_000, from: 2 * 86_400_000 },
  { symbol: "h", ms: 3_600_000, from: 2 * 3_600_000 },
  { symbol: "min", ms: 60_000, from: 2 * 60_000 },
] as const;

/** `40 s`, `3 min`, `36 h`, `2 d 9 min`: in full minutes above two, and never shorter than it was. @param ms not below 0 */
export function shownDuration(ms: number): string {
  const [, , minutes] = UNITS;
  if (ms < minutes.from) return `${Math.ceil(ms / 1_000)} s`;
  let remainingMs = Math.ceil(ms / minutes.ms) * minutes.ms;
  const parts: string[] = [];
  for (const unit of UNITS) {
    // Up to two days are counted in hours, and up to two hours in minutes.
    const count = parts.length > 0 || remainingMs >= unit.from ? Math.floor(remainingMs / unit.ms) : 0;
    if (count > 0) parts.push(`${count} ${unit.symbol}`);
    remainingMs -= count * unit.ms;
  }
  return parts.join(" ");
}
