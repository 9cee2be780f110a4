/** Marks every day since a time, so that the desk counts those of before it was there. */

import pMap from "p-map";
import { isLate, type TouchedDays } from "../../../daily-counts/touched-days.ts";

const DAY_MS = 86_400_000;
const MARKED_CONCURRENTLY = 20;

export interface DaysSince {
  projectIds: readonly number[];
  /** ISO 8601, UTC. */
  since: string;
  now: Date;
}

/** Marks them; those of the last days are counted each night anyway. */
export async function markDaysSince(
  days: Pick<TouchedDays, "mark">,
  { projectIds, since, now }: DaysSince,
): Promise<void> {
  const late: string[] = [];
  for (let time = Date.parse(since); isLate(new Date(time).toISOString(), now); time += DAY_MS)
    late.push(new Date(time).toISOString());
  for (const projectId of projectIds)
    await pMap(late, (receivedAt) => days.mark(projectId, receivedAt, now), {
      concurrency: MARKED_CONCURRENTLY,
    });
}
