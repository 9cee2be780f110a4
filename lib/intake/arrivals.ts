/** Counts what arrives for each project: it shows that webhooks come, and that nobody sends more than is paid for. */

import type { Delivery } from "../inbound/envelope.ts";
import { count } from "../observe.ts";

/** A delivery as the queue hands it over. */
export interface Arrival {
  delivery: Delivery;
  /** The project that it is kept under. */
  projectId: number;
  /** How often the queue has handed it over, this time included. */
  receiveCount: number;
}

/** Counts each accepted webhook and its bytes once; a rehearsal proves nothing of the service, and is not counted. */
export function countArrivals(arrivals: readonly Arrival[]): void {
  for (const { delivery, projectId, receiveCount } of arrivals) {
    if (receiveCount > 1 || delivery.rehearsal === true) continue;
    count("WebhookAccepted", 1, projectId);
    count("WebhookBytes", delivery.body.length, projectId);
  }
}
