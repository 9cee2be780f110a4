/** The wallets of a rehearsed scan, and what must be known of each when it has ended. */

import { shardOf } from "../../lib/store/wallet-keys.ts";
import type { WalletScan } from "../../lib/store/wallet-scans.ts";

/** What the sandbox rehearses with an address that ends like this. */
export interface RehearsedWallet {
  ending: string;
  outcome: WalletScan["outcome"];
  /** What may become of it where a request for it alone, the last that is made, is never answered. */
  orElse?: WalletScan["outcome"];
  score?: number;
  /** Whether it crosses the line. */
  flagged: boolean;
}

/** All in one shard: one page with three passes. */
export const SAME_SHARD: readonly RehearsedWallet[] = [
  { ending: "cafe0019", outcome: "completed", score: 19, flagged: false },
  { ending: "cafe0100", outcome: "completed", score: 100, flagged: true },
  { ending: "cafe0204", outcome: "completed", flagged: false },
  { ending: "cafefa11", outcome: "failed", flagged: false },
  { ending: "cafe0404", outcome: "missing", orElse: "failed", flagged: false },
  { ending: "cafe0304", outcome: "skipped", flagged: false },
];

/** In another shard. */
export const OTHER_SHARD: RehearsedWallet = {
  ending: "cafe0061",
  outcome: "completed",
  score: 61,
  flagged: true,
};

/** What such a run counts where nothing fails. */
export const EXPECTED_TOTALS = { known: 7, recent: 0, completed: 4, skipped: 1, failed: 1, missing: 1 };

/** And where the wallet that may also fail did. */
export const TOTALS_OR_ELSE = { ...EXPECTED_TOTALS, failed: 2, missing: 0 };

/** A rehearsed wallet of a run's project. */
export interface ScannedWallet extends RehearsedWallet {
  address: string;
}

/** The wallets of a run's project, in the same shards whichever it is: every run makes the same calls. */
export function walletsOf(subject: string): ScannedWallet[] {
  return [
    ...SAME_SHARD.map((wallet) => ({ ...wallet, address: addressIn(3, subject, wallet) })),
    { ...OTHER_SHARD, address: addressIn(6, subject, OTHER_SHARD) },
  ];
}

function addressIn(shard: number, subject: string, { ending }: RehearsedWallet): string {
  for (let nonce = 0; ; nonce++) {
    const filler = nonce.toString(16).padStart(22, "a");
    const address = `0x${filler}a${subject}${ending}`;
    if (shardOf(address) === shard) return address;
  }
}
