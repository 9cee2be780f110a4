/** A message of the service as it is stored, with its body. */

import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { expandBody } from "../../intake/notifications/raw-body.ts";

/** A message, and its body as it came; undefined where what is stored of it cannot be read. */
export interface ReadMessage {
  stored: StoredNotification;
  body: Buffer | undefined;
}

export function withBody(stored: StoredNotification): ReadMessage {
  try {
    return { stored, body: expandBody(stored.raw) };
  } catch {
    return { stored, body: undefined };
  }
}
