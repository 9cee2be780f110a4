import { setTimeout as sleep } from "node:timers/promises";
import type { ScanRun } from "../../../scans/runs/scan-run.ts";
import { ScanRunStore } from "../../../scans/runs/scan-runs.ts";
import { totals } from "../../../scans/runs/totals.ts";
import { stuckOf } from "../../../scans/stuck.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { showProgress } from "../../output/progress.ts";
import { walletTable } from "../wallets/wallet-table.ts";
import type { StartedRun } from "./scan-start.ts";
import { stuckText } from "./scan-view.ts";

const POLL_MS = 500;

/** A started run is written before it is answered, but a table may still be catching up. */
const START_TIMEOUT_MS = 10_000;

/**
 * Waits until each run has ended.
 * @returns them as they ended
 * @throws {CommandError} where one is stuck, or is not found
 */
export async function waitForRuns(
  context: CommandContext,
  target: Target,
  runs: readonly StartedRun[],
): Promise<ScanRun[]> {
  const store = new ScanRunStore(documents(target), target.tables.scanRuns);
  const wallets = context.stderr.isTTY === true ? await countWallets(target, runs) : 0;
  const waiting = {
    label: "scanning",
    ifStopped: `The scan goes on by itself: see how with "vigia scan status${target.flag}".`,
  };
  const progress = showProgress(context, waiting, Math.max(1, wallets));
  const startDeadline = Date.now() + START_TIMEOUT_MS;
  try {
    for (;;) {
      const read = await Promise.all(runs.map(({ projectId, runId }) => store.get(projectId, runId)));
      const found = read.filter((run) => run !== undefined);
      progress.update(
        found.reduce((sum, run) => sum + accountedFor(run), 0),
        noteOf(found),
      );
      if (found.length === runs.length && found.every(({ status }) => status !== "running")) return found;
      for (const run of found) {
        const stuck = stuckOf(run, context.now());
        if (stuck !== undefined) throw new CommandError(stuckText(run, stuck.cause, target));
      }
      if (found.length < runs.length && Date.now() > startDeadline)
        throw new CommandError(
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
  const { store } = walletTable(target);
  let count = 0;
  for (const { projectId } of runs) for await (const _ of store.ofProject(projectId)) count++;
  return count;
}
