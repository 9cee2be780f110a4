/** A step that a form asks for, beside those that there are. */

import { canonicalJson } from "../../cases/chain.ts";
import type { Moment, Refusal } from "../../cases/rules.ts";
import type { NewStep, StepWish } from "../../cases/step.ts";
import type { StepOutcome, Stepped } from "../../store/cases/step-append.ts";
import type { DeskContext } from "../desk-context.ts";
import type { Why } from "./trouble.tsx";

/** What a form says of its step: the id that the form has made, and how many steps there were when it was shown. */
export interface SentStep {
  step: string;
  after: number;
}

/** How a step comes to stand behind those that were seen. */
interface Making<Found extends Stepped> {
  /** Why it must not; undefined where it may. */
  refusal(): Refusal | undefined;
  add(made: NewStep): Promise<StepOutcome<Found>>;
}

/** Makes the step that a form asks for, once. @returns why nothing was recorded, and what has the steps as it is now */
export async function makeSentStep<Found extends Stepped & { stepCount?: number | undefined }>(
  context: DeskContext,
  seen: Found,
  { step, after, wish, at }: SentStep & { wish: StepWish; at: Moment },
  { refusal, add }: Making<Found>,
): Promise<{ why: Why | undefined; now: Found }> {
  const before = seen.steps?.find(({ id }) => id === step);
  if (before !== undefined) return { why: says(before, wish) ? undefined : "faster", now: seen };
  if (after !== (seen.stepCount ?? 0)) return { why: "faster", now: seen };
  const refused = refusal();
  if (refused !== undefined) return { why: refused, now: seen };
  const { subject, name } = context.var.person;
  const { kind, found } = await add({ id: step, at: at.now, by: { subject, name }, ...wish });
  return { why: kind === "somebody was faster" ? "faster" : undefined, now: found };
}

/** Whether a step is what a form asks for: one that was sent again with another note is not. */
function says(step: object, wish: StepWish): boolean {
  // The time of an empty field is that of each sending.
  const { knownSince: _, ...wanted } = { knownSince: "", ...wish };
  return canonicalJson({ ...step, ...wanted }) === canonicalJson(step);
}

/** Now, by the clock and by the calendar of the officers. */
export function momentOf(context: DeskContext): Moment {
  const now = new Date().toISOString();
  return { now, today: context.var.speaker.day(now) ?? now.slice(0, 10) };
}
