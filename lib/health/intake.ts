/** Whether webhooks come in, and what of them waits for somebody. */

import type { NotificationQueries } from "../store/notifications/notification-queries.ts";
import { standingOf } from "../store/notifications/quarantined-body.ts";

const DAY_MS = 24 * 3_600_000;

/** Quiet for longer is worth a question. */
const QUIET_MS = 7 * DAY_MS;

/** How far back quarantine is looked at. */
const QUARANTINE_MS = 30 * DAY_MS;

/** At most so many quarantined bodies are looked at. */
export const MAX_LOOKED_AT = 200;

export type LastWebhook = { kind: "none" } | { kind: "recent" | "quiet"; at: string };

/** When the last webhook of a project was received, and whether that is long ago. @param now milliseconds since 1970 */
export async function lastWebhook(
  notifications: NotificationQueries,
  projectId: number,
  now: number,
): Promise<LastWebhook> {
  for await (const { receivedAt } of notifications.list({ projectIds: [projectId] }, 1))
    return { kind: now - Date.parse(receivedAt) > QUIET_MS ? "quiet" : "recent", at: receivedAt };
  return { kind: "none" };
}

/**
 * How many quarantined bodies of the last 30 days became no notification yet; {@link MAX_LOOKED_AT} where there may be
 * more.
 * @param recorded the projects under which bodies are kept
 * @param projectIds those of the settings
 */
export async function openQuarantine(
  notifications: NotificationQueries,
  { recorded, projectIds }: { recorded: readonly number[]; projectIds: readonly number[] },
  now: number,
): Promise<number> {
  const since = new Date(now - QUARANTINE_MS).toISOString();
  let open = 0;
  let lookedAt = 0;
  for await (const { key } of notifications.list({ projectIds: recorded, kind: "quarantined", since })) {
    const known = await notifications.find(key);
    if (known !== undefined) {
      const { state } = await standingOf(projectIds, notifications, known.notification);
      if (state !== "replayed") open++;
    }
    if (++lookedAt >= MAX_LOOKED_AT) break;
  }
  return open;
}

/** What counts a queue's messages, those included that somebody looks at just now. */
export const MESSAGE_COUNTS = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
] as const;

/** How many messages are in a queue, by its attributes {@link MESSAGE_COUNTS}. */
export function messagesIn(
  attributes: { [Name in (typeof MESSAGE_COUNTS)[number]]?: string | undefined } = {},
): number {
  return MESSAGE_COUNTS.reduce((sum, name) => sum + Number(attributes[name] ?? 0), 0);
}
