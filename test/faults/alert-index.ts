/** Every alert that was published, found by the run that it speaks of. */

import type { LocalEvents } from "../../infra/local/events.ts";
import type { LocalAlert } from "../../lib/local-endpoints.ts";

export class AlertIndex {
  readonly #alerts: LocalAlert[] = [];

  /** @param events of a stack; alerts before now are not heard of */
  constructor(events: LocalEvents) {
    events.listen((event) => {
      if (event.type === "alert") this.#alerts.push(event.alert);
    });
  }

  /** The alerts that mention a subject in any way, also where it is a part of a longer number. */
  of(subject: string): LocalAlert[] {
    return this.#alerts.filter(({ subject: line, text, attributes }) =>
      [line, text, JSON.stringify(attributes)].some((part) => part.includes(subject)),
    );
  }

  get all(): readonly LocalAlert[] {
    return this.#alerts;
  }
}
