/** The subject of a case, as its first event has it. */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";
import { deadline, keptRule } from "../law/deadlines.ts";
import { exceedance } from "../screening/score.ts";

const text = z.string();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(z.number());

const law = z.object({ name: text, countryCode: text });
export type SaidLaw = z.infer<typeof law>;

/** Laws of which some are named, the most severe first; `lawCount` where there are more. */
export const someLaws = () => ({ laws: z.optional(z.array(law)), lawCount: z.optional(z.number()) });

/** The digest of a whole set of laws, by which sets are compared: lists of their names are made for reading, and may be cut. */
export const lawsDigest = () => z.optional(text);
export type SomeLaws = z.infer<z.ZodMiniObject<ReturnType<typeof someLaws>>>;

/** All laws of a content in their order, of which an event or a case names some. */
export interface OrderedLaws {
  laws: readonly SaidLaw[];
  /** Digest of the whole set. */
  digest: string;
  /** Number of the first ones that are named in any case. */
  mostSevere: number;
}

/** The facts of a transaction, beside its laws, that a revision can change. Another sender, wallet, token or value makes another transaction. */
export const saidFacts = () => ({
  /** When the transaction happened, as the service wrote it. */
  timestamp: textOrNone,
  /** A decimal number's text. */
  usd: textOrNone,
});

export type SaidFacts = z.infer<z.ZodMiniObject<ReturnType<typeof saidFacts>>>;

/** The rules by which the laws of an event have deadlines: nothing that is due is stored, it follows from them. */
export const rulesOfLaws = () => z.optional(z.array(keptRule));

/** What a case is about. */
const subjectFacts = () => ({
  kind: z.enum(["notification", "quarantine", "wallet", "user"]),
  projectId: z.number(),
  /** Risk in the alert: `illegal`, or nothing for a wallet, which is judged by its score. */
  risk: z.optional(z.enum(["none", "warn", "illegal"])),
  /** The laws that called it illegal at any time; the first event has those of the opening. */
  ...someLaws(),
  chainId: textOrNone,
  address: textOrNone,
  userId: textOrNone,
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(z.object({ symbol: text, decimals: z.number() })),
  /** The score when a wallet last exceeded, and the one before that. */
  score: numberOrNone,
  previousScore: numberOrNone,
  /** The run in which a wallet last exceeded. */
  lastExceeded: textOrNone,
});

export type SubjectFacts = z.infer<z.ZodMiniObject<ReturnType<typeof subjectFacts>>>;

/** These facts alone, of what has others beside them. */
export function subjectOf(facts: SubjectFacts): SubjectFacts {
  return {
    kind: facts.kind,
    projectId: facts.projectId,
    risk: facts.risk,
    laws: facts.laws,
    lawCount: facts.lawCount,
    chainId: facts.chainId,
    address: facts.address,
    userId: facts.userId,
    amount: facts.amount,
    token: facts.token,
    score: facts.score,
    previousScore: facts.previousScore,
    lastExceeded: facts.lastExceeded,
  };
}

/** Facts of a case's subject in lists: those of its opening, with what was said later, and what follows from them. */
export const listedFacts = () => ({
  ...subjectFacts(),
  /** Time of the transaction, if the service gave one. ISO 8601, UTC. */
  happenedAt: z.optional(instant()),
  /** Everything that a law demands about it, the first first; none where no deadline is known. */
  deadlines: z.array(deadline),
});

/** Everything that a case is opened with. `receivedAt`: receipt of its subject; of a wallet the opening. ISO 8601, UTC. */
export const openedFacts = z.object({
  ...subjectFacts(),
  receivedAt: instant(),
  /** The earliest receipt of any revision by then, where that is not `receivedAt`: no transaction happens after it. ISO 8601, UTC. */
  firstReceivedAt: z.optional(instant()),
  /** When the transaction happened, as the service wrote it. */
  timestamp: textOrNone,
  /** What revisions said that were stored before the one that opened it; `digest` and `rawSha256` as the opening's. */
  earlier: z.optional(
    z.array(z.object({ signedAt: instant(), digest: text, rawSha256: text, ...saidFacts() })),
  ),
  rules: rulesOfLaws(),
  /** The ways in which a wallet exceeded when its case was opened. */
  exceedances: z.optional(z.array(exceedance)),
  /** When the service signed the revision that opened it; absent of a wallet and of a user. ISO 8601, UTC. */
  signedAt: z.optional(instant()),
  /** The delivery that opened it; absent of a wallet. */
  delivery: textOrNone,
  /** Digest of the revision that opened it; absent of a wallet. */
  digest: textOrNone,
  /** The SHA-256 of the body that opened it, in hexadecimal; absent of a wallet. */
  rawSha256: textOrNone,
  /** Digest of the laws under which the revision that opened it flags the transaction. */
  lawsDigest: lawsDigest(),
});
export type OpenedFacts = z.infer<typeof openedFacts>;
