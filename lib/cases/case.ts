/** A case as the Cases table holds it: one for each subject that officers were alerted to. */

import * as z from "zod/mini";
import { NOTHING_DUE } from "./state.ts";
import { crossing, deadline, ENDINGS, instant, step } from "./step.ts";

const text = z.string();
const textOrNone = z.optional(text);
/** When something is due, or `none`. */
export const dueOrNone = () => z.union([instant(), z.literal(NOTHING_DUE)]);
const numberOrNone = z.optional(z.number());

/** What a case is about, as far as lists know it. Times are ISO 8601, UTC. */
const facts = () => ({
  kind: z.enum(["notification", "change", "quarantine", "wallet"]),
  projectId: z.number(),
  /** What the alert said: `illegal`, or of a wallet nothing, which is judged by its score. */
  risk: z.optional(z.enum(["none", "warn", "illegal"])),
  /** The illegal laws, of which an item holds some; `lawCount` where there are more. */
  laws: z.optional(z.array(z.object({ name: text, countryCode: text }))),
  lawCount: numberOrNone,
  chainId: textOrNone,
  address: textOrNone,
  userId: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(z.object({ symbol: text, decimals: z.number() })),
  /** Of a wallet: the score with which it crossed the line last, and the one before that. */
  score: numberOrNone,
  previousScore: numberOrNone,
  /** Of a wallet: the run in which it crossed the line last. */
  lastCrossed: textOrNone,
  /** When what it is about was received; of a wallet when its case was opened. */
  receivedAt: instant(),
  /** Everything that a law demands about it, the first first; none where no deadline is known. */
  deadlines: z.array(deadline),
});

/** What a case says of what it is about, in lists and outside of them. */
const allFacts = () => ({
  ...facts(),
  /** When the transaction happened, where the service says so. ISO 8601, UTC. */
  happenedAt: z.optional(instant()),
  /** Present where that was sent without a zone: it is taken for UTC, and deadlines may be a day off. */
  lacksZone: z.optional(z.literal(true)),
  /** Of a wallet: in which ways it crossed the line when the case was opened. */
  crossings: z.optional(z.array(crossing)),
  /** Of a notification that was quarantined first: the case that it continues. */
  continues: z.optional(z.object({ subject: text, opened: text })),
});

/** Everything that a case was opened with: the digest before its first step is over it, and nothing of it ever changes. */
export const beginning = z.object({
  ...allFacts(),
  /** When the case was opened, which for a replay is long after what it is about was received. ISO 8601, UTC. */
  openedAt: instant(),
  /** When it would expire without a step, and without a hold. */
  expiresAt: z.number(),
});
export type Beginning = z.infer<typeof beginning>;

/** What lists know of a case. */
const listedAttributes = () => ({
  /** With `opened` what names the case: see `CASES_KEY`. */
  subject: text,
  opened: text,
  ...facts(),
  /** `receivedAt#digest`: see `CASES_BY_TIME`. */
  order: text,
  /** What `dueAfter` says; `none` where nothing is known to be due. */
  dueAt: dueOrNone(),
  /** What `stateOf` says: since when a crime is suspected of which no 24-hour notice was filed. */
  knownSince: z.optional(instant()),
  /** When an officer acknowledged it last; absent from one that was decided or reopened since. */
  acknowledgedAt: z.optional(instant()),
  /** How many filings its steps record; absent where there are none. */
  filings: numberOrNone,
  /** How it ended; absent as long as it is open. */
  outcome: z.optional(z.enum(ENDINGS)),
  /** When it ended so. */
  decidedAt: z.optional(instant()),
});

/** A case as lists show it. */
export const listedCase = z.object(listedAttributes());
export type ListedCase = z.infer<typeof listedCase>;

/** A case that is corrupt, by what lists find it with. */
export const unreadableCase = z.pipe(
  z.object({ subject: text, opened: text, order: text }),
  z.transform((found) => ({ ...found, kind: "unreadable" as const })),
);
export type UnreadableCase = z.infer<typeof unreadableCase>;

/** A case with everything that is kept of it. */
export const storedCase = z.object({
  ...listedAttributes(),
  ...allFacts(),
  beginning,
  /** Present as long as the case is open. */
  openShard: textOrNone,
  /** Present as long as a 24-hour notice is owed, also once the case is decided. */
  noticeShard: textOrNone,
  /** Absent from a case that goes on as another, and about which nothing was filed: lists have that one. */
  timeShard: textOrNone,
  /** What was done about it, the first step first; absent before the first one. */
  steps: z.optional(z.array(step)),
  /** How many steps there are: the next one is made on condition that there are no more. */
  stepCount: numberOrNone,
  /** The digest of the last step, and before the first one that of the beginning. */
  head: text,
  expiresAt: z.number(),
});
export type StoredCase = z.infer<typeof storedCase>;

/** An item of the table with whatever stands in it, for whoever must not fail at one that is corrupt. */
export const rawCase = z.looseObject({ subject: text, opened: text });
export type RawCase = z.infer<typeof rawCase>;

/** A case as the table holds it, for whoever checks its chain: nothing of it is left out. */
export const chainedCase = z.looseObject({
  subject: text,
  opened: text,
  beginning: z.optional(z.record(text, z.unknown())),
  steps: z.optional(z.array(z.record(text, z.unknown()))),
  head: textOrNone,
});
