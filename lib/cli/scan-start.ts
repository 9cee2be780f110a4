/** Starts scan runs by calling the start-scan function, as the schedule does, and waits for their ends. */

import { setTimeout as sleep } from "node:timers/promises";
import { InvokeCommand } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { totals } from "../scan/totals.ts";
import type { ScanRun } from "../store/scan-run.ts";
import { ScanRunStore } from "../store/scan-runs.ts";
import { WalletStore } from "../store/wallets.ts";
import { documents, lambda } from "./aws.ts";
import { Failure } from "./failure.ts";
import { showProgress } from "./progress.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

const started = z.object({
  runs: z.array(
    z.object({ projectId: z.number(), runId: z.string(), outcome: z.enum(["started", "running"]) }),
  ),
});
/** What became of the start of a project. */
export type StartedRun = z.infer<typeof started>["runs"][number];

/** Starts a run of each project. */
export async function startRuns(target: Target, projectIds: readonly number[]): Promise<StartedRun[]> {
  const { Payload, FunctionError } = await lambda(target).send(
    new InvokeCommand({
      FunctionName: target.functions.startScan,
      Payload: JSON.stringify({ projectIds, trigger: "manual" }),
    }),
  );
  const answer = parsed(Payload);
  if (FunctionError !== undefined)
    throw new Failure(`The function that starts scans failed in ${target.name}: ${errorOf(answer)}`);
  const result = started.safeParse(answer);
  if (result.success) return result.data.runs;
  throw new Failure(
    `The function that starts scans answered something else in ${target.name}: deploy it again with this version.`,
  );
}

function parsed(payload: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}

function errorOf(answer: unknown): string {
  const result = z.object({ errorMessage: z.string() }).safeParse(answer);
  return result.success ? result.data.errorMessage : "its log says why.";
}

const POLL_MS = 500;

/** A started run is written before it is answered, but a table may still be catching up. */
const PATIENCE_MS = 10_000;

/** Waits until each run has ended. @returns them as they ended */
export async function waitForRuns(
  world: World,
  target: Target,
  runs: readonly StartedRun[],
): Promise<ScanRun[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns);
  const wallets = world.stderr.isTTY === true ? await countWallets(target, runs) : 0;
  const waiting = {
    label: "scanning",
    ifStopped: `The scan goes on by itself: see how with "vigia scan status${target.flag}".`,
  };
  const progress = showProgress(world, waiting, Math.max(1, wallets));
  const patienceEnds = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      const read = await Promise.all(runs.map(({ projectId, runId }) => store.get(projectId, runId)));
      const found = read.filter((run) => run !== undefined);
      progress.update(
        found.reduce((sum, run) => sum + accountedFor(run), 0),
        noteOf(found),
      );
      if (found.length === runs.length && found.every(({ status }) => status !== "running")) return found;
      if (found.length < runs.length && Date.now() > patienceEnds)
        throw new Failure(
          `A run that was started is not found in ${target.name}: its start was cut off; try again.`,
        );
      await sleep(POLL_MS);
    }
  } finally {
    progress.stop();
  }
}

function accountedFor(run: ScanRun): number {
  const { recent, completed, skipped, failed, missing } = totals(run);
  return recent + completed + skipped + failed + missing;
}

function noteOf(runs: readonly ScanRun[]): string {
  const shards = runs.flatMap((run) => run.shards);
  return `${shards.filter(({ state }) => state === "ended").length} of ${shards.length} shards`;
}

async function countWallets(target: Target, runs: readonly StartedRun[]): Promise<number> {
  const store = new WalletStore(documents(target), target.tables.wallets);
  let count = 0;
  for (const { projectId } of runs) for await (const _ of store.ofProject(projectId)) count++;
  return count;
}
