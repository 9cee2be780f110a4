/** A step that a form asks for, beside those that there are. */

import type { StepOutcome } from "../../cases/cases.ts";
import { isSameStep, type Moment } from "../../cases/rules.ts";
import { isOfSystem, type NewStep, type Step, type StepRequest } from "../../cases/step.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import type { Why } from "./trouble.tsx";

/** Hidden fields of a form: the step's id that the form has made, and the number of the last event when it was shown. */
interface SentStep {
  step: string;
  after: number;
}

/** Case or month that a form showed. */
interface Seen {
  steps: readonly Step[];
  stepCount: number;
}

/** Appends a step behind those that were seen. */
interface Making<Found> {
  /** Why it must not; empty where it may. */
  refusals(): Why[];
  add(step: NewStep): Promise<StepOutcome<Found>>;
}

/** Makes the step that a form asks for, once. @returns why nothing was recorded, and what has the steps as it is now */
export async function makeSentStep<Found extends Seen>(
  context: DeskContext,
  seen: Found,
  { step, after, request, at }: SentStep & { request: StepRequest; at: Moment },
  { refusals, add }: Making<Found>,
): Promise<{ why: Why[]; now: Found }> {
  const before = seen.steps.find(({ id }) => id === step);
  if (before !== undefined)
    return {
      why: !isOfSystem(before) && isSameStep(before, request, at.now) ? [] : ["changedMeanwhile"],
      now: seen,
    };
  if (after !== seen.stepCount) return { why: ["changedMeanwhile"], now: seen };
  const refused = refusals();
  if (refused.length > 0) return { why: refused, now: seen };
  const { subject, name } = context.var.person;
  const { kind, stored: current } = await add({ id: step, at: at.now, by: { subject, name }, ...request });
  return { why: kind === "conflict" ? ["changedMeanwhile"] : [], now: current };
}
