/** Reads items of the table Notifications, some of which may be corrupt or of a later version. */

import { isObject } from "../contract/exact-json.ts";
import { isSchemaError } from "../contract/lazy-schema.ts";
import { logger } from "../platform/observe.ts";
import { NOTIFICATIONS_KEY } from "../tables/keys.ts";
import type { NotificationKey } from "./notification-keys.ts";

/** Called with the key of an item that cannot be read, and is left out. */
export type OnUnreadable = (key: NotificationKey) => void;

/**
 * The items that can be read.
 * @param onUnreadable called for the others; without it they are an error
 * @throws {$ZodError} for an item that cannot be read, without `onUnreadable`
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
    "a notification cannot be read, and is counted nowhere: a later version wrote it, or it was changed",
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
