/** An address risk scan: one request, or several smaller ones where it takes too long or its answer is too long. */

import { MAX_ADDRESSES_PER_REQUEST, type ScanAddress, scanReport } from "../contract/scan.ts";
import type { ServiceCaller } from "./call.ts";
import { ServiceCallStoppedError, ServiceReplyOversizedError, ServiceTimedOutError } from "./errors.ts";
import { type AddressScan, matchResults } from "./results.ts";

/** One address takes tens of seconds and the answer comes for all of a request together. */
const SCAN_TIMEOUT_MS = 10 * 60_000;
const NOT_IN_TIME = `the service did not answer for it alone within ${SCAN_TIMEOUT_MS / 60_000} minutes`;

/**
 * One address may come with a long reason and many patterns; each further one may take this many more bytes.
 * A worker reads several such replies concurrently, and each takes some ten times its size while it is parsed.
 */
const MAX_SCAN_REPLY_BYTES = 1_048_576;
const MORE_BYTES_AN_ADDRESS = 32_768;

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
 * The risk of addresses, in their order. A request that times out, or whose answer is too long, is made again in halves.
 * @throws {ServiceError} where the call fails for another reason than these
 */
export async function scanRisk(
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
  { addresses, maxDepth, skipExisting }: ScanOrder,
  { stopAt }: Limits,
): Promise<AddressScan[]> {
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
