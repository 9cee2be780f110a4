/** Marks the days that something came late for, so that the desk counts them again: replays, a year later too. */

import { isLate, type TouchedDays } from "../daily-counts/touched-days.ts";
import type { ReadDelivery } from "./delivery.ts";
import { eachInTime } from "./each-in-time.ts";
import type { Recorded } from "./recording.ts";

/**
 * Marks them, one write a day and project; doing it again changes nothing but the time. What came in time costs none.
 * @param by what has not begun by then is delivered again, in milliseconds since 1970
 * @returns the deliveries whose day is not marked
 */
export function markLateDays(
  recorded: readonly Recorded[],
  days: Pick<TouchedDays, "mark">,
  now: Date,
  by: number,
): Promise<ReadDelivery[]> {
  const late = recorded.filter((one) => changesItsDay(one) && isLate(one.stored.receivedAt, now));
  const byDay = Map.groupBy(late, ({ stored }) => `${stored.projectId}#${stored.receivedAt.slice(0, 10)}`);
  const readsOf = (ofDay: readonly Recorded[]) => ofDay.flatMap(({ reads }) => reads);
  const how = { what: "mark a day to be counted again", by, readsOf };
  return eachInTime(
    byDay.values(),
    how,
    async ([first]) => first && days.mark(first.stored.projectId, first.stored.receivedAt, now),
  );
}

/** A repeat changes nothing that is counted; the delivery that made an item may have ended before its day was marked. */
function changesItsDay({ outcome, stored, reads, alertDue }: Recorded): boolean {
  if (stored.rehearsal === true) return false;
  const isItsOwn = reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
  return outcome !== "known" || alertDue || isItsOwn;
}
