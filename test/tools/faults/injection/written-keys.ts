/** Writes of the functions for a run, by their keys: nothing is in a table that did not go over the wire. */

import type { PassedCall } from "./wire.ts";

/** A notification's partition key, in any place of a write. */
const KEY = /"key":\{"S":("(?:[^"\\]|\\.)*")\}/g;

export class WrittenKeys {
  readonly #notifications = new Map<string, Set<string>>();
  readonly #calls = new Map<string, number>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    for (const subject of new Set([...call.subjects, ...call.eventSubjects]))
      this.#calls.set(subject, this.callsFor(subject) + 1);
    if (status !== 200 || !/^dynamodb:\w*(Put|Write|Update)\w* \S*notifications/.test(call.what)) return;
    for (const [, text = '""'] of body.matchAll(KEY)) {
      const key = String(JSON.parse(text));
      // An id of a run begins with its subject; the key of a quarantined body says nothing of whose it is.
      const [, own] = /#(7\d{8})\d*$/.exec(key) ?? [];
      for (const subject of own === undefined ? call.subjects : [own]) {
        const known = this.#notifications.get(subject) ?? new Set<string>();
        this.#notifications.set(subject, known.add(key));
      }
    }
  }

  /** Number of a function's calls for a subject: while that stays, so do the stored records. */
  callsFor(subject: string): number {
    return this.#calls.get(subject) ?? 0;
  }

  /** The keys of a subject's notifications, and perhaps of others that came in one batch with them. */
  notificationsOf(subject: string): string[] {
    return [...(this.#notifications.get(subject) ?? [])];
  }
}
