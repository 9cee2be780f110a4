/** What a message says to programs: a subject for each of the things that it speaks of. */

import type { EventSubject } from "../event/event-schema.ts";
import type { AlertEventContent } from "../message.ts";

/** @param makeSubject is called when a subject is asked for */
export function eventAbout<T>(
  { stage, rehearsal = false }: { stage: string; rehearsal?: boolean },
  items: readonly T[],
  makeSubject: (item: T) => EventSubject,
): AlertEventContent {
  return {
    stage,
    rehearsal,
    subjectCount: items.length,
    *subjects() {
      for (const item of items) yield makeSubject(item);
    },
  };
}
