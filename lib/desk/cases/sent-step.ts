/** A step that a form asks for, beside those that there are. */

import { canonicalJson } from "../../cases/chain.ts";
import type { Moment } from "../../cases/rules.ts";
import type { StepWish } from "../../cases/step.ts";
import type { DeskContext } from "../desk-context.ts";

/** Whether a step is what a form asks for: one that was sent again with another note is not. */
export function says(step: object, wish: StepWish): boolean {
  // The time of an empty field is that of each sending.
  const { knownSince: _, ...wanted } = { knownSince: "", ...wish };
  return canonicalJson({ ...step, ...wanted }) === canonicalJson(step);
}

/** Now, by the clock and by the calendar of the officers. */
export function momentOf(context: DeskContext): Moment {
  const now = new Date().toISOString();
  return { now, today: context.var.speaker.day(now) ?? now.slice(0, 10) };
}
