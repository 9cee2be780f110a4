/** Requests to the sandbox: their number, and how many were open concurrently. */

import type { ServerResponse } from "node:http";

/** Requests of one kind. */
interface Count {
  /** Since the start or the last reset. */
  total: number;
  /** Not answered yet. */
  open: number;
  /** The most that were open concurrently. */
  mostOpen: number;
}

/** Answer of `GET /sandbox/statistics`. */
interface SandboxStatistics {
  scans: Count & { addresses: number };
  walletStatuses: Count;
  chains: Count;
  /** Number of answers of each HTTP status; `none` for requests without an answer. */
  answers: Record<string, number>;
}

function nothing(): SandboxStatistics {
  const none = { total: 0, open: 0, mostOpen: 0 };
  return { scans: { ...none, addresses: 0 }, walletStatuses: { ...none }, chains: { ...none }, answers: {} };
}

/** Counts the requests of the service's endpoints. */
export class Statistics {
  current: SandboxStatistics = nothing();

  /** Counts a request as open until its connection is done with it. */
  open(kind: "scans" | "walletStatuses" | "chains", response: ServerResponse): void {
    const { current } = this;
    const count = current[kind];
    count.total++;
    count.open++;
    count.mostOpen = Math.max(count.mostOpen, count.open);
    response.once("close", () => {
      count.open--;
      const status = response.writableFinished ? String(response.statusCode) : "none";
      current.answers[status] = (current.answers[status] ?? 0) + 1;
    });
  }

  /** Starts from nothing; what is open now is forgotten. */
  reset(): void {
    this.current = nothing();
  }
}
