/** Names of wallets, and their keys in the tables. */

import { WALLET_SCANS_KEY, WALLETS_BY_SCORE, WALLETS_KEY } from "../../aws/tables/keys.ts";
import { comparableAddress } from "../../contract/wallet-address.ts";
import { WATCH_FROM } from "../score.ts";

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
export function isUsableUser(userId: string): boolean {
  return userId !== "" && userId.isWellFormed() && Buffer.byteLength(userId) <= MAX_USER_BYTES;
}

/** A chain's id is a number of at most 78 digits. */
const MAX_CHAIN_BYTES = 78;

/** Reports whether a wallet of this name can be known at all: DynamoDB would refuse a key of another. */
export function canBeWallet({ address, chainId }: WalletName): boolean {
  return isUsableAddress(address) && Buffer.byteLength(chainId) <= MAX_CHAIN_BYTES;
}

/** `address#chainId`. */
export function walletKey(address: string, chainId: string): string {
  return `${comparableAddress(address)}#${chainId}`;
}

/** The address and the chain that {@link walletKey} named; an address may hold the separator, a chain's id may not. */
export function partsOfWallet(key: string): Pick<WalletName, "address" | "chainId"> {
  const [, address = key, chainId = ""] = /^(.*)#(.*)$/s.exec(key) ?? [];
  return { address, chainId };
}

/** The key of a wallet's item. */
export function keyOfWallet({ projectId, chainId, address }: WalletName) {
  return {
    [WALLETS_KEY.partition]: String(projectId),
    [WALLETS_KEY.sort]: walletKey(address, chainId),
  };
}

/** The place of a wallet among those whose alert is pending, the higher score later; `at` in ISO 8601. */
export function pendingOf(score: number | undefined, at: string): string {
  return `${rankText(score ?? 0)}#${at}`;
}

/** The place of a wallet among those of its project by score; undefined below the first band line. */
export function rankOf(score: number | undefined): string | undefined {
  return score === undefined || score < WATCH_FROM ? undefined : rankText(score);
}

/** Place of a wallet among those of its project by score. */
export interface WalletRank {
  projectId: number;
  /** As {@link rankOf} writes it. */
  rank: string;
  /** As {@link walletKey} writes it. */
  wallet: string;
}

/** The key of a wallet's place in the index by score. */
export function keyOfRank({ projectId, rank, wallet }: WalletRank) {
  return {
    [WALLETS_BY_SCORE.partition]: String(projectId),
    [WALLETS_BY_SCORE.sort]: rank,
    [WALLETS_KEY.sort]: wallet,
  };
}

/** Scores go to 100; what a service gives beyond it still has its place. */
const RANK_WHOLE = 17;
const RANK_DECIMALS = 6;

/** Names a place, for {@link rankIn}. */
export function rankName({ projectId, rank, wallet }: WalletRank): string {
  return `${rank}#${projectId}#${wallet}`;
}

const RANK = new RegExp(
  `^(\\d{${RANK_WHOLE},}\\.\\d{${RANK_DECIMALS}})#(0|[1-9]\\d{0,15})#(.+#\\d{0,${MAX_CHAIN_BYTES}})$`,
  "s",
);

/** The place that {@link rankName} named; undefined where the text names none. */
export function rankIn(text: string): WalletRank | undefined {
  const [, rank = "", project = "", wallet] = RANK.exec(text) ?? [];
  if (wallet === undefined || !isUsableAddress(partsOfWallet(wallet).address)) return undefined;
  return { projectId: Number(project), rank, wallet };
}

/** A score as the index sorts it: `00000000000000088.500000`. */
export function rankText(score: number): string {
  return score.toFixed(RANK_DECIMALS).padStart(RANK_WHOLE + 1 + RANK_DECIMALS, "0");
}

/** The key of a wallet's history point in a run. */
export function keyOfScan(name: WalletName, runId: string) {
  return {
    [WALLET_SCANS_KEY.partition]: historyKey(name),
    [WALLET_SCANS_KEY.sort]: runId,
  };
}

/** `projectId#address#chainId`. */
export function historyKey({ projectId, chainId, address }: WalletName): string {
  return `${projectId}#${walletKey(address, chainId)}`;
}
