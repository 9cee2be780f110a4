/** State of the intake: received webhooks, and those that wait for an operator. */

import pMap from "p-map";
import { MOST_COUNTED } from "../../aws/tables/count-limit.ts";
import type { NotificationKey } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import { standingOf } from "../../intake/notifications/quarantined-body.ts";

const DAY_MS = 24 * 3_600_000;

/** Quiet for longer is worth a question. */
const QUIET_MS = 7 * DAY_MS;

/** Days of quarantine that are checked. */
const QUARANTINE_MS = 30 * DAY_MS;

/** At most so many bodies, or alerts, are looked at. */
export const MAX_LOOKED_AT = 200;

export type LastWebhook = { kind: "none" } | { kind: "recent" | "quiet"; at: string };

/** Receipt of a project's last new webhook, repeats of known contents apart, and whether that is long ago. @param now milliseconds since 1970 */
export async function lastWebhook(
  notifications: NotificationQueries,
  projectId: number,
  now: number,
): Promise<LastWebhook> {
  for await (const { receivedAt } of notifications.list({ projectIds: [projectId] }, 1))
    return { kind: now - Date.parse(receivedAt) > QUIET_MS ? "quiet" : "recent", at: receivedAt };
  return { kind: "none" };
}

/** Quarantined bodies that became no notification yet. */
interface OpenQuarantine {
  open: number;
  /** Number of notifications that were read, quarantined or not, if there are more that were not. */
  readSoFar?: number;
}

/** DynamoDB gives a megabyte at a time at most, which is about as many rows. */
export const PAGE_ROWS = 1_000;

const CONCURRENT_READS = 20;

/**
 * Quarantined bodies of the last 30 days that became no notification yet, of the newest {@link MAX_LOOKED_AT}.
 * @param now milliseconds since 1970
 * @param mostRead how many notifications are read for it at most
 */
export async function openQuarantine(
  notifications: NotificationQueries,
  projectIds: readonly number[],
  now: number,
  mostRead = Number.POSITIVE_INFINITY,
): Promise<OpenQuarantine> {
  const since = new Date(now - QUARANTINE_MS).toISOString();
  const filter = { projectIds, kind: "quarantined", since } as const;
  const keys: NotificationKey[] = [];
  let [read, isCut] = [0, false];
  for await (const { notification, fits } of notifications.walk(filter, {
    newestFirst: true,
    pageSize: PAGE_ROWS,
  })) {
    isCut = read >= mostRead || keys.length >= MAX_LOOKED_AT;
    if (isCut) break;
    read++;
    if (fits) keys.push(notification);
  }
  const waits = await pMap(keys, (key) => isOpen(notifications, key), {
    concurrency: CONCURRENT_READS,
  });
  const open = waits.filter((isOpen) => isOpen).length;
  return isCut ? { open, readSoFar: read } : { open };
}

async function isOpen(notifications: NotificationQueries, key: NotificationKey): Promise<boolean> {
  const notification = await notifications.get(key);
  return notification !== undefined && (await standingOf(notifications, notification)).state !== "replayed";
}

/** Most different texts of errors that are quoted. */
const MOST_ERROR_TEXTS = 5;

/** Errors that the service reported of itself. */
interface ServiceErrors {
  count: number;
  /** Texts of the newest ones, each once and unchanged. */
  texts: string[];
  /** Number of notifications that were read, if there are more. */
  readSoFar?: number;
}

/** Errors that the service reported within a span. @param query.until its end, ISO 8601; now if absent */
export async function serviceErrors(
  notifications: NotificationQueries,
  query: { projectIds: readonly number[]; since: string; until?: string },
): Promise<ServiceErrors> {
  const filter = { ...query, kind: "error" } as const;
  const texts = new Set<string>();
  let [read, count] = [0, 0];
  for await (const { notification, fits } of notifications.walk(filter, {
    newestFirst: true,
    pageSize: PAGE_ROWS,
  })) {
    if (++read > MOST_COUNTED) break;
    if (!fits) continue;
    count++;
    if (notification.message !== undefined && texts.size < MOST_ERROR_TEXTS) texts.add(notification.message);
  }
  const quarantined = { count, texts: [...texts] };
  return read > MOST_COUNTED ? { ...quarantined, readSoFar: MOST_COUNTED } : quarantined;
}

/** Attributes that count a queue's messages, with those in flight. */
export const MESSAGE_COUNTS = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
] as const;

/** Number of messages in a queue, by its attributes {@link MESSAGE_COUNTS}. */
export function messagesIn(
  attributes: { [Name in (typeof MESSAGE_COUNTS)[number]]?: string | undefined } = {},
): number {
  return MESSAGE_COUNTS.reduce((sum, name) => sum + Number(attributes[name] ?? 0), 0);
}
