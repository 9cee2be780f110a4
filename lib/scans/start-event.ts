/** Events that start, end or check a scan, or ask for the chains alone: a schedule's, or a command's. */

import * as z from "zod/mini";
import type { Project } from "../settings/env-values.ts";

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
    `Not configured: project ${unknown.join(", ")}. Add it under projects in vigia.json and deploy.`,
  );
}
