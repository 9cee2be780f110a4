/** A wallet as the Wallets table holds it. */

import * as z from "zod/mini";
import { logger } from "../../aws/observe.ts";
import { WALLETS_KEY } from "../../aws/tables/keys.ts";
import { parseObjectExactly } from "../../contract/exact-json.ts";
import { issuesOf } from "../../contract/issues.ts";
import { exceedance } from "../score.ts";
import { partsOfWallet, type WalletName } from "./wallet-keys.ts";

const text = z.string();
const textOrNone = z.optional(text);
const numberOrNone = z.optional(z.number());

/** Outcome of a wallet in a run. */
export const walletOutcome = z.enum(["completed", "skipped", "failed", "missing"]);

/** What a threshold alert says of a wallet: as it was in the run that found it. */
const exceeded = z.object({
  runId: text,
  kinds: z.array(exceedance),
  score: numberOrNone,
  previousScore: numberOrNone,
});
export type Exceeded = z.infer<typeof exceeded>;

/**
 * A wallet as the table holds it. `score`, `level`, `reason`, `suspicious` and `patterns` (JSON text) are the last that
 * the service gave, at `scannedAt`; absent where it never gave any. Times are ISO 8601.
 */
const wallet = z.object({
  projectId: z.pipe(text, z.transform(Number)),
  /** `address#chainId`. */
  wallet: text.check(z.regex(/.#\d+$/s)),
  /** The user that it was last seen with. */
  userId: textOrNone,
  /** What named it first. */
  source: z.enum(["notification", "import"]),
  firstSeenAt: text,
  lastSeenAt: text,
  /** When it was last asked for, or first seen. */
  waitingSince: z.iso.datetime(),
  /** The last run that asked for it, how that ended, and why it was no score, or what was odd about it. */
  askedBy: textOrNone,
  outcome: z.optional(walletOutcome),
  why: textOrNone,
  score: numberOrNone,
  level: textOrNone,
  reason: textOrNone,
  suspicious: z.optional(z.boolean()),
  patterns: textOrNone,
  scannedAt: textOrNone,
  /** The value before `score`. */
  previousScore: numberOrNone,
  /** The last time that it exceeded; its alert is due as long as `pending` is there, which names its place. */
  exceeded: z.optional(exceeded),
  pending: textOrNone,
  /** The compliance status and its tags (JSON text), fetched for its last alert at `statusAt`. */
  status: textOrNone,
  tags: textOrNone,
  statusAt: textOrNone,
});
export type Wallet = Omit<z.infer<typeof wallet>, "wallet"> & ReturnType<typeof partsOfWallet>;

/** A wallet of which no more than its name may be known, because its item cannot be read. */
export type NamedWallet = WalletName & Partial<Wallet>;

/** An item keeps a list of the service's for reading, up to so many characters. */
const MAX_LIST = 1_000;

/** Patterns or tags as an item keeps them: JSON text; where it would be too long to read, how many there are. */
export function listText(list: unknown): string | undefined {
  if (list === undefined) return undefined;
  const text = JSON.stringify(list);
  if (text.length <= MAX_LIST) return text;
  return Array.isArray(list) ? String(list.length) : undefined;
}

/** Names of a wallet's patterns. The service sends them in any shape: a pattern without a name is its JSON text. */
export function patternNames(text: string): string[] {
  let value: unknown;
  try {
    // Numbers in a pattern are amounts more often than not.
    value = parseObjectExactly(`{"patterns":${text}}`)["patterns"];
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
  logger.error("a wallet's item cannot be read: remove it, and import the wallet again", { ...unreadable });
}

/** Orders wallets: the highest score first, and those without one last. */
export function byScore(a: Pick<Wallet, "score">, b: Pick<Wallet, "score">): number {
  return (b.score ?? -1) - (a.score ?? -1);
}
