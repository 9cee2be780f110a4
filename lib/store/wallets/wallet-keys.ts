/** Where a wallet stands in the tables: its key, and the shard that lets a project's wallets be read in parallel. */

import { createHash } from "node:crypto";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { WATCH_FROM } from "../../risk/score.ts";
import { WALLET_SCANS_KEY, WALLETS_BY_SCORE, WALLETS_KEY } from "../keys.ts";

/** How many partitions a project's wallets are spread over. Changing it hides every wallet known so far. */
export const WALLET_SHARDS = 8;

/** DynamoDB takes sort keys of up to 1,024 bytes; no chain has addresses near that. */
const MAX_ADDRESS_BYTES = 900;

/** A wallet of a project: the chain id in digits, the address in any spelling. */
export interface WalletName {
  projectId: number;
  chainId: string;
  address: string;
}

/** Whether an address can stand as a key. */
export function isUsableAddress(address: string): boolean {
  return address !== "" && address.isWellFormed() && Buffer.byteLength(address) <= MAX_ADDRESS_BYTES;
}

/** The shard of an address, the same on every chain: 0 to {@link WALLET_SHARDS} - 1. */
export function shardOf(address: string): number {
  const [first = 0] = createHash("sha256").update(comparableAddress(address)).digest();
  return first % WALLET_SHARDS;
}

/** `projectId#shard`. */
export function shardKey(projectId: number, shard: number): string {
  return `${projectId}#${shard}`;
}

/** `address#chainId`. */
export function walletKey(address: string, chainId: string): string {
  return `${comparableAddress(address)}#${chainId}`;
}

/** The key of a wallet's item. */
export function keyOfWallet({ projectId, chainId, address }: WalletName) {
  return {
    [WALLETS_KEY.partition]: shardKey(projectId, shardOf(address)),
    [WALLETS_KEY.sort]: walletKey(address, chainId),
  };
}

/** The place of a wallet among those of its project by score; none below the first band line. */
export function rankOf({ projectId, score }: { projectId: number; score?: number | undefined }) {
  const { partition, sort } = WALLETS_BY_SCORE;
  if (score === undefined || score < WATCH_FROM) return { [partition]: undefined, [sort]: undefined };
  return { [partition]: String(projectId), [sort]: score.toFixed(6).padStart(RANK_DIGITS, "0") };
}

/** Scores go to 100; what a service gives beyond it still has its place. */
const RANK_DIGITS = 24;

/** The key of a wallet's history point in a run. */
export function keyOfScan({ projectId, chainId, address }: WalletName, runId: string) {
  return {
    [WALLET_SCANS_KEY.partition]: historyKey({ projectId, chainId, address }),
    [WALLET_SCANS_KEY.sort]: runId,
  };
}

/** `projectId#address#chainId`. */
export function historyKey({ projectId, chainId, address }: WalletName): string {
  return `${projectId}#${walletKey(address, chainId)}`;
}
