/**
 * Compares texts by their UTF-16 code units, as `<` does. For times in one form of ISO 8601 this is the order of time.
 * @returns 0 for equal texts, so that a sort keeps them in the order in which they were
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
