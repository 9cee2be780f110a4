/** An officer's earlier decision that a form offers again: the value of its choice is the outcome and the note. */

import * as z from "zod/mini";
import type { OwnDecision } from "../../cases/case-queries.ts";
import { OUTCOMES } from "../../cases/step.ts";
import type { FormFields } from "../frame/parameters.ts";

const ownDecision = z.object({ outcome: z.enum(OUTCOMES), note: z.string() });

/** The value of the field `outcome` that chooses it. */
export function valueOfDecision({ outcome, note }: OwnDecision): string {
  return JSON.stringify({ outcome, note });
}

/** The fields of a decision with what was chosen in place of its choice: its note is recorded, and not what the field still has. */
export function withEarlierDecision(fields: FormFields): FormFields {
  const earlier = decisionIn(fields["outcome"]);
  return earlier === undefined ? fields : { ...fields, ...earlier };
}

function decisionIn(outcome: string | undefined): OwnDecision | undefined {
  if (outcome?.startsWith("{") !== true) return undefined;
  try {
    return ownDecision.safeParse(JSON.parse(outcome)).data;
  } catch {
    return undefined;
  }
}
