/** A stored notification as the rest of Vigía reads it; notification-attributes.ts has its stored form. */

import { logger } from "../../aws/observe.ts";
import { NOTIFICATIONS_KEY } from "../../aws/tables/keys.ts";
import { isObject } from "../../contract/exact-json.ts";
import type { Issue } from "../../contract/issues.ts";
import { isSchemaError } from "../../contract/lazy-schema.ts";
import type { Course } from "./course.ts";
import type { NotificationKey } from "./notification-keys.ts";
import type { Said } from "./said.ts";

/** State of a notification's alert. */
export interface AlertState {
  state: "none" | "pending" | "sent";
  /** Since when it is so: ISO 8601, UTC. */
  at?: string | undefined;
  /** The alert that spoke of it. */
  id?: string | undefined;
  /** If it was alerted only as a return: the receipt of that, ISO 8601. Its case is that of the withdrawn content. */
  returned?: string | undefined;
  /** Beside that: the receipt of a return whose alert is not sent yet, ISO 8601. */
  returnPending?: string | undefined;
}

/** A notification as lists show it. Beside the raw body all of it is bounded. */
export interface ListedNotification extends Said {
  /** `projectId#id`, the same for every content of one id. */
  key: string;
  /** `first`, or the digest of another content that came under the same id. */
  version: string;
  kind: "notification" | "error" | "quarantined";
  projectId: number;
  /** Digits for a notification; `error-…` or `quarantined-…` for what has no id of its own. */
  id: string;
  /** First receipt by Vigía: ISO 8601, UTC. */
  receivedAt: string;
  /** Number of repeats of the same content. */
  repeats: number;
  /** A delivery came so late that it may have been counted before: there are `repeats` at least. */
  repeatsAtLeast?: boolean | undefined;
  alert: AlertState;
  /** The key of the notification of which this is another content. */
  originalKey?: string | undefined;
  /** A quarantined body that was replayed: the notification that it became is listed and counted in its place. */
  replayed?: boolean | undefined;
}

/** Place of a notification in lists. */
export type NotificationPlace = Pick<ListedNotification, "receivedAt" | "key" | "version">;

/** A notification with everything that is kept of it. */
export interface StoredNotification extends ListedNotification {
  /** The delivery that made the item: API Gateway's request id. */
  delivery: string;
  /** The last deliveries that repeated it, oldest first, each as a short mark: see repeats.ts. */
  repeatedBy?: string[] | undefined;
  /** The digest of the content, by which a repeat differs from a change. */
  content: string;
  /** Why a quarantined body is not the contract. */
  issues?: Issue[] | undefined;
  /** At the first content of an id: which claims each other content was the first to make. */
  claims?: Record<string, Set<string>> | undefined;
  /** At the first content of an id: what became of its transactions, by the digest of each. */
  courses?: Record<string, Course> | undefined;
  /** Number of writes of `courses`. */
  coursesWritten?: number | undefined;
  raw: Uint8Array;
  expiresAt: number;
}

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
