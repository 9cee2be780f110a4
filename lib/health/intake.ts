/** Whether webhooks come in, and what of them waits for somebody. */

import pMap from "p-map";
import type { NotificationKey } from "../notifications/notification-keys.ts";
import type { NotificationQueries } from "../notifications/notification-queries.ts";
import { standingOf } from "../notifications/quarantined-body.ts";

const DAY_MS = 24 * 3_600_000;

/** Quiet for longer is worth a question. */
const QUIET_MS = 7 * DAY_MS;

/** How far back quarantine is looked at. */
const QUARANTINE_MS = 30 * DAY_MS;

/** At most so many bodies, or alerts, are looked at. */
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

/** Quarantined bodies that became no notification yet. */
export interface OpenQuarantine {
  open: number;
  /** How many notifications were read, quarantined or not, where there are more of them; nobody looked at the rest. */
  readSoFar?: number;
}

/** DynamoDB gives a megabyte at a time at most, which is about as many rows. */
export const PAGE_ROWS = 1_000;

const CONCURRENT_READS = 20;

/**
 * Which quarantined bodies of the last 30 days became no notification yet, of the newest {@link MAX_LOOKED_AT}.
 * @param of.recorded the projects under which bodies are kept
 * @param of.projectIds those of the settings
 * @param now milliseconds since 1970
 * @param mostRead how many notifications are read for it at most
 */
export async function openQuarantine(
  notifications: NotificationQueries,
  of: { recorded: readonly number[]; projectIds: readonly number[] },
  now: number,
  mostRead = Number.POSITIVE_INFINITY,
): Promise<OpenQuarantine> {
  const since = new Date(now - QUARANTINE_MS).toISOString();
  const filter = { projectIds: of.recorded, kind: "quarantined", since } as const;
  const keys: NotificationKey[] = [];
  let [read, isCut] = [0, false];
  for await (const { one, fits } of notifications.walk(filter, { newestFirst: true, pageSize: PAGE_ROWS })) {
    isCut = read >= mostRead || keys.length >= MAX_LOOKED_AT;
    if (isCut) break;
    read++;
    if (fits && one.replayed !== true) keys.push(one);
  }
  const waits = await pMap(keys, (key) => isOpen(notifications, key, of.projectIds), {
    concurrency: CONCURRENT_READS,
  });
  const open = waits.filter((one) => one).length;
  return isCut ? { open, readSoFar: read } : { open };
}

async function isOpen(
  notifications: NotificationQueries,
  key: NotificationKey,
  projectIds: readonly number[],
): Promise<boolean> {
  const known = await notifications.get(key);
  return known !== undefined && (await standingOf(projectIds, notifications, known)).state !== "replayed";
}

/** How many different texts of errors are quoted. */
const MOST_ERROR_TEXTS = 5;

/** How many notifications are looked through for errors, the newest first. */
const MOST_READ_FOR_ERRORS = 20_000;

/** Errors that the service reported of itself. */
export interface ServiceErrors {
  count: number;
  /** What it said in the newest ones, as it said it, each text once. */
  texts: string[];
  /** How many notifications were looked through, where there are more of them. */
  readSoFar?: number;
}

/** Which errors the service reported within a span. @param of.until when it ends, ISO 8601; now where absent */
export async function serviceErrors(
  notifications: NotificationQueries,
  of: { projectIds: readonly number[]; since: string; until?: string },
): Promise<ServiceErrors> {
  const filter = { ...of, kind: "error" } as const;
  const texts = new Set<string>();
  let [read, count] = [0, 0];
  for await (const { one, fits } of notifications.walk(filter, { newestFirst: true, pageSize: PAGE_ROWS })) {
    if (++read > MOST_READ_FOR_ERRORS) break;
    if (!fits) continue;
    count++;
    if (one.message !== undefined && texts.size < MOST_ERROR_TEXTS) texts.add(one.message);
  }
  const found = { count, texts: [...texts] };
  return read > MOST_READ_FOR_ERRORS ? { ...found, readSoFar: MOST_READ_FOR_ERRORS } : found;
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
