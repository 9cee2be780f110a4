/** What the function is called with: by the clock for all projects, by hand for some. */

import * as z from "zod/mini";
import type { Project } from "../runtime/env-values.ts";

const reminderEvent = z.object({ projectIds: z.optional(z.array(z.int())) });

/** The projects that a call is about: those of the stack that it names, all where it names none. */
export function projectIdsOf(event: unknown, projects: readonly Project[]): number[] {
  const { projectIds } = reminderEvent.parse(event ?? {});
  const ids = projects.map(({ id }) => id);
  return projectIds === undefined ? ids : ids.filter((id) => projectIds.includes(id));
}
