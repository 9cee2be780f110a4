import { cleanText } from "../../../i18n/text/cleaning.ts";
import { keyOfName, nameOf } from "../../../intake/notifications/notification-keys.ts";
import {
  NotificationQueries,
  type NotificationVersions,
} from "../../../intake/notifications/notification-queries.ts";
import { WalletStore } from "../../../screening/wallets/wallets.ts";
import { documents } from "../../core/aws.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/** Word in place of a key, for the notification that was received last. */
const LAST = "last";

export function notificationsOf(target: Target): NotificationQueries {
  const client = documents(target);
  const wallets = new WalletStore(client, target.tables.wallets);
  return new NotificationQueries(client, target.tables.notifications, wallets);
}

/**
 * The notification that a key names: `<projectId>#<id>`, with the digest of a change behind it, or `last` for the last
 * that was received.
 * @throws {CommandError} if there is no such record
 */
export async function findNotification(target: Target, key: string): Promise<NotificationVersions> {
  if (key !== LAST && keyOfName(key) === undefined)
    throw new WrongUseError(
      "<key>: expected a key such as 1#42, which lists and alerts show, or the word last.",
    );
  const notifications = notificationsOf(target);
  if (key !== LAST) {
    const known = await notifications.find(key);
    if (known !== undefined) return known;
    throw new CommandError(
      `There is no notification ${cleanText(key, 100)} in ${target.name}: "vigia notifications list${target.flag}" lists them.`,
    );
  }
  for await (const last of notifications.list({ projectIds: target.projectIds }, 1)) {
    const known = await notifications.find(nameOf(last));
    if (known !== undefined) return known;
  }
  throw new CommandError(
    `Nothing was received by ${target.name} yet. A test has a key of its own: "vigia trigger warn${target.flag}" names it.`,
  );
}
