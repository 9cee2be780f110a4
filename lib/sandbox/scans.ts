/** The sandbox's scans: what it answers for each address, and what it remembers of them. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ScanResult } from "../contract/scan.ts";
import type { ScanAddress, ScanRequest } from "../contract/scan-request.ts";
import { comparableAddress } from "../contract/wallet-address.ts";
import { Refusal } from "./http.ts";
import { inventedResult, inventedScore } from "./invented-risk.ts";
import { playOf } from "./rehearsal-endings.ts";

/** What the service takes where `maxDepth` is absent. */
const USUAL_DEPTH = 3;

/** The request's connection is to be broken, or never answered. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly breaks: boolean;
  constructor(breaks: boolean) {
    super("no answer");
    this.breaks = breaks;
  }
}

/** How slow the sandbox is; may be changed while it runs. */
export interface Pace {
  /** How long every scan takes, in milliseconds. */
  latencyMs: number;
  /** How much longer one takes that holds an address that rehearses slowness. */
  slowMs: number;
}

/** Makes the function that answers scans; it remembers what it has seen for as long as it lives. */
export function scanner(pace: Pace) {
  /** How often each address was completed, by project, chain and address. */
  const completed = new Map<string, number>();
  /** How often in a row each address that rehearses a refusal was refused. */
  const refused = new Map<string, number>();

  /**
   * @returns the `data` of the reply
   * @throws {Refusal} as an address rehearses; {NoAnswer} where there is to be none
   */
  return async function scan(projectId: number, request: ScanRequest) {
    const started = performance.now();
    const plays = request.addresses.map(({ address }) => playOf(address));
    if (plays.some((play) => play?.kind === "silent")) throw new NoAnswer(false);
    for (const { address } of request.addresses) refuseInTurn(address);
    await sleep(pace.latencyMs + (plays.some((play) => play?.kind === "slow") ? pace.slowMs : 0));

    const depth = request.maxDepth ?? USUAL_DEPTH;
    const skipExisting = request.skipExisting ?? true;
    const results = request.addresses
      .map((asked) => resultFor(projectId, asked, depth, skipExisting))
      .filter((result) => result !== undefined);
    const counted = (status: string) => results.filter((result) => result.status === status).length;
    return {
      summary: {
        total: request.addresses.length,
        completed: counted("completed"),
        skipped: counted("skipped"),
        failed: counted("failed"),
        duration: Math.round(performance.now() - started),
      },
      results,
    };
  };

  function refuseInTurn(address: string): void {
    const play = playOf(address);
    if (play?.kind !== "refused" && play?.kind !== "broken") return;
    const before = refused.get(address) ?? 0;
    if (before >= play.times) {
      refused.delete(address);
      return;
    }
    refused.set(address, before + 1);
    if (play.kind === "broken") throw new NoAnswer(true);
    throw new Refusal(
      play.status,
      `Rehearsed by the address ${address}.`,
      [],
      play.status === 429 ? { "retry-after": "1" } : {},
    );
  }

  function resultFor(
    projectId: number,
    { address, chainId }: ScanAddress,
    depth: number,
    skipExisting: boolean,
  ): ScanResult | undefined {
    const play = playOf(address);
    const key = `${projectId} ${chainId} ${comparableAddress(address)}`;
    const times = completed.get(key) ?? 0;
    if (play?.kind === "missing") return undefined;
    if (play?.kind === "failed")
      return { address, chainId, status: "failed", riskReason: "Rehearsed failure." };
    if (play?.kind === "skipped" || (skipExisting && times > 0))
      return { address, chainId, status: "skipped" };
    completed.set(key, times + 1);
    if (play?.kind === "unscored") return { address, chainId, status: "completed", patterns: [] };
    if (play?.kind === "score") {
      const score = play.scores[times === 0 ? 0 : 1];
      const suspicious = play.suspiciousThen === true && times > 0 ? true : undefined;
      return inventedResult(address, chainId, score, depth, suspicious);
    }
    return inventedResult(address, chainId, inventedScore(address, depth), depth);
  }
}
