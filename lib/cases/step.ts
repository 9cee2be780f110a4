/**
 * The events of a case: its opening, and the steps after it, which are what officers did and what the system learned. Nothing else is
 * true of a case, and none is ever changed or removed.
 */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";
import { exceedance } from "../screening/score.ts";
import { lawsDigest, type OpenedFacts, openedFacts, rulesOfLaws, saidFacts, someLaws } from "./case-facts.ts";

/** In UTF-16 code units, as browsers count them. */
export const MAX_NOTE = 1_000;
export const MAX_REFERENCE = 100;

/** Most operations that one record of a suspicion takes along. */
export const MAX_OPERATIONS = 100;

/** The steps that officers make on the page of a case; assigning has a page of its own. */
export const STEP_KINDS = [
  "take",
  "release",
  "note",
  "suspect",
  "decide",
  "file",
  "reopen",
  "confirm",
  "retract",
  "correct",
] as const;

export type CaseAct = (typeof STEP_KINDS)[number];

export const OUTCOMES = ["reported", "not-reportable", "false-positive", "nothing-found"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** How a case can end: a wallet's alert is reviewed, and no operation is judged by it. */
export function outcomesOf(kind: OpenedFacts["kind"] | undefined): readonly Outcome[] {
  return kind === "wallet" ? ["reported", "nothing-found"] : ["reported", "not-reportable", "false-positive"];
}

/** Filings with the authority about a case. */
export const FILING_KINDS = ["monthly", "24-hour", "amendment"] as const;

/** Filings about a month; what amends one is recorded on its page. */
export const MONTH_FILING_KINDS = ["monthly", "nothing-to-report"] as const;

export const filing = z.object({
  kind: z.enum([...FILING_KINDS, ...MONTH_FILING_KINDS]),
  /** The authority's own, as on its receipt. */
  reference: z.string(),
  /** The day on the receipt, `YYYY-MM-DD`. */
  receivedOn: z.string(),
  /** The hour on the receipt, `HH:MM` where the officers are; absent where it has none. */
  receivedTime: z.optional(z.string()),
  /** The moment on the receipt, or where it has a day alone the beginning of that day where the officers are. ISO 8601, UTC. */
  receivedAt: instant(),
});
export type Filing = z.infer<typeof filing>;

/** A notice of a month, by which the cases that it covers name it: what its receipt says is in the month alone. */
export const noticeName = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Id of the event that records it. */
  id: z.string(),
});
export type NoticeName = z.infer<typeof noticeName>;

/** The cases of a project that a notice was filed about, as they were then. */
const coveredCases = z.object({
  count: z.number(),
  /** Their sum in dollars, exact digits, of those whose price is known. */
  usd: z.string(),
  /** Number of those whose price is not. */
  unknown: z.number(),
  /** SHA-256 over their sorted keys, in hexadecimal. */
  digest: z.string(),
});
export type CoveredCases = z.infer<typeof coveredCases>;

const text = z.string();

/** An officer, as the issuer of their sign-in knows them. */
export const person = z.object({ subject: text, name: text });
export type Person = z.infer<typeof person>;

/** An operation that raised a suspicion, as the service told of it then. */
const suspectedOperation = z.object({
  /** Name of its notification, with its transaction. */
  name: text,
  /** The receipt of the message. ISO 8601, UTC. */
  receivedAt: instant(),
  /** The SHA-256 of its body, in hexadecimal: the body itself stays with the notification. */
  rawSha256: text,
});
export type SuspectedOperation = z.infer<typeof suspectedOperation>;

const placed = () => ({
  /** The opening of a case is 1; of a month the first filing is. */
  number: z.number(),
  /**
   * The form makes the id of an officer's step, so that the same form sent twice makes one step. The id of a step of the
   * system is its kind and cause, so that a redelivery adds nothing.
   */
  id: text,
  /** When it was recorded, ISO 8601 in UTC; never before the event before. */
  at: instant(),
  /** The digest of the event before, and of the case's key for the first: see chain.ts. */
  previous: text,
  /** For how many years the case is kept behind it, by the settings of then. */
  retentionYears: z.number(),
});

/** A step of an officer. */
const officerStep = () => ({ ...placed(), by: person });

/** A step of the system: what the service said about the case's notification later. */
const signedContent = () => ({
  ...placed(),
  /** The name of what says so. */
  content: text,
  /** When the service signed it; its receipt where calls are not signed. ISO 8601, UTC. */
  signedAt: instant(),
  /** Its receipt. ISO 8601, UTC. */
  receivedAt: instant(),
  /** Digest of the revision. */
  digest: text,
  /** The SHA-256 of its body, in hexadecimal. */
  rawSha256: text,
});

/** What a revision says: all laws that call it illegal, and what deadlines and sums are counted from. */
const revisedFacts = z.object({
  ...someLaws(),
  lawsDigest: lawsDigest(),
  rules: rulesOfLaws(),
  ...saidFacts(),
});
export type RevisedFacts = z.infer<typeof revisedFacts>;

/** The opening of a case: by the system, or by an officer with a reason. */
const opening = z.object({
  ...placed(),
  kind: z.literal("opened"),
  facts: openedFacts,
  by: z.optional(person),
  note: z.optional(text),
});
export type Opening = z.infer<typeof opening>;

