/** What the bench measures, as it is printed, written and held against the budgets. */

/** One figure. */
export interface Figure {
  /** `section.subject.what`, as the budgets name it. */
  id: string;
  value: number;
  unit: string;
  /** What was measured beside it in the same run, and what that is. */
  reference?: { value: number; of: string };
  /** The value by the reference; of several rounds their median. */
  ratio?: number;
  /** What a reader has to know to read it rightly. */
  note?: string;
}

/** The sections, in the order in which they are printed. */
export const SECTIONS = [
  "bundle",
  "load",
  "webhook",
  "item",
  "pipeline",
  "scan",
  "query",
  "desk",
  "cost",
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** A figure without a reference. */
export function figure(id: string, value: number, unit: string, note?: string): Figure {
  return { id, value, unit, ...(note === undefined ? {} : { note }) };
}
