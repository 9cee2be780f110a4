/** Under which keys the functions have put items for a run: nothing is in a table that did not go over the wire. */

import * as z from "zod/mini";
import { type NotificationKey, nameOf } from "../../lib/store/notification-keys.ts";
import { subjectsIn } from "./subjects.ts";
import type { PassedCall } from "./wire.ts";

const put = z.object({ Item: z.record(z.string(), z.looseObject({ S: z.optional(z.string()) })) });

export class WrittenKeys {
  readonly #notifications = new Map<string, Map<string, NotificationKey>>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    if (status !== 200 || !call.what.startsWith("dynamodb:PutItem notifications")) return;
    const { Item } = put.parse(JSON.parse(body));
    const key = { key: Item["key"]?.S ?? "", version: Item["version"]?.S ?? "" };
    for (const subject of subjectsIn(body).concat(call.subjects)) {
      const known = this.#notifications.get(subject) ?? new Map<string, NotificationKey>();
      this.#notifications.set(subject, known.set(nameOf(key), key));
    }
  }

  /** The keys of a subject's notifications, and perhaps of others that came in one batch with them. */
  notificationsOf(subject: string): NotificationKey[] {
    return [...(this.#notifications.get(subject)?.values() ?? [])];
  }
}
