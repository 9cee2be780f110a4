/** Addition of a page to its shard's progress. */

import type { Wallet, WalletOutcome } from "../../wallets/wallet.ts";
import type { ScanCounts, ShardProgress } from "../runs/scan-run.ts";
import { crossingsOf, isToBeAskedAgain } from "./reading.ts";

/** A page of which every wallet is accounted for. */
export interface DonePage {
  /** Wallets that were known when the run began; counted in the first pass. */
  known: number;
  /** Of those, the ones that were scanned too recently. */
  recent: number;
  /** Of those, the ones that an earlier run of the round asked for and had no score of. */
  inVain: readonly Wallet[];
  /** The wallets that this pass asked for, as they are now. */
  asked: readonly Wallet[];
  /** Start of the next page; absent at the shard's end. */
  next: string | undefined;
}

type Tally = Pick<ShardProgress, "counts" | "left" | "crossed">;

/** The shard's sums with a page added. @param line the score above which a wallet is alerted */
export function withPage(shard: ShardProgress, page: DonePage, line: number): Tally {
  const again = page.asked.filter((wallet) => isAskedAgain(wallet, shard.pass));
  const crossed = page.asked.filter((wallet) => wasAlerted(wallet, line));
  return {
    counts: addCounts(shard, page),
    left: shard.left + again.length,
    crossed: shard.crossed + crossed.length,
  };
}

/**
 * True if its alert went out with this page. An alert that a worker sent before it was cut off is marked as sent, as is one of
 * an earlier run that this one had no answer for.
 */
function wasAlerted(wallet: Wallet, line: number): boolean {
  const { alert, lastOutcome } = wallet;
  const isOurs = alert === "pending" || (alert === "sent" && lastOutcome === "completed");
  return isOurs && crossingsOf(wallet, line).length > 0;
}

function isAskedAgain({ lastOutcome }: Wallet, pass: number): boolean {
  return lastOutcome !== undefined && isToBeAskedAgain(lastOutcome, pass);
}

function addCounts({ counts, pass }: ShardProgress, { known, recent, inVain, asked }: DonePage): ScanCounts {
  const final = [...inVain, ...asked.filter((wallet) => !isAskedAgain(wallet, pass))];
  const ended = (outcome: WalletOutcome) =>
    counts[outcome] + final.filter(({ lastOutcome }) => lastOutcome === outcome).length;
  return {
    known: counts.known + (pass === 1 ? known : 0),
    recent: counts.recent + (pass === 1 ? recent : 0),
    completed: ended("completed"),
    skipped: ended("skipped"),
    failed: ended("failed"),
    missing: ended("missing"),
  };
}