const steps = [
  /** The officer owns the case until they release it, it ends, or the ownership lapses. */
  z.object({ ...officerStep(), kind: z.literal("take") }),
  z.object({ ...officerStep(), kind: z.literal("release") }),
  /** A colleague owns it from then on. */
  z.object({ ...officerStep(), kind: z.literal("assign"), to: person }),
  z.object({ ...officerStep(), kind: z.literal("note"), note: text }),
  z.object({
    ...officerStep(),
    kind: z.literal("suspect"),
    /** Since when an officer knew or suspected a crime; a day from then is the law's in Mexico. */
    knownSince: instant(),
    note: z.optional(text),
    /** Those that raised it, beside what the case itself is about. */
    operations: z.optional(z.array(suspectedOperation)),
  }),
  z.object({
    ...officerStep(),
    kind: z.literal("decide"),
    outcome: z.enum(OUTCOMES),
    /** The filing of a case that was reported on its own. */
    filing: z.optional(filing),
    /** The notice of a case that was reported in that of a month. */
    notice: z.optional(noticeName),
    note: text,
    /** The act on several cases, and how many it is about at most: of two acts at once, one leaves some cases to the other. */
    batch: z.optional(z.object({ id: text, size: z.number() })),
  }),
  z.object({ ...officerStep(), kind: z.literal("file"), filing, note: z.optional(text) }),
  z.object({ ...officerStep(), kind: z.literal("reopen"), note: text }),
  /** The decision stands, although the service revised the notification after it. */
  z.object({ ...officerStep(), kind: z.literal("confirm"), note: text }),
  /** A correction of what was typed of a receipt: `corrects` is the id of the event that recorded it. */
  z.object({ ...officerStep(), kind: z.literal("correct"), corrects: text, filing, note: text }),
  /** Event of a month: a notice was filed about the project, or about several projects, each of which has this event under one id. */
  z.object({
    ...officerStep(),
    kind: z.literal("notice"),
    filing,
    projectIds: z.array(z.number()),
    covers: z.optional(coveredCases),
    /** Id of the notice that it amends. */
    amends: z.optional(text),
    note: z.optional(text),
  }),
  /** Event of a month: further cases are in a notice that was recorded before. */
  z.object({ ...officerStep(), kind: z.literal("add"), notice: text, covers: coveredCases }),
  /** Every suspicion of which no 24-hour notice was filed is withdrawn, and why: no notice is due any more. */
  z.object({ ...officerStep(), kind: z.literal("retract"), note: text }),
  /**
   * The service says of the same transaction that it breaks other laws or none, or gives another time or price. Where officers were told
   * of it, a case that was decided is open again.
   */
  z.object({ ...signedContent(), kind: z.literal("revised"), alerted: z.boolean(), facts: revisedFacts }),
  /** Another body came that cannot be read; there is one such step an hour at most. */
  z.object({ ...signedContent(), kind: z.literal("unreadable"), delivery: text }),
  /** The wallet exceeded again while the case was open. */
  z.object({
    ...placed(),
    kind: z.literal("exceeded"),
    /** The scan's. */
    run: text,
    score: z.optional(z.number()),
    previousScore: z.optional(z.number()),
    /** The ways in which it exceeded. */
    exceedances: z.optional(z.array(exceedance)),
  }),
] as const;

export const step = z.discriminatedUnion("kind", steps);
export type Step = z.infer<typeof step>;

export const caseEvent = z.discriminatedUnion("kind", [opening, ...steps]);
export type CaseEvent = z.infer<typeof caseEvent>;

/** A later content of the case's notification. */
export type Revision = Extract<Step, { kind: "revised" }>;

const SYSTEM_KINDS = ["revised", "unreadable", "exceeded"] as const;

/** A step of the system: it has no `by`. */
export type SystemStep = Extract<Step, { kind: (typeof SYSTEM_KINDS)[number] }>;

/** A step of an officer. */
export type OfficerStep = Exclude<Step, SystemStep>;
export type StepKind = OfficerStep["kind"];

/** Reports whether the system made a step. */
export function isOfSystem(step: Step): step is SystemStep {
  return !("by" in step);
}

/** The notices of months that the events of a case name, those that an officer took back too. */
export function namedNotices(events: readonly CaseEvent[]): NoticeName[] {
  return events.flatMap((event) => (event.kind === "decide" ? (event.notice ?? []) : []));
}

/** Reports whether a case or month has a step already: the same form, or the same news, makes one. */
export function hasStep({ steps }: { steps: readonly Step[] }, id: string): boolean {
  return steps.some((step) => step.id === id);
}

/** Attributes of a step from its place among the others, and from its making. */
type Place = "number" | "previous" | "retentionYears";
type Placed = Place | "id" | "at";

type Without<T, Names extends string> = T extends unknown ? Omit<T, Names> : never;

/** Step that an officer requests, before it has its place among the steps. */
export type StepRequest = Without<OfficerStep, Placed | "by">;

/** Step of an officer, before it has its place. */
export type NewStep = Without<OfficerStep, Place>;

/** An event before it has its place. */
export type UnplacedEvent = Without<CaseEvent, Place>;

/** Step of the system, before it has its place. */
export type LearnedStep = Without<SystemStep, Placed>;
