/** Scans of the sandbox: results of invented risk, and what the endings of addresses simulate. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ScanAddress, ScanRequest, ScanResult } from "../../../lib/contract/scan.ts";
import { comparableAddress } from "../../../lib/contract/wallet-address.ts";
import { behaviourOf } from "./endings.ts";
import { inventedResult, inventedScore } from "./invented-risk.ts";

/** The service's default of `maxDepth`. */
const USUAL_DEPTH = 3;

/** Delay of a request by an address that simulates slowness, in milliseconds. */
const SLOW_MS = 5_000;

type ScanOutcome =
  | { kind: "answered"; data: unknown }
  | { kind: "refused"; status: 429 | 500 | 503 | "broken"; address: string }
  | { kind: "silent" };

interface Timing {
  /** Time of every scan, in milliseconds. */
  latencyMs: number;
  /** Divides the slowness that an address simulates. */
  timeScale: number;
}

/** Answers scans; it remembers what it has seen for as long as it lives. */
export class Scanner {
  readonly #timing: Timing;
  /** Number of completions of each address, by project, chain and address. */
  readonly #completed = new Map<string, number>();
  /** Addresses whose last request was refused. */
  readonly #refused = new Set<string>();

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  async scan(projectId: number, request: ScanRequest): Promise<ScanOutcome> {
    const started = performance.now();
    const kinds = request.addresses.map(({ address }) => behaviourOf(address)?.kind);
    if (kinds.includes("silent")) return { kind: "silent" };
    for (const { address } of request.addresses) {
      const status = this.#refusalOf(address);
      if (status !== undefined) return { kind: "refused", status, address };
    }
    const { latencyMs, timeScale } = this.#timing;
    await sleep(latencyMs + (kinds.includes("slow") ? SLOW_MS / timeScale : 0));

    const results = request.addresses.flatMap((scanAddress) =>
      this.#resultFor(projectId, scanAddress, request),
    );
    const having = (status: string) => results.filter((result) => result.status === status).length;
    const summary = {
      total: request.addresses.length,
      completed: having("completed"),
      skipped: having("skipped"),
      failed: having("failed"),
      duration: Math.round(performance.now() - started),
    };
    return { kind: "answered", data: { summary, results } };
  }

  /** How an address refuses the request now. */
  #refusalOf(address: string) {
    const behaviour = behaviourOf(address);
    if (behaviour?.kind !== "refused") return undefined;
    if (!behaviour.always && this.#refused.delete(address)) return undefined;
    this.#refused.add(address);
    return behaviour.status;
  }

  /** None for an address that the reply leaves out. */
  #resultFor(projectId: number, { address, chainId }: ScanAddress, request: ScanRequest): ScanResult[] {
    const { maxDepth: depth = USUAL_DEPTH, skipExisting = true } = request;
    const behaviour = behaviourOf(address);
    const key = `${projectId} ${chainId} ${comparableAddress(address)}`;
    const times = this.#completed.get(key) ?? 0;
    if (behaviour?.kind === "missing") return [];
    if (behaviour?.kind === "failed")
      return [{ address, chainId, status: "failed", riskReason: "Simulated failure." }];
    if (behaviour?.kind === "skipped" || (skipExisting && times > 0))
      return [{ address, chainId, status: "skipped" }];
    this.#completed.set(key, times + 1);
    if (behaviour?.kind === "unscored") return [{ address, chainId, status: "completed", patterns: [] }];
    if (behaviour?.kind !== "score")
      return [inventedResult(address, chainId, inventedScore(address, depth), depth)];
    const [first, then] = behaviour.scores;
    const suspicious = behaviour.suspiciousThen && times > 0 ? true : undefined;
    return [inventedResult(address, chainId, times === 0 ? first : then, depth, suspicious)];
  }
}
