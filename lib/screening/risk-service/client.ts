/** The client of the risk service: chains, address risk scans and wallet status, each for a project, with its key. */

import * as z from "zod/mini";
import { type Chain, chain } from "../../contract/chain.ts";
import { type ScanAddress, scanReport } from "../../contract/scan.ts";
import { type WalletStatus, walletStatus } from "../../contract/wallet-status.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { type CallLimits, type ServiceCaller, type ServiceOptions, serviceCaller } from "./call.ts";
import { type AddressAnswer, matchResults } from "./results.ts";

/** The service as a project sees it. Every call throws a `ServiceError`; what reading the key throws passes through. */
export interface RiskService {
  /** The chains that the service supports, a thousand at most; an entry that cannot be read is left out. */
  chains(projectId: number, limits?: Limits): Promise<Chain[]>;
  /** The risk of addresses: one answer for each of them, in their order. */
  scanRisk(projectId: number, order: ScanOrder, limits?: Limits): Promise<AddressAnswer[]>;
  /** The compliance status of one wallet. */
  walletStatus(projectId: number, address: string, chainId: string, limits?: Limits): Promise<WalletStatus>;
}

/** What a caller may wait for. */
type Limits = Partial<Pick<CallLimits, "withinMs" | "tries">>;

interface ScanOrder {
  /** Each a wallet once. */
  addresses: readonly ScanAddress[];
  /** 1 to 7. */
  maxDepth: number;
  /** A score above it counts with every status of the service's. */
  threshold: number;
}

const WITHIN_MS = 30_000;

/** A function has little memory, and a reply takes some ten times its size while it is read. */
const MAX_REPLY_BYTES = 1_048_576;

/** One address may come with a long reason and many patterns; each further one may take this many more bytes. */
const MORE_BYTES_AN_ADDRESS = 32_768;

/**
 * Makes a client.
 * @throws {Error} if the base URL is invalid
 */
export function riskService(options: ServiceOptions): RiskService {
  const call = serviceCaller(options);
  const usual = { withinMs: WITHIN_MS, maxReplyBytes: MAX_REPLY_BYTES };
  return {
    scanRisk: (projectId, order, limits) => scanRisk(call, projectId, order, { ...usual, ...limits }),
    async chains(projectId, limits) {
      const parts = { projectId, method: "GET", path: "/chains", data: z.array(z.unknown()) } as const;
      return readChains(await call({ ...parts, ...usual, ...limits }));
    },
    walletStatus(projectId, address, chainId, limits) {
      const path = `/wallets/${encodeURIComponent(address)}/status?${new URLSearchParams({ chainId })}`;
      return call({ projectId, method: "GET", path, data: walletStatus, ...usual, ...limits });
    },
  };
}

async function scanRisk(
  call: ServiceCaller,
  projectId: number,
  { addresses, maxDepth, threshold }: ScanOrder,
  limits: CallLimits,
): Promise<AddressAnswer[]> {
  const { results } = await call({
    projectId,
    method: "POST",
    path: `/projects/${projectId}/addresses/scan-risk`,
    // The service would skip every address that it has seen before.
    body: {
      addresses: addresses.map(({ address, chainId }) => ({ address, chainId })),
      maxDepth,
      skipExisting: false,
    },
    data: scanReport,
    ...limits,
    maxReplyBytes: MAX_REPLY_BYTES + (addresses.length - 1) * MORE_BYTES_AN_ADDRESS,
  });
  return matchResults(addresses, results, threshold);
}

/** A few hundred chains are in use anywhere. */
const MAX_CHAINS = 1_000;

const MAX_NAME = 100;
const MAX_SYMBOL = 20;
const MAX_URL = 500;

function readChains(entries: readonly unknown[]): Chain[] {
  return entries.slice(0, MAX_CHAINS).flatMap((entry) => {
    const { data } = chain.safeParse(entry);
    return data === undefined ? [] : [keepable(data)];
  });
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
