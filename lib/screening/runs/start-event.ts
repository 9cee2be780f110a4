/** The event by which the schedule, the desk and the command start, stop or look after runs. */

import * as z from "zod/mini";

/** `dueAt`: when a run was due, the same for every delivery of one start; now where absent. */
const startEvent = z.object({
  trigger: z.enum(["schedule", "manual", "stop", "watch", "chains"]),
  dueAt: z.optional(z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))))),
  /** All projects where absent. */
  projectIds: z.optional(z.readonly(z.array(z.number()))),
});
export type StartEvent = z.infer<typeof startEvent>;

/** @throws {Error} that says what an event has */
export function readStartEvent(event: unknown): StartEvent {
  const reading = startEvent.safeParse(event);
  if (reading.success) return reading.data;
  throw new Error(
    'A scan starts with {"trigger": "schedule" or "manual", "dueAt"?: an ISO 8601 time, "projectIds"?: [numbers]}, and ends with "stop"; "watch" looks after it, and "chains" fetches the names of chains.',
  );
}
