/** One round of one target: its runs, and what they found in words. */

import { inspect } from "node:util";
import * as fc from "fast-check";
import { startTarget, type TargetName } from "./campaign.ts";

export interface RoundOptions {
  runs: number;
  seed: number;
  /** The one case that an earlier round found. */
  path?: string | undefined;
}

export interface Round {
  runs: number;
  seconds: number;
  /** The longest that a call took, in milliseconds. */
  slowest: number;
  /** What the number of runs does not say. */
  note: string | undefined;
  /** What was found, and how to see it again; undefined for nothing. */
  finding: string | undefined;
}

/** Starts a target, runs it, and stops it. */
export async function fuzz(name: TargetName, { runs, seed, path }: RoundOptions): Promise<Round> {
  const target = await startTarget(name);
  const start = performance.now();
  try {
    const details = await fc.check(target.property, {
      numRuns: runs,
      seed,
      endOnFailure: target.isSlow === true,
      ...(path === undefined ? {} : { path }),
    });
    const late = details.failed ? undefined : await lateFinding(target.afterwards);
    return {
      runs: details.numRuns,
      seconds: (performance.now() - start) / 1_000,
      slowest: target.slowest(),
      note: target.note?.(),
      finding: details.failed ? findingOf(name, details) : late,
    };
  } finally {
    await target.close();
  }
}

async function lateFinding(afterwards: (() => Promise<void>) | undefined): Promise<string | undefined> {
  try {
    await afterwards?.();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** How a case is printed: all of it. */
const WHOLE = { depth: null, maxArrayLength: null, maxStringLength: 4_000 };

function findingOf(name: TargetName, details: fc.RunDetails<unknown>): string {
  return [
    String(details.errorInstance),
    inspect(readable(details.counterexample), WHOLE),
    `Again: npm run fuzz -- --only "${name}" --seed ${details.seed} --path ${details.counterexamplePath}`,
  ].join("\n");
}

/** Bytes as text, as far as they are, and functions as they are written. */
function readable(value: unknown): unknown {
  if (typeof value === "function") return String(value);
  if (Buffer.isBuffer(value)) return value.toString();
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readable(inner)]));
}
