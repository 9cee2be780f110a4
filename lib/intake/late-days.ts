/** Marks the days that something came late for, so that the desk counts them again: replays, a year later too. */

import pMap from "p-map";
import { errorName } from "../runtime/error-name.ts";
import { logger } from "../runtime/observe.ts";
import { isLate, type TouchedDays } from "../store/days/touched-days.ts";
import type { ReadDelivery } from "./delivery.ts";
import type { Recorded } from "./recording.ts";

const MARKED_CONCURRENTLY = 10;

/**
 * Marks them, one write a day and project; doing it again changes nothing but the time. What came in time costs none.
 * @returns the deliveries whose day is not marked
 */
export async function markLateDays(
  recorded: readonly Recorded[],
  days: Pick<TouchedDays, "mark">,
  now: Date,
): Promise<ReadDelivery[]> {
  const late = recorded.filter((one) => changesItsDay(one) && isLate(one.stored.receivedAt, now));
  const byDay = Map.groupBy(late, ({ stored }) => `${stored.projectId}#${stored.receivedAt.slice(0, 10)}`);
  const failed = await pMap(
    byDay.values(),
    async (ofDay) => {
      try {
        const [first] = ofDay;
        if (first !== undefined) await days.mark(first.stored.projectId, first.stored.receivedAt, now);
        return [];
      } catch (error) {
        logger.error("a day could not be marked to be counted again; its deliveries come again", {
          error: errorName(error),
        });
        return ofDay.flatMap(({ reads }) => reads);
      }
    },
    { concurrency: MARKED_CONCURRENTLY },
  );
  return failed.flat();
}

/** A repeat changes nothing that is counted; the delivery that made an item may have ended before its day was marked. */
function changesItsDay({ outcome, stored, reads, alertDue }: Recorded): boolean {
  if (stored.rehearsal === true) return false;
  const isItsOwn = reads.some(({ delivery }) => delivery.deliveryId === stored.delivery);
  return outcome !== "known" || alertDue || isItsOwn;
}
