/**
 * A model of the webhook queue on a day on which the Notifications table refuses everything: SQS with its limit of
 * messages in flight, a tenth of its size here, the consumer's pauses, and what is stored.
 */

import { expect, it } from "vitest";
import { isOutage, pauseSeconds } from "../../../lib/intake/retry.ts";
import { WEBHOOK_DELIVERIES } from "../../../lib/settings/limits.ts";

/** Times are in seconds. */
const HOUR = 3_600;
const FROM = 2 * HOUR;
const TO = 26 * HOUR;

const WEBHOOKS = 20_000;

/** SQS hands out nothing more while a tenfold of these messages of a standard queue are in flight. */
const MOST_IN_FLIGHT = 12_000;

/** Two consumers at a time, each with a batch of 500 a second: the most that the template has. */
const RECEIVED_A_SECOND = 1_000;

/** Period of CloudWatch's alarm, in which something was counted. */
const PERIOD = 300;

/** Longest pause, and the time for as many as are in flight. */
const HEALED_WITHIN = 1_000;

/** Runs the day second by second until the queue is empty. @param arrivals times of webhooks, in order */
function dayOf(arrivals: readonly number[]) {
  const deliveries = new Uint16Array(arrivals.length);
  const stored = new Uint8Array(arrivals.length);
  const end = {
    deadLetters: 0,
    mostInFlight: 0,
    mostBehind: 0,
    countedAt: Number.POSITIVE_INFINITY,
    doneAt: 0,
  };
  const hidden = new Map<number, number[]>();
  const visible: number[] = [];
  let [inFlight, received, arrived] = [0, 0, 0];
  for (let now = 0; arrived < arrivals.length || visible.length > received || inFlight > 0; now++) {
    const shown = hidden.get(now) ?? [];
    hidden.delete(now);
    inFlight -= shown.length;
    for (const message of shown) visible.push(message);
    while (arrived < arrivals.length && (arrivals[arrived] ?? 0) <= now) visible.push(arrived++);
    const room = Math.min(RECEIVED_A_SECOND, MOST_IN_FLIGHT - inFlight);
    const batch = visible.slice(received, received + room);
    received += batch.length;
    for (const message of batch) {
      const times = (deliveries[message] ?? 0) + 1;
      deliveries[message] = times;
      if (times > WEBHOOK_DELIVERIES) end.deadLetters++;
      else if (now >= FROM && now < TO) {
        if (isOutage(times)) end.countedAt = Math.min(end.countedAt, now);
        const at = now + pauseSeconds(times);
        hidden.set(at, hidden.get(at) ?? []);
        hidden.get(at)?.push(message);
        inFlight++;
      } else {
        stored[message] = (stored[message] ?? 0) + 1;
        end.doneAt = now;
      }
    }
    end.mostInFlight = Math.max(end.mostInFlight, inFlight);
    end.mostBehind = Math.max(end.mostBehind, visible.length - received);
  }
  return { ...end, storedOnce: stored.filter((times) => times === 1).length };
}

/** Latest time of the alarm after the first webhook that is refused. */
function alarmAfter(firstRefused: number, { countedAt }: ReturnType<typeof dayOf>): number {
  return (Math.floor(countedAt / PERIOD) + 1) * PERIOD - firstRefused;
}

it.each([
  [
    "before, during and after it",
    Array.from({ length: WEBHOOKS }, (_, at) => Math.floor((at * (TO + 2 * HOUR)) / WEBHOOKS)),
  ],
  ["all at its begin, more than are in flight", Array.from({ length: WEBHOOKS }, () => FROM)],
])("a day without the Notifications table is caught up with, where webhooks come %s", (_, arrivals) => {
  const end = dayOf(arrivals);
  expect(end).toMatchObject({ storedOnce: WEBHOOKS, deadLetters: 0, mostInFlight: MOST_IN_FLIGHT });
  expect(end.mostBehind).toBeGreaterThan(5_000);
  expect(end.doneAt).toBeLessThanOrEqual(Math.max(arrivals.at(-1) ?? 0, TO + HEALED_WITHIN));
  expect(alarmAfter(FROM, end)).toBeLessThanOrEqual(600);
});

it("rings within ten minutes where a webhook comes each hour, at any second of the alarm's period", () => {
  for (let offset = 0; offset < PERIOD; offset += 7) {
    const end = dayOf(Array.from({ length: 25 }, (_, hour) => FROM + offset + hour * HOUR));
    expect(end).toMatchObject({ storedOnce: 25, deadLetters: 0 });
    expect(alarmAfter(FROM + offset, end)).toBeLessThanOrEqual(600);
  }
});
