/** The messages that the deliveries of a batch make: one for each project and kind of which an alert is pending. */

import type { RecordedDelivery } from "../intake/batch.ts";
import { currentKeyOf, nameOf } from "../intake/notifications/notification-keys.ts";
import type { StoredNotification } from "../intake/notifications/notification-schema.ts";

/** A notification in a message: those of its revisions of which an alert is pending, in the order in which they were recorded. */
export interface MessageEntry {
  pending: [RecordedDelivery, ...RecordedDelivery[]];
  /** The current revision of the notification, as far as the batch knows. */
  current: StoredNotification;
}

/** A message that is to be sent. */
export interface PendingMessage {
  kind: (typeof KINDS)[number];
  projectId: number;
  entries: MessageEntry[];
}

/** In the order in which people need to know. */
const KINDS = ["notification", "quarantined"] as const;

/** @param recorded the deliveries of a batch, those of one notification in the order in which they were recorded */
export function pendingMessages(recorded: readonly RecordedDelivery[]): PendingMessage[] {
  const entries = entriesIn(recorded);
  return KINDS.flatMap((kind) => {
    const entriesOfKind = entries.filter(({ current }) => current.kind === kind);
    const byProject = Map.groupBy(entriesOfKind, ({ current }) => current.projectId);
    return [...byProject].map(([projectId, entriesOfProject]) => ({
      kind,
      projectId,
      entries: entriesOfProject,
    }));
  });
}

/** One entry for each notification, however many of its revisions are pending. */
function entriesIn(recorded: readonly RecordedDelivery[]): MessageEntry[] {
  const notifications = Map.groupBy(recorded, ({ delivered }) => nameOf(currentKeyOf(delivered)));
  return [...notifications.values()].flatMap((deliveries) => {
    const [first, ...others] = deliveries.filter(({ mustAlert }) => mustAlert);
    const last = deliveries.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ pending: [first, ...others], current: last.current }];
  });
}
