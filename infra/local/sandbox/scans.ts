import { setTimeout as sleep } from "node:timers/promises";
import type { ScanAddress, ScanRequest, ScanResult } from "../../../lib/contract/scan.ts";
import { comparableAddress } from "../../../lib/contract/wallet-address.ts";
import { SandboxHttpError } from "./http.ts";
import { inventedResult, inventedScore } from "./invented-risk.ts";
import { behaviourOf } from "./simulated-endings.ts";

/** The service's default of `maxDepth`. */
const USUAL_DEPTH = 3;

/** The request's connection is to be broken, or never answered. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
  readonly breaks: boolean;
  constructor(breaks: boolean) {
    super("no answer");
    this.breaks = breaks;
  }
}

/** Slowness of the sandbox; may be changed while it runs. */
export interface ScanPace {
  /** Time of every scan, in milliseconds. */
  latencyMs: number;
  /** Additional time of a scan with an address that simulates slowness. */
  slowMs: number;
}

/** Answers scans; it remembers what it has seen for as long as it lives. */
export class Scanner {
  readonly #pace: ScanPace;
  /** Number of completions of each address, by project, chain and address. */
  readonly #completed = new Map<string, number>();
  /** Refusals in a row of each address that simulates a refusal. */
  readonly #refused = new Map<string, number>();

  constructor(pace: ScanPace) {
    this.#pace = pace;
  }

  /**
   * @returns the `data` of the reply
   * @throws {SandboxHttpError} as an address simulates; {NoAnswerError} where there is to be none
   */
  async scan(projectId: number, request: ScanRequest) {
    const started = performance.now();
    const kinds = request.addresses.map(({ address }) => behaviourOf(address)?.kind);
    if (kinds.includes("silent")) throw new NoAnswerError(false);
    for (const { address } of request.addresses) this.#refuseInTurn(address);
    await sleep(this.#pace.latencyMs + (kinds.includes("slow") ? this.#pace.slowMs : 0));

    const depth = request.maxDepth ?? USUAL_DEPTH;
    const skipExisting = request.skipExisting ?? true;
    const results = request.addresses
      .map((asked) => this.#resultFor(projectId, asked, depth, skipExisting))
      .filter((result) => result !== undefined);
    const having = (status: string) => results.filter((result) => result.status === status).length;
    return {
      summary: {
        total: request.addresses.length,
        completed: having("completed"),
        skipped: having("skipped"),
        failed: having("failed"),
        duration: Math.round(performance.now() - started),
      },
      results,
    };
  }

  #refuseInTurn(address: string): void {
    const behaviour = behaviourOf(address);
    if (behaviour?.kind !== "refused" && behaviour?.kind !== "broken") return;
    const before = this.#refused.get(address) ?? 0;
    if (before >= behaviour.times) {
      this.#refused.delete(address);
      return;
    }
    this.#refused.set(address, before + 1);
    if (behaviour.kind === "broken") throw new NoAnswerError(true);
    const { status } = behaviour;
    const headers = status === 429 ? { "retry-after": "1" } : {};
    throw new SandboxHttpError(status, `Simulated by the address ${address}.`, [], headers);
  }

  #resultFor(
    projectId: number,
    { address, chainId }: ScanAddress,
    depth: number,
    skipExisting: boolean,
  ): ScanResult | undefined {
    const behaviour = behaviourOf(address);
    const key = `${projectId} ${chainId} ${comparableAddress(address)}`;
    const times = this.#completed.get(key) ?? 0;
    if (behaviour?.kind === "missing") return undefined;
    if (behaviour?.kind === "failed")
      return { address, chainId, status: "failed", riskReason: "Simulated failure." };
    if (behaviour?.kind === "skipped" || (skipExisting && times > 0))
      return { address, chainId, status: "skipped" };
    this.#completed.set(key, times + 1);
    if (behaviour?.kind === "unscored") return { address, chainId, status: "completed", patterns: [] };
    if (behaviour?.kind === "score") {
      const score = behaviour.scores[times === 0 ? 0 : 1];
      const suspicious = behaviour.suspiciousThen === true && times > 0 ? true : undefined;
      return inventedResult(address, chainId, score, depth, suspicious);
    }
    return inventedResult(address, chainId, inventedScore(address, depth), depth);
  }
}
