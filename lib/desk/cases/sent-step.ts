/** A step that a form asks for, beside those that there are. */

import type { StoredCase } from "../../cases/case.ts";
import { isSameStep, type Moment } from "../../cases/rules.ts";
import { beginningOfCase } from "../../cases/state.ts";
import { isOfSystem, type NewStep, type StepRequest } from "../../cases/step.ts";
import type { StepOutcome, Stepped } from "../../cases/step-append.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import type { Why } from "./trouble.tsx";

/**
 * Hidden fields of a form: the step's id that the form has made, the number of steps when it was shown, and of a wallet
 * the run of its last crossing.
 */
interface SentStep {
  step: string;
  after: number;
  crossed: string;
}

/** Case or month that a form showed. */
interface Seen {
  stepCount?: number | undefined;
  lastCrossed?: string | undefined;
}

/** Appends a step behind those that were seen. */
interface Making<Found extends Stepped> {
  /** Why it must not; empty where it may. */
  refusals(): Why[];
  add(made: NewStep): Promise<StepOutcome<Found>>;
}

/** Makes the step that a form asks for, once. @returns why nothing was recorded, and what has the steps as it is now */
export async function makeSentStep<Found extends Stepped & Seen>(
  context: DeskContext,
  seen: Found,
  { step, after, crossed, wish, at }: SentStep & { wish: StepRequest; at: Moment },
  { refusals, add }: Making<Found>,
): Promise<{ why: Why[]; now: Found }> {
  const before = seen.steps?.find(({ id }) => id === step);
  if (before !== undefined)
    return {
      why: !isOfSystem(before) && isSameStep(before, wish, at.now) ? [] : ["faster"],
      now: seen,
    };
  if (after !== (seen.stepCount ?? 0) || crossed !== (seen.lastCrossed ?? ""))
    return { why: ["faster"], now: seen };
  const refused = refusals();
  if (refused.length > 0) return { why: refused, now: seen };
  const { subject, name } = context.var.person;
  const { kind, found } = await add({ id: step, at: at.now, by: { subject, name }, ...wish });
  return { why: kind === "conflict" ? ["faster"] : [], now: found };
}

/** The first day of a case by the calendar of the officers, `YYYY-MM-DD`; undefined where it is not known. */
export function firstDayOf({ var: { translator } }: DeskContext, found: StoredCase): string | undefined {
  const beginning = beginningOfCase(found);
  return beginning === undefined ? undefined : (translator.day(beginning) ?? beginning.slice(0, 10));
}
