/** The CPU that receive-webhook takes for a request, beside what no receiver of an authentic one can do without. */

import { createHmac } from "node:crypto";
import { canonicalBody } from "../../../../lib/contract/signature.ts";
import { unsignedWebhookEvent, WEBHOOK_SECRET, webhookEvent } from "../environment/events.ts";
import { bodyOf, largeBodyOf } from "../environment/notification-bodies.ts";
import type { Figure } from "../figure.ts";
import { type Handler, stubbedReceiver } from "../processes/stubbed-receiver.ts";
import { compared, interleaved } from "../statistics.ts";

const ROUNDS = 15;
const KIB = 1_024;
const OF = "JSON.parse, canonical form and HMAC-SHA256 of the same body";

/** Sizes of body, and how many requests make a round: enough to be measured, few enough to stay in the cache. */
const SIZES = [
  { name: "1434B", bytes: 1_434, requests: 4_000 },
  { name: "20KiB", bytes: 20 * KIB, requests: 600 },
  { name: "200KiB", bytes: 200 * KIB, requests: 60 },
];

/** So many events are made before the clock runs: Lambda's runtime has parsed the event when the handler is called. */
const EVENTS_AT_ONCE = 100;

/** About the largest that API Gateway hands over, and as many requests as fit in memory at once. */
const REFUSED = { id: "webhook.unsigned4900KB.cpu", bytes: 4_900_000, requests: 4 };

/** One figure a size, and one of a large body that nobody signed, in microseconds of CPU, without logging and network. */
export async function measureWebhook(): Promise<Figure[]> {
  const handler = await stubbedReceiver();
  const figures: Figure[] = [];
  for (const { name, bytes, requests } of SIZES) {
    const body = bodyOf({ id: 918_273, bytes });
    const event = JSON.stringify(webhookEvent(body));
    await handle(handler, event, requests);
    const rounds = await interleaved(ROUNDS, {
      own: () => handle(handler, event, requests),
      reference: () => reference(body, requests),
    });
    figures.push(compared({ id: `webhook.${name}.cpu`, unit: "µs", of: OF }, rounds.own, rounds.reference));
  }
  return [...figures, await measureRefusal(handler)];
}

/** What it costs to refuse a large body that nobody signed, beside finding out by its signature. */
async function measureRefusal(handler: Handler): Promise<Figure> {
  const { id, bytes, requests } = REFUSED;
  const body = largeBodyOf(bytes);
  const event = JSON.stringify(unsignedWebhookEvent(body));
  const rounds = await interleaved(ROUNDS, {
    own: () => handle(handler, event, requests, 401),
    reference: () => reference(body, 1),
  });
  return compared({ id, unit: "µs", of: OF }, rounds.own, rounds.reference);
}

/** @returns microseconds of CPU a request */
async function handle(handler: Handler, event: string, requests: number, expected = 200): Promise<number> {
  let spent = 0;
  for (let done = 0; done < requests; done += EVENTS_AT_ONCE) {
    const count = Math.min(EVENTS_AT_ONCE, requests - done);
    const events: unknown[] = Array.from({ length: count }, () => JSON.parse(event));
    const start = process.cpuUsage();
    for (const one of events) {
      const status: unknown = Reflect.get(Object(await handler(one)), "statusCode");
      if (status !== expected) throw new Error(`A webhook of the bench was answered with ${status}.`);
    }
    spent += since(start);
  }
  return spent / requests;
}

function reference(body: string, requests: number): number {
  const timestamp = String(Date.now());
  const start = process.cpuUsage();
  for (let done = 0; done < requests; done++) {
    const message = `POST::/webhook::${canonicalBody(JSON.parse(body))}::${timestamp}`;
    createHmac("sha256", WEBHOOK_SECRET).update(message).digest("base64");
  }
  return since(start) / requests;
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
