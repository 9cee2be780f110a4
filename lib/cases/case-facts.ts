/** What a case is about, as its first event says it. */

import * as z from "zod/mini";
import { instant } from "../i18n/time/instant.ts";
import { deadline } from "../law/deadlines.ts";

const text = z.string();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(z.number());

/** As `exceedances` of screening/score.ts says them. */
export const exceedance = z.enum(["above", "rise", "suspicious"]);

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
  /** Of the whole set. */
  digest: string;
  /** Number of the first ones that are named in any case. */
  mostSevere: number;
}

/** Facts that a later content of the same transaction may change; its sender, wallet, token and value make another transaction. */
export const revisableFacts = () => ({
  /** Time of the transaction, if the service gave one. ISO 8601, UTC. */
  happenedAt: z.optional(instant()),
  /** Present where that was sent without a zone: it is taken for UTC, and deadlines may be a day off. */
  lacksZone: z.optional(z.literal(true)),
  /** A decimal number's text. */
  usd: textOrNone,
});

export type RevisableFacts = z.infer<z.ZodMiniObject<ReturnType<typeof revisableFacts>>>;

/** Facts of a case's subject in lists. */
export const listedFacts = () => ({
  kind: z.enum(["notification", "quarantine", "wallet", "user"]),
  projectId: z.number(),
  /** Risk in the alert: `illegal`, or nothing for a wallet, which is judged by its score. */
  risk: z.optional(z.enum(["none", "warn", "illegal"])),
  /** The laws that called it illegal at any time; the first event has those of the opening. */
  ...someLaws(),
  chainId: textOrNone,
  address: textOrNone,
  userId: textOrNone,
  /** Time of the transaction, if the service gave one. ISO 8601, UTC. */
  happenedAt: z.optional(instant()),
  /** `value`: digits, in the token's smallest unit. `usd`: a decimal number's text. */
  amount: z.optional(z.object({ value: text, usd: textOrNone })),
  token: z.optional(z.object({ symbol: text, decimals: z.number() })),
  /** Of a wallet: the score when it last exceeded, and the one before that. */
  score: numberOrNone,
  previousScore: numberOrNone,
  /** Of a wallet: the run in which it last exceeded. */
  lastExceeded: textOrNone,
  /** Everything that a law demands about it, the first first; none where no deadline is known. */
  deadlines: z.array(deadline),
});

/** Facts of a case's subject, in lists and outside of them. */
const allFacts = () => ({
  ...listedFacts(),
  /** Present where that was sent without a zone: it is taken for UTC, and deadlines may be a day off. */
  lacksZone: z.optional(z.literal(true)),
  /** Of a wallet: in which ways it exceeded when the case was opened. */
  exceedances: z.optional(z.array(exceedance)),
  /** When the service signed the revision that opened it; absent of a wallet and of a user. ISO 8601, UTC. */
  signedAt: z.optional(instant()),
  /** The delivery that opened it; absent of a wallet. */
  delivery: textOrNone,
  /** The SHA-256 of the body that opened it, in hexadecimal; absent of a wallet. */
  rawSha256: textOrNone,
  /** Of the laws under which the revision that opened it flags the transaction. */
  lawsDigest: lawsDigest(),
});

/** Everything that a case is opened with. `receivedAt`: receipt of its subject; of a wallet the opening. ISO 8601, UTC. */
export const openedFacts = z.object({ ...allFacts(), receivedAt: instant() });
export type OpenedFacts = z.infer<typeof openedFacts>;
