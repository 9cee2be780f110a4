/** Exact count of an item's repeats: short marks of the counted deliveries, the last thousand of them. */

import { createHash } from "node:crypto";
import type { StoredNotification } from "./notification-schema.ts";

/** A delivery and when it was received, ISO 8601. */
export interface RepeatDelivery {
  deliveryId: string;
  receivedAt: string;
}

/** Number of marks that are kept: a delivery is recognized after a thousand others. */
const MAX_REMEMBERED = 1_001;

/** Milliseconds in base 36: as many digits until the year 5188. */
const TIME_DIGITS = 9;

/** Among the deliveries of one millisecond, 36 bits of SHA-256 are never the same by chance. */
const DIGEST_DIGITS = 6;

/** The mark of a delivery: its time and a digest of its id, so that marks sort by time. */
function markOf({ deliveryId, receivedAt }: RepeatDelivery): string {
  const time = (Date.parse(receivedAt) || 0).toString(36).padStart(TIME_DIGITS, "0");
  return time + createHash("sha256").update(deliveryId).digest("base64url").slice(0, DIGEST_DIGITS);
}

/** Receipt of the last delivery that repeated an item, ISO 8601; undefined without one. */
export function lastRepeatAt({
  repeatedBy = [],
}: Pick<StoredNotification, "repeatedBy">): string | undefined {
  const last = repeatedBy.at(-1);
  return last === undefined ? undefined : timeOf(last);
}

function timeOf(mark: string): string {
  return new Date(parseInt(mark.slice(0, TIME_DIGITS), 36)).toISOString();
}

/** Last receipt of an item, ISO 8601. */
export function lastReceiptOf(item: Pick<StoredNotification, "receivedAt" | "repeatedBy">): string {
  const { receivedAt } = item;
  const repeatedAt = lastRepeatAt(item) ?? receivedAt;
  return repeatedAt > receivedAt ? repeatedAt : receivedAt;
}

/** Reports whether an item was received before a moment (ISO 8601), as far as its deliveries are remembered. */
export function isReceivedBefore(
  { receivedAt, repeatedBy: [first] = [] }: Pick<StoredNotification, "receivedAt" | "repeatedBy">,
  at: string,
): boolean {
  return receivedAt < at || (first !== undefined && timeOf(first) < at);
}

/** Effect of counting on an item. */
interface RepeatCount {
  repeats: number;
  repeatedBy: string[];
  repeatsAtLeast?: true;
}

/**
 * Counts deliveries as repeats of an item, unless one made the item or was counted before. One that is older than every
 * mark that is kept may have been counted and forgotten: it is not counted, and the item says "at least".
 * @returns undefined where nothing changes
 */
export function countRepeats(
  item: Pick<StoredNotification, "delivery" | "repeats" | "repeatedBy" | "repeatsAtLeast">,
  deliveries: readonly RepeatDelivery[],
): RepeatCount | undefined {
  const { repeatedBy = [] } = item;
  const known = new Set(repeatedBy);
  const oldest = repeatedBy[0];
  const isForgotten = (mark: string) =>
    item.repeats > repeatedBy.length && oldest !== undefined && mark < oldest;
  const marks = deliveries
    .filter(({ deliveryId }) => deliveryId !== item.delivery)
    .map(markOf)
    .filter((mark) => !known.has(mark));
  const added = new Set(marks.filter((mark) => !isForgotten(mark)));
  const uncertain = marks.some(isForgotten) && item.repeatsAtLeast !== true;
  if (added.size === 0 && !uncertain) return undefined;
  return {
    repeats: item.repeats + added.size,
    repeatedBy: [...repeatedBy, ...added].sort().slice(-MAX_REMEMBERED),
    ...(uncertain ? { repeatsAtLeast: true } : {}),
  };
}
