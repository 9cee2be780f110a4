/** The client of the risk service: chains, address risk scans and wallet status, each for a project, with its key. */

import * as z from "zod/mini";
import { type Chain, chain } from "../../contract/chain.ts";
import { MAX_ADDRESSES_PER_REQUEST, type ScanAddress, scanReport } from "../../contract/scan.ts";
import { type WalletStatus, walletStatus } from "../../contract/wallet-status.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { type ServiceCaller, type ServiceOptions, serviceCaller } from "./call.ts";
import { ServiceCallStoppedError, ServiceReplyOversizedError, ServiceTimedOutError } from "./errors.ts";
import { type AddressScan, matchResults } from "./results.ts";

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

/** Leaves absent fields absent. */
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

/** Largest size of a reply: more would only fill the memory, of which a function has little. */
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
 * @throws {Error} if the base URL is invalid
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

/** One address takes tens of seconds and the answer comes for all of a request together. */
const SCAN_TIMEOUT_MS = 10 * 60_000;
const NOT_IN_TIME = `the service did not answer for it alone within ${SCAN_TIMEOUT_MS / 60_000} minutes`;

/**
 * One address may come with a long reason and many patterns; each further one may take this many more bytes.
 * A worker reads several such replies concurrently, and each takes some ten times its size while it is parsed.
 */
const MAX_SCAN_REPLY_BYTES = 1_048_576;
const MORE_BYTES_AN_ADDRESS = 32_768;

interface ScanOrder {
  /** 1 to 50, each a wallet once. */
  addresses: readonly ScanAddress[];
  /** 1 to 7. */
  maxDepth: number;
}

/** End of a call, in milliseconds since 1970; a later answer is a `ServiceCallStoppedError`. */
interface Limits {
  stopAt?: number;
}

/**
 * The risk of addresses, in their order. A request that times out, or whose answer is too long, is made again in halves.
 * @throws {ServiceError} where the call fails for another reason than these
 */
async function scanRisk(
  call: ServiceCaller,
  projectId: number,
  order: ScanOrder,
  limits: Limits,
): Promise<AddressScan[]> {
  const { addresses } = order;
  if (addresses.length > MAX_ADDRESSES_PER_REQUEST) {
    throw new RangeError(`A scan request holds at most ${MAX_ADDRESSES_PER_REQUEST} addresses.`);
  }
  if (addresses.length === 0) return [];
  try {
    return await scanTogether(call, projectId, order, limits);
  } catch (error) {
    if (error instanceof ServiceCallStoppedError) return addresses.map(unanswered);
    if (!(error instanceof ServiceTimedOutError || error instanceof ServiceReplyOversizedError)) throw error;
    if (addresses.length > 1) return scanHalves(call, projectId, order, limits);
    const reason = error instanceof ServiceTimedOutError ? NOT_IN_TIME : error.message;
    return addresses.map(({ address, chainId }) => ({ address, chainId, outcome: "failed", reason }));
  }
}

async function scanTogether(
  call: ServiceCaller,
  projectId: number,
  { addresses, maxDepth }: ScanOrder,
  { stopAt }: Limits,
): Promise<AddressScan[]> {
  const { results } = await call({
    projectId,
    method: "POST",
    path: `/projects/${projectId}/addresses/scan-risk`,
    body: {
      addresses: addresses.map(({ address, chainId }) => ({ address, chainId })),
      maxDepth,
      // The service would skip every address that it has seen before.
      skipExisting: false,
    },
    timeoutMs: SCAN_TIMEOUT_MS,
    maxReplyBytes: MAX_SCAN_REPLY_BYTES + (addresses.length - 1) * MORE_BYTES_AN_ADDRESS,
    stopAt,
    data: scanReport,
  });
  return matchResults(addresses, results);
}

/** One after the other: how many requests are open concurrently is the caller's to decide. */
async function scanHalves(
  call: ServiceCaller,
  projectId: number,
  order: ScanOrder,
  limits: Limits,
): Promise<AddressScan[]> {
  const { addresses } = order;
  const middle = Math.ceil(addresses.length / 2);
  const first = await scanRisk(call, projectId, { ...order, addresses: addresses.slice(0, middle) }, limits);
  const second = await scanRisk(call, projectId, { ...order, addresses: addresses.slice(middle) }, limits);
  return [...first, ...second].map((scan) =>
    scan.outcome === "unanswered" ? { nextRequestSize: middle, ...scan } : scan,
  );
}

function unanswered({ address, chainId }: ScanAddress): AddressScan {
  return { address, chainId, outcome: "unanswered", reason: "the time ran out before the service answered" };
}
