/** Moments as cases and steps hold them: in one form, which sorts by time. */

import * as z from "zod/mini";

/** Whether a text is a moment in ISO 8601, UTC, with milliseconds and a year of four digits. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** The schema of one. A function: what is made while modules load is waited for by every cold start. */
export function instant() {
  return z.string().check(z.refine(isInstant));
}
