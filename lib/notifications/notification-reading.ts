/** Reading items of the table Notifications of which somebody, or a later version, may have made some that cannot be read. */

import { isObject } from "../contract/exact-json.ts";
import { isSchemaError } from "../contract/lazy-schema.ts";
import { logger } from "../platform/observe.ts";
import { NOTIFICATIONS_KEY } from "../tables/keys.ts";
import type { NotificationKey } from "./notification-keys.ts";

/** What becomes of the key of an item that cannot be read, and is left out. */
export type OnUnreadable = (key: NotificationKey) => void;

/**
 * The items that can be read.
 * @param onUnreadable hears of the others; where nobody does, one is an error
 * @throws {$ZodError} of one that cannot be read, where nobody hears of it
 */
export function readableIn<T>(
  read: (item: unknown) => T,
  items: readonly unknown[],
  onUnreadable: OnUnreadable | undefined,
): T[] {
  return items.flatMap((item) => {
    try {
      return [read(item)];
    } catch (error) {
      if (onUnreadable === undefined || !isSchemaError(error)) throw error;
      onUnreadable(keyIn(item));
      return [];
    }
  });
}

/** Says in the log that an item cannot be read, without a value of it beside its key. */
export function logUnreadable(key: NotificationKey): void {
  logger.error(
    "a notification cannot be read, and is counted nowhere: a later version wrote it, or somebody changed it",
    {
      ...key,
    },
  );
}

function keyIn(item: unknown): NotificationKey {
  const found = isObject(item) ? item : {};
  const { partition, sort } = NOTIFICATIONS_KEY;
  return { key: String(found[partition]), version: String(found[sort]) };
}
