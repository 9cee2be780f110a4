/** The raw bytes of a body, compressed for storage: DynamoDB bills by the KiB and refuses an item over 400 KB. */

import { gunzipSync, gzipSync } from "node:zlib";
import { parseObjectExactly, textOf } from "../../contract/exact-json.ts";
import { type Notification, webhookBody } from "../../contract/webhook.ts";

/** No body that was accepted is larger; more would be a corrupt item. */
const MAX_BYTES = 1_048_576;

/** The bytes as they are stored: gzip, which any system reads. */
export function compressBody(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(body, { level: 9 }));
}

/** The bytes as they came in. @throws {Error} if the stored bytes are corrupt */
export function expandBody(stored: Uint8Array): Buffer {
  return gunzipSync(stored, { maxOutputLength: MAX_BYTES });
}

/** The notification in a stored body; undefined where it holds none that can be read. */
export function notificationIn(raw: Uint8Array): Notification | undefined {
  return readNotification(raw).notification;
}

/** The same, with how many bytes had to be read for it. */
export function readNotification(raw: Uint8Array): { notification: Notification | undefined; bytes: number } {
  let bytes = MAX_BYTES;
  try {
    const expanded = expandBody(raw);
    bytes = expanded.length;
    const body = webhookBody.safeParse(parseObjectExactly(textOf(expanded)));
    return {
      notification: body.success && body.data.type === "notification" ? body.data.data : undefined,
      bytes,
    };
  } catch {
    return { notification: undefined, bytes };
  }
}
