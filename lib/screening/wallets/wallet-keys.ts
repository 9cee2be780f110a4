/** Place of a wallet in the tables: its key, and the shard that lets a project's wallets be read in parallel. */

import { createHash } from "node:crypto";
import { WALLET_SCANS_KEY, WALLETS_BY_SCORE, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { WATCH_FROM } from "../score.ts";

/** Number of partitions of a project's wallets. Changing it hides every wallet known so far. */
export const WALLET_SHARDS = 8;

/** DynamoDB takes sort keys of up to 1,024 bytes; no chain has addresses near that. */
const MAX_ADDRESS_BYTES = 900;

/** A wallet of a project: the chain id in digits, the address in any spelling. */
export interface WalletName {
  projectId: number;
  chainId: string;
  address: string;
}

/** Reports whether an address can be a key. */
export function isUsableAddress(address: string): boolean {
  const compared = comparableAddress(address);
  return compared !== "" && compared.isWellFormed() && Buffer.byteLength(compared) <= MAX_ADDRESS_BYTES;
}

/** DynamoDB takes partition keys of up to 2,048 bytes; the project's id stands before the user's. */
const MAX_USER_BYTES = 1_900;

/** Reports whether a user's id can be a key, so that wallets are found by it. */
export function isUsableOwner(userId: string): boolean {
  return userId !== "" && userId.isWellFormed() && Buffer.byteLength(userId) <= MAX_USER_BYTES;
}

/** A chain's id is a number of at most 78 digits. */
const MAX_CHAIN_BYTES = 78;

/** Reports whether a wallet of this name can be known at all: DynamoDB would refuse a key of another. */
export function canBeWallet({ address, chainId }: WalletName): boolean {
  return isUsableAddress(address) && Buffer.byteLength(chainId) <= MAX_CHAIN_BYTES;
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

/** The key of the note that a wallet was taken out: apart from the shards, where nothing scans it. */
export function keyOfRemoval({ projectId, chainId, address }: WalletName) {
  return {
    [WALLETS_KEY.partition]: removalsKey(projectId),
    [WALLETS_KEY.sort]: walletKey(address, chainId),
  };
}

/** `projectId#removed`. */
export function removalsKey(projectId: number): string {
  return `${projectId}#removed`;
}

/** The place of a wallet among those of its project by score; none below the first band line. */
export function rankOf({ projectId, score }: { projectId: number; score?: number | undefined }) {
  const { partition, sort } = WALLETS_BY_SCORE;
  if (score === undefined || score < WATCH_FROM) return { [partition]: undefined, [sort]: undefined };
  return { [partition]: String(projectId), [sort]: rankText(score) };
}

/** Place of a wallet among those of its project by score. */
export interface WalletRank {
  projectId: number;
  /** As {@link rankOf} writes it. */
  rank: string;
  shardKey: string;
  walletKey: string;
}

/** The key of a wallet's place in the index by score. */
export function keyOfRank({ projectId, rank, shardKey: shard, walletKey: wallet }: WalletRank) {
  return {
    [WALLETS_BY_SCORE.partition]: String(projectId),
    [WALLETS_BY_SCORE.sort]: rank,
    [WALLETS_KEY.partition]: shard,
    [WALLETS_KEY.sort]: wallet,
  };
}

/** Scores go to 100; what a service gives beyond it still has its place. */
const RANK_WHOLE = 17;
const RANK_DECIMALS = 6;

/** Names a place, for {@link rankIn}. */
export function rankName({ rank, shardKey: shard, walletKey: wallet }: WalletRank): string {
  return `${rank}#${shard}#${wallet}`;
}

const RANK = new RegExp(
  `^(\\d{${RANK_WHOLE},}\\.\\d{${RANK_DECIMALS}})#((0|[1-9]\\d{0,15})#[0-${WALLET_SHARDS - 1}])#(.+#\\d{0,${MAX_CHAIN_BYTES}})$`,
  "s",
);

/** The place that {@link rankName} named; undefined where the text names none. */
export function rankIn(text: string): WalletRank | undefined {
  const [, rank = "", shard = "", project = "", wallet] = RANK.exec(text) ?? [];
  if (wallet === undefined || !isUsableAddress(wallet.slice(0, wallet.lastIndexOf("#")))) return undefined;
  return { projectId: Number(project), rank, shardKey: shard, walletKey: wallet };
}

/** A score as the index sorts it: `00000000000000088.500000`. */
export function rankText(score: number): string {
  return score.toFixed(RANK_DECIMALS).padStart(RANK_WHOLE + 1 + RANK_DECIMALS, "0");
}

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

const HISTORY_KEY = /^(\d+)#(.+)#([^#]*)$/s;

/** The wallet that {@link historyKey} named; undefined where a text names none. */
export function walletNamed(key: string): WalletName | undefined {
  const [, projectId, address, chainId] = HISTORY_KEY.exec(key) ?? [];
  if (projectId === undefined || address === undefined || chainId === undefined) return undefined;
  return { projectId: Number(projectId), address, chainId };
}
