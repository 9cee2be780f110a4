/** The client of the risk service: chains, address risk scans and wallet status, each for a project, with its key. */

import * as z from "zod/mini";
import type { Chain } from "../contract/chain.ts";
import { scanReport } from "../contract/scan.ts";
import { MAX_ADDRESSES_PER_REQUEST, type ScanAddress } from "../contract/scan-request.ts";
import { type WalletStatus, walletStatus } from "../contract/wallet-status.ts";
import { type ServiceOptions, serviceCaller } from "./call.ts";
import { readChains } from "./chains.ts";
import { ServiceCallStoppedError, ServiceTimedOutError } from "./errors.ts";
import { type AddressScan, matchResults } from "./results.ts";

/** One address takes tens of seconds and the answer comes for all of a request at once. */
const SCAN_TIMEOUT_MS = 10 * 60_000;
const TIMEOUT_MS = 30_000;

const MIB = 1_048_576;

/** What a reply may take: more would only fill the memory, of which a function has little. */
const MAX_REPLY_BYTES = MIB;

/** One address may come with a long reason and many patterns; so many more bytes for each further one. */
const MAX_SCAN_REPLY_BYTES = 2 * MIB;
const MORE_BYTES_AN_ADDRESS = 65_536;

/** What is asked of a scan. */
export interface ScanOrder {
  /** 1 to 50, each a wallet once. */
  addresses: readonly ScanAddress[];
  /** 1 to 7. */
  maxDepth: number;
  /** False, or the service skips every address that it has seen before. */
  skipExisting: boolean;
}

/** When a call must have ended, in milliseconds since 1970; `ServiceCallStoppedError` is thrown where it has not. */
export interface Limits {
  stopAt?: number;
}

/**
 * The service as a project sees it. Every call throws a `ServiceError` of `risk-service-errors.ts`, one class a cause,
 * after at most four tries; what reading the key throws passes through.
 */
export interface RiskService {
  /** The chains that the service supports, a thousand at most; an entry that cannot be read is left out. */
  chains(projectId: number, limits?: Limits): Promise<Chain[]>;
  /**
   * The risk of addresses: one entry for each of them, in their order. A request that times out is asked again in
   * halves, one after the other, down to single addresses. When `stopAt` comes, what is not answered yet is
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

  async function scanRisk(projectId: number, order: ScanOrder, limits: Limits = {}): Promise<AddressScan[]> {
    const { addresses, maxDepth, skipExisting } = order;
    if (addresses.length > MAX_ADDRESSES_PER_REQUEST) {
      throw new RangeError(`A scan request holds at most ${MAX_ADDRESSES_PER_REQUEST} addresses.`);
    }
    if (addresses.length === 0) return [];
    try {
      const { results } = await call({
        projectId,
        method: "POST",
        path: `/projects/${projectId}/addresses/scan-risk`,
        body: {
          addresses: addresses.map(({ address, chainId }) => ({ address, chainId })),
          maxDepth,
          skipExisting,
        },
        timeoutMs: SCAN_TIMEOUT_MS,
        maxReplyBytes: MAX_SCAN_REPLY_BYTES + (addresses.length - 1) * MORE_BYTES_AN_ADDRESS,
        stopAt: limits.stopAt,
        data: scanReport,
      });
      return matchResults(addresses, results);
    } catch (error) {
      if (error instanceof ServiceCallStoppedError) return addresses.map((asked) => unanswered(asked));
      if (!(error instanceof ServiceTimedOutError)) throw error;
      const middle = Math.ceil(addresses.length / 2);
      if (addresses.length === 1) return addresses.map((asked) => notInTime(asked));
      // One after the other: the number of requests open at once is the caller's to decide.
      const first = await scanRisk(projectId, { ...order, addresses: addresses.slice(0, middle) }, limits);
      const second = await scanRisk(projectId, { ...order, addresses: addresses.slice(middle) }, limits);
      return [...first, ...second].map((scan) =>
        scan.outcome === "unanswered" ? { nextRequestSize: middle, ...scan } : scan,
      );
    }
  }

  return {
    scanRisk,
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

function unanswered({ address, chainId }: ScanAddress): AddressScan {
  return { address, chainId, outcome: "unanswered", reason: "the time ran out before the service answered" };
}

function notInTime({ address, chainId }: ScanAddress): AddressScan {
  const reason = `the service did not answer for it alone within ${SCAN_TIMEOUT_MS / 60_000} minutes`;
  return { address, chainId, outcome: "failed", reason };
}
