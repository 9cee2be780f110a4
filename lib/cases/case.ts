/** A case as the Cases table holds it: one for each subject that officers were alerted to. */

import * as z from "zod/mini";
import { lazySchema } from "../contract/lazy-schema.ts";
import { instant } from "../time/instant.ts";
import { NOTHING_DUE } from "./state.ts";
import { crossing, ENDINGS, step } from "./step.ts";

const text = z.string();
const textOrNone = z.optional(text);
/** When something is due, or `none`. */
export const dueOrNone = () => z.union([instant(), z.literal(NOTHING_DUE)]);
const numberOrNone = z.optional(z.number());

/** What lists know of a case. Times are ISO 8601, UTC. */
const listedAttributes = () => ({
  /** With `opened` what names the case: see `CASES_KEY`. */
  subject: text,
  opened: text,
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
  /** `receivedAt#digest`: see `CASES_BY_TIME`. */
  order: text,
  /** When something about it is due; `none` where nothing is known to be. */
  dueAt: dueOrNone(),
  /** `dueAt` by the law alone, where a suspicion has changed that. */
  lawDueAt: z.optional(dueOrNone()),
  /** What `stateOf` says: since when a crime is suspected of which no 24-hour notice was filed. */
  knownSince: z.optional(instant()),
  /** When somebody acknowledged it last; absent from one that was decided or reopened since. */
  acknowledgedAt: z.optional(instant()),
  /** How it ended; absent as long as it is open. */
  outcome: z.optional(z.enum(ENDINGS)),
  /** When it ended so. */
  decidedAt: z.optional(instant()),
});

/** A case as lists show it. */
export const listedCase = lazySchema(() => z.object(listedAttributes()));
export type ListedCase = z.infer<typeof listedCase>;

/** A case that somebody spoilt, by what lists find it with. */
export const unreadableCase = lazySchema(() =>
  z.pipe(
    z.object({ subject: text, opened: text, order: text }),
    z.transform((found) => ({ ...found, kind: "unreadable" as const })),
  ),
);
export type UnreadableCase = z.infer<typeof unreadableCase>;

/** A case with everything that is kept of it. */
export const storedCase = lazySchema(() =>
  z.object({
    ...listedAttributes(),
    /** Present as long as the case is open. */
    openShard: textOrNone,
    /** Absent from a case that goes on as another: lists have that one. */
    timeShard: textOrNone,
    /** What was done about it, the first step first; absent before the first one. */
    steps: z.optional(z.array(step)),
    /** How many steps there are: the next one is made on condition that there are no more. */
    stepCount: numberOrNone,
    /** The digest of the last step. */
    head: textOrNone,
    /** When the transaction happened, where the service says so. ISO 8601, UTC. */
    happenedAt: z.optional(instant()),
    /** Of a wallet: in which ways it crossed the line when the case was opened. */
    crossings: z.optional(z.array(crossing)),
    /** Of a notification that was quarantined first: the case that it continues. */
    continues: z.optional(z.object({ subject: text, opened: text })),
    expiresAt: z.number(),
  }),
);
export type StoredCase = z.infer<typeof storedCase>;

/** An item of the table with whatever stands in it, for whoever must not fail at one that somebody spoilt. */
export const rawCase = lazySchema(() => z.looseObject({ subject: text, opened: text }));
export type RawCase = z.infer<typeof rawCase>;

/** A case as the table holds it, for whoever checks its chain: nothing of it is left out. */
export const chainedCase = lazySchema(() =>
  z.looseObject({
    subject: text,
    opened: text,
    steps: z.optional(z.array(z.record(text, z.unknown()))),
    head: textOrNone,
  }),
);
