/**
 * A model of the webhook queue on a day on which the Notifications table refuses everything: SQS with its limit of
 * messages in flight, the consumer's pauses, and what is stored and alerted.
 */

import { WEBHOOK_DELIVERIES } from "../../../../lib/inbound/envelope.ts";
import { isOutage, pauseSeconds } from "../../../../lib/intake/retry.ts";

/** SQS hands out nothing more while so many messages of a standard queue are in flight. */
export const MOST_IN_FLIGHT = 120_000;

/** Two consumers at a time, each with a batch of 500 a second: the most that the template has. */
const BATCH = 500;
const BATCHES_A_SECOND = 2;

/** Times in seconds. */
export interface Day {
  /** Times of webhooks, in order. */
  arrivals: readonly number[];
  /** From when to when the table refuses. */
  outage: readonly [from: number, to: number];
  /** SQS's own limit where absent. */
  mostInFlight?: number;
}

/** Results of the webhooks; those with an index that ten divides are illegal. */
export interface DayEnd {
  /** Number of times that each was stored, and alerted. */
  stored: Uint8Array;
  alerted: Uint8Array;
  deadLetters: number;
  /** The most deliveries of one message. */
  mostDeliveries: number;
  mostInFlight: number;
  /** The most that waited without being in flight. */
  mostBehind: number;
  /** Each second in which a delivery was counted as not stored. */
  counted: number[];
  /** Time at which the last one was stored. */
  doneAt: number;
}

/** Runs a day, second by second, until the queue is empty. */
export function runDay({ arrivals, outage: [from, to], mostInFlight = MOST_IN_FLIGHT }: Day): DayEnd {
  const count = arrivals.length;
  const deliveries = new Uint16Array(count);
  const end: DayEnd = {
    ...{ stored: new Uint8Array(count), alerted: new Uint8Array(count), deadLetters: 0 },
    ...{ mostDeliveries: 0, mostInFlight: 0, mostBehind: 0, counted: [], doneAt: 0 },
  };
  const hidden = new Map<number, number[]>();
  let inFlight = 0;
  const visible: number[] = [];
  // Earlier ones were received: taking them out of so long a list would take most of the time.
  let head = 0;
  let next = 0;
  for (let now = 0; next < count || visible.length > head || inFlight > 0; now++) {
    const shown = hidden.get(now) ?? [];
    hidden.delete(now);
    inFlight -= shown.length;
    for (const message of shown) visible.push(message);
    while (next < count && (arrivals[next] ?? 0) <= now) visible.push(next++);
    const isDown = now >= from && now < to;
    const received = visible.slice(head, head + Math.min(BATCH * BATCHES_A_SECOND, mostInFlight - inFlight));
    head += received.length;
    if (head > 1_000_000) {
      visible.splice(0, head);
      head = 0;
    }
    let isCounted = false;
    for (const message of received) {
      const times = (deliveries[message] ?? 0) + 1;
      deliveries[message] = times;
      end.mostDeliveries = Math.max(end.mostDeliveries, times);
      if (times > WEBHOOK_DELIVERIES) end.deadLetters++;
      else if (isDown) {
        isCounted ||= isOutage(times);
        const at = now + pauseSeconds(times);
        const others = hidden.get(at);
        if (others === undefined) hidden.set(at, [message]);
        else others.push(message);
        inFlight++;
      } else {
        end.stored[message] = (end.stored[message] ?? 0) + 1;
        if (message % 10 === 0) end.alerted[message] = (end.alerted[message] ?? 0) + 1;
        end.doneAt = now;
      }
    }
    if (isCounted) end.counted.push(now);
    end.mostInFlight = Math.max(end.mostInFlight, inFlight);
    end.mostBehind = Math.max(end.mostBehind, visible.length - head);
  }
  return end;
}
