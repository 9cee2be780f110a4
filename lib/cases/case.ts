/** A case as the Cases table holds it: one for each subject that officers were alerted to. */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";
import { deadline, NOTHING_DUE } from "../law/deadlines.ts";
import { crossing, OUTCOMES, someLaws, step } from "./step.ts";

const text = z.string();
const textOrNone = z.optional(text);
/** Time of a deadline, or `none`. */
export const dueOrNone = () => z.union([instant(), z.literal(NOTHING_DUE)]);
const numberOrNone = z.optional(z.number());

/** Facts of a case's subject in lists. */
const facts = () => ({
  kind: z.enum(["notification", "quarantine", "wallet"]),
  projectId: z.number(),
  /** Risk in the alert: `illegal`, or nothing for a wallet, which is judged by its score. */
  risk: z.optional(z.enum(["none", "warn", "illegal"])),
  /** The laws that called it illegal at any time; the beginning has those of the opening. */
  ...someLaws(),
  chainId: textOrNone,
  address: textOrNone,
  userId: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(z.object({ symbol: text, decimals: z.number() })),
  /** Of a wallet: the score of its last crossing, and the one before that. */
  score: numberOrNone,
  previousScore: numberOrNone,
  /** Of a wallet: the run of its last crossing. */
  lastCrossed: textOrNone,
  /** Everything that a law demands about it, the first first; none where no deadline is known. */
  deadlines: z.array(deadline),
});

/** Facts of a case's subject, in lists and outside of them. */
const allFacts = () => ({
  ...facts(),
  /** Time of the transaction, if the service gave one. ISO 8601, UTC. */
  happenedAt: z.optional(instant()),
  /** Present where that was sent without a zone: it is taken for UTC, and deadlines may be a day off. */
  lacksZone: z.optional(z.literal(true)),
  /** Of a wallet: the kinds of the crossing that opened the case. */
  crossings: z.optional(z.array(crossing)),
  /** The delivery that opened it; absent of a wallet. */
  delivery: textOrNone,
});

/** Receipt of a case's subject; of a wallet the opening of its case. ISO 8601, UTC. */
const received = () => ({ receivedAt: instant() });

/** Everything that a case was opened with: the digest before its first step is over it, and nothing of it ever changes. */
export const beginning = z.object({
  ...allFacts(),
  ...received(),
  /** Opening of the case, which for a replay is long after the receipt of its subject. ISO 8601, UTC. */
  openedAt: instant(),
  /** Expiry without a step. */
  expiresAt: z.number(),
});
export type Beginning = z.infer<typeof beginning>;

/** A case in lists. */
const listedAttributes = () => ({
  /** With `opened` what names the case: see `CASES_KEY`. */
  subject: text,
  opened: text,
  ...received(),
  /** `receivedAt#digest`: see `CASES_BY_TIME`. */
  order: text,
  /** Result of `dueAfter`; `none` without a known deadline. */
  dueAt: dueOrNone(),
  /** From `stateOf`: the time since which a crime is suspected, without a filed 24-hour notice. */
  knownSince: z.optional(instant()),
  /** From `stateOf`. */
  owner: z.optional(z.object({ subject: text, name: text, until: instant() })),
  /** Number of filings that its steps record; absent for 0. */
  filings: numberOrNone,
  /** Its outcome; absent while it is open. */
  outcome: z.optional(z.enum(OUTCOMES)),
  /** Time of its outcome. */
  decidedAt: z.optional(instant()),
});

/** A case as lists show it. Its facts are one attribute: an index copies at most 20. */
export const listedCase = z.pipe(
  z.object({ ...listedAttributes(), facts: z.object(facts()) }),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
export type ListedCase = z.infer<typeof listedCase>;

/** A case that is corrupt, by what lists find it with. */
export const unreadableCase = z.pipe(
  z.object({ subject: text, opened: text, order: text }),
  z.transform((found) => ({ ...found, kind: "unreadable" as const })),
);
export type UnreadableCase = z.infer<typeof unreadableCase>;

/** A case with everything that is kept of it. */
const storedAttributes = () => ({
  ...listedAttributes(),
  facts: z.object(allFacts()),
  beginning,
  /** Present as long as the case is open. */
  openShard: textOrNone,
  /** Present as long as a 24-hour notice is owed, also once the case is decided. */
  noticeShard: textOrNone,
  timeShard: textOrNone,
  /** Absent from a case without a user. */
  userKey: textOrNone,
  /** Present as long as the case has an owner, also one whose ownership lapsed. */
  ownerKey: textOrNone,
  /** Its steps, the first one first; absent before the first one. */
  steps: z.optional(z.array(step)),
  /** Number of steps: the next one is made on condition that there are no more. */
  stepCount: numberOrNone,
  /** The digest of the last step, and before the first one that of the beginning. */
  head: text,
  expiresAt: z.number(),
});
export const storedCase = z.pipe(
  z.object(storedAttributes()),
  z.transform(({ facts, ...rest }) => ({ ...rest, ...facts })),
);
export type StoredCase = z.infer<typeof storedCase>;

/** An item of the table with any content, for readers that must not fail at a corrupt one. */
export const rawCase = z.looseObject({ subject: text, opened: text });
export type RawCase = z.infer<typeof rawCase>;

/** A stored case for the check of its chain: nothing of it is left out. */
export const chainedCase = z.looseObject({
  subject: text,
  opened: text,
  beginning: z.optional(z.record(text, z.unknown())),
  steps: z.optional(z.array(z.record(text, z.unknown()))),
  head: textOrNone,
});
