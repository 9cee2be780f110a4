/** A wallet as the Wallets table holds it. */

import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { WALLETS_KEY } from "../../aws/tables/keys.ts";
import { issuesOf } from "../../contract/issues.ts";
import { partsOfWallet } from "./wallet-keys.ts";

const text = z.string();
const number = z.number();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(number);
const flagOrNone = z.optional(z.boolean());

/** Outcome of a wallet in a run. */
export const walletOutcome = z.enum(["completed", "skipped", "failed", "missing"]);
export type WalletOutcome = z.infer<typeof walletOutcome>;

/** State of an alert: due (`pending`) or out (`sent`). */
export const walletAlert = z.enum(["pending", "sent"]);

/**
 * A wallet as the table holds it. `score`, `level`, `reason`, `suspicious` and `patterns` (JSON text) are the last that
 * the service gave, at `scannedAt`, in the run `scoredRun`; absent where it never gave any. Times are ISO 8601.
 */
const wallet = z.object({
  projectId: z.pipe(text, z.transform(Number)),
  /** `address#chainId`. */
  wallet: text,
  /** The user that it was last seen with. */
  userId: textOrNone,
  /** What named it first. */
  source: z.enum(["notification", "import"]),
  firstSeenAt: text,
  lastSeenAt: text,
  /** The last ask, or the first sight of one that was never asked for. */
  waitingSince: text,
  score: numberOrNone,
  level: textOrNone,
  reason: textOrNone,
  suspicious: flagOrNone,
  patterns: textOrNone,
  scannedAt: textOrNone,
  scoredRun: textOrNone,
  /** Values before `score` and `suspicious`. */
  previousScore: numberOrNone,
  previousSuspicious: flagOrNone,
  /** The compliance status and its tags (JSON text), fetched at `statusAt`. */
  status: textOrNone,
  tags: textOrNone,
  statusAt: textOrNone,
  /** The last run that accounted for the wallet, in which of its passes, and how. */
  lastRun: textOrNone,
  lastPass: numberOrNone,
  lastOutcome: z.optional(walletOutcome),
  /** Why that was no score, or what was odd about it. */
  lastReason: textOrNone,
  alert: z.optional(walletAlert),
  /** The run that found the crossing that `alert` is about; it names the wallet's case. Absent where `alert` is. */
  crossedRun: textOrNone,
});
export type Wallet = Omit<z.infer<typeof wallet>, "wallet"> & ReturnType<typeof partsOfWallet>;

/** Names of a wallet's patterns. The service sends them in any shape: a pattern without a name is its JSON text. */
export function patternNames(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [text];
  }
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  return value.map((pattern: unknown) => {
    if (typeof pattern === "string") return pattern;
    if (typeof pattern === "object" && pattern !== null) {
      const name = "name" in pattern ? pattern.name : "type" in pattern ? pattern.type : undefined;
      if (typeof name === "string") return name;
    }
    return JSON.stringify(pattern);
  });
}

/** An item of the table that cannot be read: its key, and what of it. */
export interface UnreadableWallet {
  projectId: string;
  wallet: string;
  paths: string[];
}

/** Handling of an item that cannot be read. */
export type OnUnreadable = (unreadable: UnreadableWallet) => void;

/** The wallets in some items; one that cannot be read must not keep the others from being found. */
export function walletsIn(items: readonly Record<string, unknown>[], onUnreadable: OnUnreadable): Wallet[] {
  return items.flatMap((item) => {
    const reading = wallet.safeParse(item);
    if (reading.success) {
      const { wallet: key, ...facts } = reading.data;
      return [{ ...facts, ...partsOfWallet(key) }];
    }
    onUnreadable({
      projectId: String(item[WALLETS_KEY.partition]),
      wallet: String(item[WALLETS_KEY.sort]),
      paths: [...new Set(issuesOf(reading.error).map(({ path }) => path))],
    });
    return [];
  });
}

/** Says in the log that an item cannot be read, without a value of it. */
export function logUnreadable(unreadable: UnreadableWallet): void {
  logger.error("a wallet's item cannot be read: delete it, and import the wallet again", { ...unreadable });
}
