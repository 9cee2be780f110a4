/** The steps of a case: what people did about it, from the alert to the decision. None is ever changed or removed. */

import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { instant } from "../time/instant.ts";

/** How many steps a case has at most, and how many bytes of JSON: DynamoDB takes no item over 400 KB. */
export const MOST_STEPS = { count: 200, bytes: 380_000 };

/** From here on notes are refused, so that a case can still be decided, filed and reopened. */
export const MOST_STEPS_WITH_NOTES = { count: 180, bytes: 300_000 };

/** In UTF-16 code units, as browsers count them. */
export const MAX_NOTE = 1_000;
export const MAX_REFERENCE = 100;

export const STEP_KINDS = ["acknowledge", "note", "suspect", "decide", "file", "reopen"] as const;

export const OUTCOMES = ["reported", "not-reportable", "false-positive"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What was filed with the authority about a case. */
export const FILING_KINDS = ["monthly", "24-hour", "amendment"] as const;

/** What was filed about a month. */
export const MONTH_FILING_KINDS = ["monthly", "nothing-to-report", "amendment"] as const;

const filing = lazySchema(() =>
  z.object({
    kind: z.enum([...FILING_KINDS, ...MONTH_FILING_KINDS]),
    /** The authority's own, as on its receipt. */
    reference: z.string(),
    /** The day on the receipt, `YYYY-MM-DD`. */
    receivedOn: z.string(),
  }),
);
export type Filing = z.infer<typeof filing>;

const made = () => ({
  /** The first one of a case is 1. */
  number: z.number(),
  /** Made by the form that it was sent with: the same form sent twice makes one step. */
  id: z.string(),
  /** When, ISO 8601 in UTC; never before the step before. */
  at: instant(),
  /** Who, as the issuer of her sign-in knows her. */
  by: z.object({ subject: z.string(), name: z.string() }),
  /** The digest of the step before, and of what the case is about for the first: see chain.ts. */
  previous: z.string(),
});

const text = z.string();

/** A step as the case's item holds it. */
export const step = lazySchema(() =>
  z.discriminatedUnion("kind", [
    z.object({ ...made(), kind: z.literal("acknowledge") }),
    z.object({ ...made(), kind: z.literal("note"), note: text }),
    /** `knownSince`: when somebody knew or suspected that it is a crime; a day from then is the law's in Mexico. */
    z.object({ ...made(), kind: z.literal("suspect"), knownSince: instant(), note: z.optional(text) }),
    z.object({
      ...made(),
      kind: z.literal("decide"),
      outcome: z.enum(OUTCOMES),
      /** Of what was reported. */
      filing: z.optional(filing),
      note: text,
      /** Of an act on several cases: on how many at most. Where two are made at once, one leaves some to the other. */
      batch: z.optional(z.object({ id: text, size: z.number() })),
    }),
    z.object({ ...made(), kind: z.literal("file"), filing, note: z.optional(text) }),
    z.object({ ...made(), kind: z.literal("reopen"), note: text }),
  ]),
);
export type Step = z.infer<typeof step>;
export type StepKind = Step["kind"];

/** What was filed by a step. */
export function filingOf(step: Step): Filing | undefined {
  return step.kind === "decide" || step.kind === "file" ? step.filing : undefined;
}

type Without<T, Names extends string> = T extends unknown ? Omit<T, Names> : never;

/** What somebody wants to do, before it has its place among the steps. */
export type StepWish = Without<Step, "number" | "id" | "at" | "by" | "previous">;

/** What somebody did, before it has its place. */
export type NewStep = Without<Step, "number" | "previous">;
