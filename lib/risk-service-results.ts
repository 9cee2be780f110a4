/** What became of each address that was asked for, read out of a scan's reply. */

import { isObject } from "./contract/exact-json.ts";
import { type Issue, issuesLine, issuesOf } from "./contract/issues.ts";
import { type ScanResult, scanResult } from "./contract/scan.ts";
import type { ScanAddress } from "./contract/scan-request.ts";
import { comparableAddress } from "./contract/wallet-address.ts";

/**
 * `completed`: the service answered for it, which does not promise a score. `skipped`, `failed`: as the service says;
 * `failed` also where it gave no answer in time or one that cannot be read. `missing`: the reply leaves it out.
 * `unanswered`: the caller's time ran out before the service answered.
 */
export type ScanOutcome = "completed" | "skipped" | "failed" | "missing" | "unanswered";

/** What became of one address. */
export interface AddressScan {
  /** As it was asked for, not as the service spells it. */
  address: string;
  chainId: string;
  outcome: ScanOutcome;
  /**
   * What the service says, its own `status` included; absent where it said nothing readable. Only that of a
   * `completed` address is a score to keep: a service may well put 0 into a failed one.
   */
  result?: ScanResult;
  /** Why there is no result, in words for a person. */
  reason?: string;
  /** Where `unanswered` after a time-out: how many addresses the next request should hold at most. */
  nextRequestSize?: number;
}

/** One of `asked` for each address, in the same order, whatever the order and spelling of the reply's entries. */
export function matchResults(asked: readonly ScanAddress[], entries: readonly unknown[]): AddressScan[] {
  const read = entries.map(readEntry).filter((entry) => entry !== undefined);
  return asked.map(({ address, chainId }): AddressScan => {
    const own = read.filter((entry) => fits(entry, address, chainId));
    const entry = own.find(({ outcome }) => outcome === "completed") ?? own[0];
    if (entry === undefined) {
      return { address, chainId, outcome: "missing", reason: "the service's reply leaves the address out" };
    }
    const { outcome, result, reason } = entry;
    return {
      address,
      chainId,
      outcome,
      ...(result === undefined ? {} : { result }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

interface Entry {
  address: string;
  /** Undefined where the entry does not say; it then speaks for the address on any chain. */
  chainId: string | undefined;
  outcome: ScanOutcome;
  result?: ScanResult;
  reason?: string;
}

function fits(entry: Entry, address: string, chainId: string): boolean {
  return (
    entry.address === comparableAddress(address) && (entry.chainId === undefined || entry.chainId === chainId)
  );
}

function readEntry(entry: unknown): Entry | undefined {
  const reading = scanResult.safeParse(entry);
  if (reading.success) {
    const result = reading.data;
    return {
      address: comparableAddress(result.address.trim()),
      chainId: result.chainId?.trim(),
      outcome: outcomeOf(result),
      result,
    };
  }
  if (!isObject(entry) || typeof entry["address"] !== "string") return undefined;
  const chainId = entry["chainId"];
  return {
    address: comparableAddress(entry["address"].trim()),
    chainId: typeof chainId === "string" || typeof chainId === "number" ? String(chainId).trim() : undefined,
    outcome: "failed",
    reason: unreadable(issuesOf(reading.error)),
  };
}

function unreadable(issues: readonly Issue[]): string {
  return `the service's entry for the address cannot be read (${issuesLine(issues)})`;
}

/** The set of statuses is open: one that is not known counts as completed if it brings a score. */
function outcomeOf({ status, riskScore }: ScanResult): ScanOutcome {
  switch (status?.toLowerCase()) {
    case "completed":
      return "completed";
    case "skipped":
      return "skipped";
    case "failed":
      return "failed";
    default:
      return typeof riskScore === "number" ? "completed" : "failed";
  }
}
