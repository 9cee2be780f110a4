/** Under which keys the functions have put items for a run: nothing is in a table that did not go over the wire. */

import * as z from "zod/mini";
import { subjectsIn } from "./subjects.ts";
import type { PassedCall } from "./wire.ts";

const put = z.object({ Item: z.record(z.string(), z.looseObject({ S: z.optional(z.string()) })) });

export class WrittenKeys {
  readonly #notifications = new Map<string, Set<string>>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    if (status !== 200 || !call.what.startsWith("dynamodb:PutItem notifications")) return;
    const key = put.parse(JSON.parse(body)).Item["key"]?.S ?? "";
    for (const subject of subjectsIn(body).concat(call.subjects)) {
      const known = this.#notifications.get(subject) ?? new Set<string>();
      this.#notifications.set(subject, known.add(key));
    }
  }

  /** The keys of a subject's notifications, and perhaps of others that came in one batch with them. */
  notificationsOf(subject: string): string[] {
    return [...(this.#notifications.get(subject) ?? [])];
  }
}
