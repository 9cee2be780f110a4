/** Work that a batch's deliveries wait for, each until a time: what fails, or has no time left, is delivered again. */

import pMap from "p-map";
import { errorOrigin } from "../aws/error-name.ts";
import { logger } from "../aws/observe.ts";
import type { ReadDelivery } from "./delivery.ts";

/** The SDK's own pool of connections holds 50. */
const CONCURRENT_WRITES = 40;

interface InTime<T> {
  /** As the log says it: `open a case`. */
  what: string;
  /** Time after which no work begins, in milliseconds since 1970: the rest is delivered again. */
  by: number;
  /** The deliveries for which it is done. */
  readsOf(one: T): readonly ReadDelivery[];
}

/** @returns the deliveries for which it was not done */
export async function eachInTime<T>(
  all: Iterable<T>,
  { what, by, readsOf }: InTime<T>,
  work: (one: T) => Promise<unknown>,
): Promise<ReadDelivery[]> {
  const failed = await pMap(
    all,
    async (one) => {
      try {
        if (Date.now() <= by) {
          await work(one);
          return [];
        }
        logger.warn(`no time was left to ${what}; its deliveries come again`);
      } catch (error) {
        logger.error(`could not ${what}; its deliveries come again`, {
          requestIds: readsOf(one).map(({ delivery }) => delivery.deliveryId),
          ...errorOrigin(error),
        });
      }
      return readsOf(one);
    },
    { concurrency: CONCURRENT_WRITES },
  );
  return failed.flat();
}
