/** What the function is called with: by the clock for all projects, by hand for some. */

import * as z from "zod/mini";

const reminderEvent = z.object({ projectIds: z.optional(z.array(z.int())) });

/** The projects that a call is about: those of the known ones that it names, all where it names none. */
export function projectIdsOf(event: unknown, known: readonly number[]): readonly number[] {
  const { projectIds } = reminderEvent.parse(event ?? {});
  return projectIds === undefined ? known : known.filter((id) => projectIds.includes(id));
}
