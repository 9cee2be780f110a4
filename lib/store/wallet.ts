/** A wallet as the Wallets table holds it. */

import * as z from "zod/mini";

const textSet = z.pipe(
  z.set(z.string()),
  z.transform((set) => [...set].sort()),
);

/** What became of a wallet in a run. */
export const walletOutcome = z.enum(["completed", "skipped", "failed", "missing"]);
export type WalletOutcome = z.infer<typeof walletOutcome>;

/** Whether an alert is due (`pending`) or went out (`sent`). */
export const walletAlert = z.enum(["pending", "sent"]);

/**
 * A wallet as the table holds it. `score`, `level`, `reason`, `suspicious` and `patterns` (JSON text) are the last that
 * the service gave, at `scannedAt`, in the run `scoredRun`; absent where it never gave any. Times are ISO 8601.
 */
export const wallet = z.object({
  projectId: z.number(),
  chainId: z.string(),
  /** As it was first given; compared by {@link comparableAddress}. */
  address: z.string(),
  /** The last owner, and all that were ever seen. */
  userId: z.optional(z.string()),
  owners: z._default(textSet, []),
  source: z.string(),
  description: z.optional(z.string()),
  firstSeenAt: z.string(),
  score: z.optional(z.number()),
  level: z.optional(z.string()),
  reason: z.optional(z.string()),
  suspicious: z.optional(z.boolean()),
  patterns: z.optional(z.string()),
  scannedAt: z.optional(z.string()),
  scoredRun: z.optional(z.string()),
  /** What stood before `score` and `suspicious`. */
  previousScore: z.optional(z.number()),
  previousSuspicious: z.optional(z.boolean()),
  /** The compliance status and its tags (JSON text), fetched at `statusAt`. */
  status: z.optional(z.string()),
  tags: z.optional(z.string()),
  statusAt: z.optional(z.string()),
  /** The last run that accounted for the wallet, in which of its passes, and how. */
  lastRun: z.optional(z.string()),
  lastPass: z.optional(z.number()),
  lastOutcome: z.optional(walletOutcome),
  alert: z.optional(walletAlert),
});
export type Wallet = z.infer<typeof wallet>;
