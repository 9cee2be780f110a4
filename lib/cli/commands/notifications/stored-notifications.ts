import { cleanText } from "../../../i18n/text/cleaning.ts";
import { nameOf, readName } from "../../../intake/notifications/notification-keys.ts";
import {
  type FoundNotification,
  NotificationQueries,
} from "../../../intake/notifications/notification-queries.ts";
import { documents } from "../../core/aws.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/** Word in place of a key, for the notification that was received last. */
const LAST = "last";

export function notificationsOf(target: Target): NotificationQueries {
  return new NotificationQueries(documents(target), target.tables.notifications);
}

/**
 * The notification that a key names: `<projectId>#<id>`, with the digests of its transaction and of a content behind it, or `last`
 * for the last that was received.
 * @throws {CommandError} if there is no such record
 */
export async function findNotification(target: Target, key: string): Promise<FoundNotification> {
  if (key !== LAST && readName(key) === undefined)
    throw new WrongUseError(
      "<key>: expected a key such as 1#42, which lists and alerts show, or the word last.",
    );
  const notifications = notificationsOf(target);
  if (key !== LAST) {
    const notification = await notifications.find(key);
    if (notification !== undefined) return notification;
    throw new CommandError(
      `There is no notification ${cleanText(key, 100)} in ${target.name}: "vigia notifications list${target.flags}" lists them.`,
    );
  }
  for await (const last of notifications.list({ projectIds: target.projectIds }, 1)) {
    const notification = await notifications.find(nameOf(last));
    if (notification !== undefined) return notification;
  }
  throw new CommandError(
    `Nothing was received by ${target.name} yet. A test has a key of its own: "vigia trigger warn${target.flags}" names it.`,
  );
}
