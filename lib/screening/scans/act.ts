/** Actions that an event of start-scan requests, done to one project. */

import * as z from "zod/mini";
import type { Project } from "../../settings/env.ts";
import { finish, reportIfPending } from "./finish.ts";
import { type Started, type StartOrder, type StartTools, startRun } from "./start.ts";
import { alertIfStuck } from "./stuck.ts";

const startEvent = z.object({
  trigger: z.enum(["schedule", "manual", "stop", "watch", "chains"]),
  /** All projects where absent. */
  projectIds: z.optional(z.array(z.number())),
});
export type StartEvent = z.infer<typeof startEvent>;

/** Reads a start's event. @throws {Error} that says what an event looks like */
export function readStartEvent(event: unknown): StartEvent {
  const reading = startEvent.safeParse(event);
  if (reading.success) return reading.data;
  throw new Error(
    'A scan starts with {"trigger": "schedule" or "manual", "projectIds"?: [numbers]}, and ends with "stop"; "chains" fetches the names of chains.',
  );
}

/** The projects to scan. @throws {Error} that names those that are not configured */
export function projectsOf(
  ids: readonly number[] | undefined,
  configured: readonly Project[],
): readonly Project[] {
  if (ids === undefined) return configured;
  const unknown = ids.filter((id) => !configured.some((project) => project.id === id));
  if (unknown.length === 0) return configured.filter(({ id }) => ids.includes(id));
  throw new Error(
    `Not configured: project ${unknown.join(", ")}. Add it under projects in app.ts and deploy.`,
  );
}

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
