/** A quarantined body as today's contract reads it: whether it can be replayed, or was. */

import { parseObjectExactly, textOf } from "../../contract/exact-json.ts";
import { type Issue, issuesLine } from "../../contract/issues.ts";
import { readWebhook, type WebhookReading } from "../../contract/webhook.ts";
import { keyOfBody, type NotificationKey, pastKeyOf } from "./notification-keys.ts";
import type { NotificationQueries } from "./notification-queries.ts";
import type { StoredNotification } from "./notification-schema.ts";
import { expandBody } from "./raw-body.ts";

/** Possible action on one. `key`: of the notification that it becomes, or became. */
type Standing =
  | { state: "not understood"; issues: readonly Issue[] }
  | { state: "can be replayed"; key: string }
  | { state: "replayed"; key: string };

/** The id of the delivery by which a body is replayed: the same each time, so that it counts once. */
export function replayDeliveryId({ digest }: Pick<StoredNotification, "digest">): string {
  return `replay-${digest}`;
}

export async function standingOf(
  notifications: NotificationQueries,
  item: StoredNotification,
): Promise<Standing> {
  const reading = read(item);
  if (!reading.valid) return { state: "not understood", issues: reading.issues };
  const current = keyOfBody(reading.body, item.projectId, item);
  const isStored = await isStoredUnder(notifications, current, item.digest);
  return { state: isStored ? "replayed" : "can be replayed", key: current.key };
}

/** Each revision is the current one of its transaction or a past one. */
async function isStoredUnder(
  notifications: NotificationQueries,
  current: NotificationKey,
  digest: string,
): Promise<boolean> {
  const [now, past] = await Promise.all([
    notifications.get(current),
    notifications.get(pastKeyOf({ ...current, digest })),
  ]);
  return now?.digest === digest || past !== undefined;
}

/** Reads a body as the consumer does: for the project that it was authenticated for. */
function read(item: StoredNotification): WebhookReading {
  try {
    return readWebhook(parseObjectExactly(textOf(expandBody(item.raw))), [item.projectId]);
  } catch {
    return { valid: false, issues: item.issues ?? [{ path: "", is: "jsonObject" }] };
  }
}

/** The standing in words: `not understood: data.txHash: expected text`. */
export function standingText(standing: Standing): string {
  switch (standing.state) {
    case "not understood":
      return `not understood: ${issuesLine(standing.issues)}`;
    case "replayed":
      return `replayed as ${standing.key}`;
    case "can be replayed":
      return `can be replayed as ${standing.key}`;
  }
}
