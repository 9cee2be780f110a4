/** Actions that an event of start-scan requests, done to one project. */

import { finish, reportIfPending } from "./finish.ts";
import { type Started, type StartOrder, type StartTools, startRun } from "./start.ts";
import type { StartEvent } from "./start-event.ts";
import { alertIfStuck } from "./stuck.ts";

/** Outcome for a project's run. */
export type RunOutcome = Started | Stopped;

interface Order extends Omit<StartOrder, "trigger"> {
  trigger: StartEvent["trigger"];
}

/** @returns what became of the run, where the event starts or ends one */
export async function actOn({ trigger, ...order }: Order, tools: StartTools): Promise<RunOutcome[]> {
  switch (trigger) {
    case "schedule":
    case "manual":
      return [await startRun({ ...order, trigger }, tools)];
    case "stop":
      return [await stopRun(order.projectId, tools)];
    case "watch":
      await watchRun(order.projectId, order.now, tools);
      return startNextRound(order, tools);
    case "chains":
      return [];
  }
}

/** Outcome of ending a project's run; without a run id the project never had one. */
interface Stopped {
  projectId: number;
  runId?: string;
  outcome: "stopped" | "not running";
}

/** Ends the open run of a project in any state. */
export async function stopRun(projectId: number, tools: StartTools): Promise<Stopped> {
  const current = await tools.runs.current(projectId);
  if (current === undefined) return { projectId, outcome: "not running" };
  const { openRun: runId } = current;
  const run = await tools.runs.get(projectId, runId);
  const ended =
    run?.status === "running" &&
    (await finish(run, { status: "stopped", cause: { kind: "stopped-by-hand" } }, tools));
  if (!ended && run !== undefined) await reportIfPending(run, tools);
  return { projectId, runId, outcome: ended ? "stopped" : "not running" };
}

/**
 * Starts the next round of a project whose schedule's last run completed a round that earlier ones had left: there is time
 * left until the schedule's next one, and wallets whose scores are days old.
 */
async function startNextRound(
  { projectId, now }: Omit<Order, "trigger">,
  tools: StartTools,
): Promise<Started[]> {
  const current = await tools.runs.current(projectId);
  if (current?.round === undefined) return [];
  const run = await tools.runs.get(projectId, current.openRun);
  if (run?.status !== "completed" || run.trigger !== "schedule") return [];
  return [await startRun({ projectId, trigger: "schedule", startKey: `after ${run.runId}`, now }, tools)];
}

/** Alerts operations to a project's open run where it is stuck. */
export async function watchRun(projectId: number, now: Date, tools: StartTools): Promise<void> {
  const current = await tools.runs.current(projectId);
  const run = current && (await tools.runs.get(projectId, current.openRun));
  if (run !== undefined) await alertIfStuck(run, now, tools, tools.stuckAfterMs);
}
