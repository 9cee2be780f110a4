/** Lists of a project's wallets: by score, and those that rose. */

import { rise } from "../score.ts";
import type { Wallet } from "./wallet.ts";
import type { WalletRank } from "./wallet-keys.ts";
import type { WalletStore } from "./wallets.ts";

/** Filter of a project's wallets. Wallets with a score below the first band line are found by name alone. */
export type WalletQuery =
  /** `above`: only higher scores. */
  | { kind: "score"; above?: number | undefined }
  /** Wallets whose last scan raised their score, at or after `since` (ISO 8601). */
  | { kind: "rose"; since: string };

/** A page of them, the highest score first. */
export interface WalletPage {
  wallets: Wallet[];
  /** Below which place there are more. */
  next?: WalletRank | undefined;
  /** True if the limit of reads was reached before the page was full. */
  isCut?: true;
}

interface WalletPageOrder {
  size: number;
  /** Most wallets that are read for it. */
  mostRead: number;
  /** Below which place it begins; at the highest score where absent. */
  below?: WalletRank | undefined;
}

export async function walletPage(
  store: WalletStore,
  projectId: number,
  query: WalletQuery,
  { size, mostRead, below }: WalletPageOrder,
): Promise<WalletPage> {
  if (query.kind === "score") return store.byScore(projectId, size, below, query.above);
  const wallets: Wallet[] = [];
  let [read, next] = [0, below];
  while (read < mostRead && wallets.length < size) {
    const page = await store.byScore(projectId, size, next);
    wallets.push(...page.wallets.filter((wallet) => rose(wallet, query.since)));
    read += size;
    next = page.next;
    if (next === undefined) return { wallets };
  }
  // A page of the index is never parted, so that the next one begins exactly behind it.
  return wallets.length < size ? { wallets, next, isCut: true } : { wallets, next };
}

/**
 * All of them, the highest score first. Undefined is one that was read and is not wanted, so that the caller can stop in time.
 */
export async function* walletsRead(
  store: WalletStore,
  projectId: number,
  query: WalletQuery,
  pageSize: number,
): AsyncGenerator<Wallet | undefined> {
  const [above, since] = query.kind === "score" ? [query.above] : [undefined, query.since];
  let below: WalletRank | undefined;
  do {
    const page = await store.byScore(projectId, pageSize, below, above);
    yield* page.wallets.map((wallet) => (since === undefined || rose(wallet, since) ? wallet : undefined));
    below = page.next;
  } while (below !== undefined);
}

/** The wallets of {@link walletsRead} that are wanted, without its gaps. */
export async function* walletsOf(...wanted: Parameters<typeof walletsRead>): AsyncGenerator<Wallet> {
  for await (const wallet of walletsRead(...wanted)) if (wallet !== undefined) yield wallet;
}

function rose(wallet: Wallet, since: string): boolean {
  const { previousScore: score, scannedAt } = wallet;
  return scannedAt !== undefined && scannedAt >= since && rise({ score }, wallet) > 0;
}
