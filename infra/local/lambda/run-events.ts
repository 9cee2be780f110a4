/** Events of the local stack, as they happen: printed by `npm start`, awaited by tests. */

import { EventEmitter } from "node:events";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";

/** One thing that happened; `function` is the function's short name, such as `GetUser`. */
export type LocalEvent =
  | { type: "request"; server: string; method: string; path: string; status: number; milliseconds: number }
  | { type: "log"; function: string; line: Record<string, unknown> }
  | { type: "output"; function: string; text: string }
  | { type: "metrics"; function: string; counts: Record<string, number> }
  | { type: "failure"; function: string; error: string; message: string }
  | { type: "delivery"; queue: string; function: string; messages: number; failed: number }
  | { type: "dead"; queue: string; messages: number }
  | { type: "schedule"; schedule: string; function: string }
  | { type: "alert"; alert: LocalAlert }
  | { type: "problem"; message: string };

export class LocalEvents {
  readonly #emitter = new EventEmitter<{ event: [LocalEvent] }>();

  constructor() {
    // A test may wait for many things concurrently.
    this.#emitter.setMaxListeners(0);
  }

  emit(event: LocalEvent): void {
    this.#emitter.emit("event", event);
  }

  /** Calls `listener` for each event from now on, until the function that it returns is called. */
  listen(listener: (event: LocalEvent) => void): () => void {
    this.#emitter.on("event", listener);
    return () => this.#emitter.off("event", listener);
  }
}
