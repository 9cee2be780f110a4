/** The client of the risk service: chains, address risk scans and wallet status, each for a project, with its key. */

import * as z from "zod/mini";
import { type Chain, chain } from "../contract/chain.ts";
import { type WalletStatus, walletStatus } from "../contract/wallet-status.ts";
import { shorten } from "../text/cut.ts";
import { type ServiceOptions, serviceCaller } from "./call.ts";
import type { AddressScan } from "./results.ts";
import { type Limits, type ScanOrder, scanRisk } from "./scan-risk.ts";

/** A few hundred chains are in use anywhere. */
const MAX_CHAINS = 1_000;

const MAX_NAME = 100;
const MAX_SYMBOL = 20;
const MAX_URL = 500;

/** The first chains of a list, each with what can be kept of it; an entry that cannot be read is left out. */
function readChains(entries: readonly unknown[]): Chain[] {
  return entries
    .slice(0, MAX_CHAINS)
    .map((entry) => chain.safeParse(entry))
    .flatMap(({ data }) => (data === undefined ? [] : [keepable(data)]));
}

/** What is absent stays so. */
function keepable(whole: Chain): Chain {
  const { id, name, rpc_url, explorer_url, currency_symbol, currency_decimals } = whole;
  return {
    id,
    name: shorten(name, MAX_NAME),
    ...(isKeepableUrl(rpc_url) ? { rpc_url } : {}),
    ...(isKeepableUrl(explorer_url) ? { explorer_url } : {}),
    ...(typeof currency_symbol === "string" ? { currency_symbol: shorten(currency_symbol, MAX_SYMBOL) } : {}),
    ...(Number.isSafeInteger(currency_decimals) ? { currency_decimals } : {}),
  };
}

/** Cut, it would lead elsewhere. */
function isKeepableUrl(url: string | null | undefined): boolean {
  return typeof url === "string" && url.length <= MAX_URL && url.isWellFormed();
}

const TIMEOUT_MS = 30_000;

/** What a reply may take: more would only fill the memory, of which a function has little. */
const MAX_REPLY_BYTES = 1_048_576;

/**
 * The service as a project sees it. Every call throws a `ServiceError`, one class a cause, after at most four tries;
 * what reading the key throws passes through.
 */
export interface RiskService {
  /** The chains that the service supports, a thousand at most; an entry that cannot be read is left out. */
  chains(projectId: number, limits?: Limits): Promise<Chain[]>;
  /**
   * The risk of addresses: one entry for each of them, in their order. A request that times out, or whose answer
   * is too long, is asked again in halves, one after the other, down to single addresses. When `stopAt` comes, what is not answered yet is
   * `unanswered`; nothing is thrown then.
   */
  scanRisk(projectId: number, order: ScanOrder, limits?: Limits): Promise<AddressScan[]>;
  /** The compliance status of one wallet. */
  walletStatus(projectId: number, address: string, chainId: string, limits?: Limits): Promise<WalletStatus>;
}

/**
 * Makes a client.
 * @throws {Error} where the base URL is none
 */
export function riskService(options: ServiceOptions): RiskService {
  const call = serviceCaller(options);
  return {
    scanRisk: (projectId, order, limits = {}) => scanRisk(call, projectId, order, limits),
    async chains(projectId, limits = {}) {
      const entries = await call({
        projectId,
        method: "GET",
        path: "/chains",
        timeoutMs: TIMEOUT_MS,
        maxReplyBytes: MAX_REPLY_BYTES,
        stopAt: limits.stopAt,
        data: z.array(z.unknown()),
      });
      return readChains(entries);
    },
    walletStatus(projectId, address, chainId, limits = {}) {
      const query = new URLSearchParams({ chainId });
      return call({
        projectId,
        method: "GET",
        path: `/wallets/${encodeURIComponent(address)}/status?${query}`,
        timeoutMs: TIMEOUT_MS,
        maxReplyBytes: MAX_REPLY_BYTES,
        stopAt: limits.stopAt,
        data: walletStatus,
      });
    },
  };
}
