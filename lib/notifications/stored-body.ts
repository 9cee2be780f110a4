/** The notification in a stored body, with everything that the bounded attributes beside it leave out. */

import { parseObjectExactly, textOf } from "../contract/exact-json.ts";
import { type Notification, webhookBody } from "../contract/webhook.ts";
import { expandBody } from "./raw-body.ts";

/** Reads it; undefined where the body holds none, or none that this version can read. */
export function notificationIn(raw: Uint8Array): Notification | undefined {
  try {
    const body = webhookBody.safeParse(parseObjectExactly(textOf(expandBody(raw))));
    return body.success && body.data.type === "notification" ? body.data.data : undefined;
  } catch {
    return undefined;
  }
}
