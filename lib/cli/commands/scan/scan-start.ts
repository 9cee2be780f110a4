/** Starts and ends scan runs, and has chains fetched, by calling the start-scan function, as the schedule does. */

import * as z from "zod/mini";
import type { StartEvent } from "../../../screening/runs/start-event.ts";
import { callFunction } from "../../core/function-call.ts";
import type { Target } from "../../core/target.ts";

const started = z.object({
  projectId: z.number(),
  runId: z.string(),
  outcome: z.enum(["started", "running"]),
  progress: z.optional(z.object({ queued: z.number(), waiting: z.number(), isCut: z.boolean() })),
});
/** Outcome of a project's start. */
export type StartedRun = z.infer<typeof started>;

const stopped = z.object({
  projectId: z.number(),
  runId: z.optional(z.string()),
  outcome: z.enum(["stopped", "not running"]),
});
/** Outcome of ending a project's run. */
type StoppedRun = z.infer<typeof stopped>;

/** @param now milliseconds since 1970 */
export async function startRuns(
  target: Target,
  projectIds: readonly number[],
  now: number,
): Promise<StartedRun[]> {
  const answered = z.object({ runs: z.array(started) });
  const event = { projectIds, trigger: "manual", dueAt: new Date(now).toISOString() } as const;
  return (await call(target, event, answered)).runs;
}

/** Ends the open run of each project. */
export async function stopRuns(target: Target, projectIds: readonly number[]): Promise<StoppedRun[]> {
  const answered = z.object({ runs: z.array(stopped) });
  return (await call(target, { projectIds, trigger: "stop" }, answered)).runs;
}

const fetchedChains = z.object({
  /** How many chains the service named; undefined where it named none. */
  chains: z.optional(z.number()),
  isKeyRefused: z._default(z.boolean(), false),
});
export type FetchedChains = z.infer<typeof fetchedChains>;

/** Has the names of chains fetched with the key of a project. */
export function fetchChains(target: Target, projectId: number): Promise<FetchedChains> {
  return call(target, { projectIds: [projectId], trigger: "chains" }, fetchedChains);
}

function call<Answered extends z.ZodMiniType>(target: Target, event: StartEvent, answered: Answered) {
  const called = { name: target.functions.startScan, what: "The function that starts scans" };
  return callFunction(target, called, event, answered);
}
