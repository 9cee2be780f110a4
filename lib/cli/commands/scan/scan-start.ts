/** Starts and ends scan runs, and has chains fetched, by calling the start-scan function, as the schedule does. */

import * as z from "zod/mini";
import { CommandError } from "../../core/failure.ts";
import { callFunction } from "../../core/function-call.ts";
import type { Target } from "../../core/target.ts";

const started = z.object({
  projectId: z.number(),
  runId: z.string(),
  outcome: z.enum(["started", "running", "stuck"]),
  why: z.optional(z.string()),
});
/** What became of the start of a project. */
export type StartedRun = z.infer<typeof started>;

const stopped = z.object({
  projectId: z.number(),
  runId: z.optional(z.string()),
  outcome: z.enum(["stopped", "not running"]),
});
/** What became of the end of a project's run. */
export type StoppedRun = z.infer<typeof stopped>;

export function startRuns(target: Target, projectIds: readonly number[]): Promise<StartedRun[]> {
  return call(target, { projectIds, trigger: "manual" }, started);
}

/** Ends the open run of each project. */
export function stopRuns(target: Target, projectIds: readonly number[]): Promise<StoppedRun[]> {
  return call(target, { projectIds, trigger: "stop" }, stopped);
}

/** Has the names of chains fetched with the key of a project. @returns how many; undefined where the service gave none */
export async function fetchChains(target: Target, projectId: number): Promise<number | undefined> {
  const answer = await invoke(target, { projectIds: [projectId], trigger: "chains" });
  return z.object({ chains: z.optional(z.number()) }).safeParse(answer).data?.chains;
}

async function call<T extends z.ZodMiniType>(
  target: Target,
  event: StartEvent,
  run: T,
): Promise<z.output<T>[]> {
  const result = z.object({ runs: z.array(run) }).safeParse(await invoke(target, event));
  if (result.success) return result.data.runs;
  throw new CommandError(
    `The function that starts scans answered something else in ${target.name}: deploy it again with this version.`,
  );
}

interface StartEvent {
  projectIds: readonly number[];
  trigger: "manual" | "stop" | "chains";
}

function invoke(target: Target, event: StartEvent): Promise<unknown> {
  const called = { name: target.functions.startScan, what: "The function that starts scans" };
  return callFunction(target, called, event);
}
