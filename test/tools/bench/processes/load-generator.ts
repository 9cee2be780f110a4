/** A process that sends signed webhooks to a door, so many at once, and says when it began and how long each took. */

import { Agent, request } from "node:http";
import * as z from "zod/mini";
import { signedHeaders } from "../environment/events.ts";
import { bodyOf } from "../environment/notification-bodies.ts";
import { answering } from "./answering.ts";

/** `count` notifications with ids from `from`. */
const order = z.object({ url: z.string(), from: z.number(), count: z.number(), atOnce: z.number() });

answering(async (question) => {
  const { url, from, count, atOnce } = order.parse(question);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const bodies = Array.from({ length: count }, (_, index) => {
    const body = bodyOf({ id: from + index, bytes: 1_434, wallets: 10 });
    return { body, headers: signedHeaders("POST", "/webhook", body) };
  });
  const milliseconds: number[] = [];
  const rest = bodies.values();
  const start = Date.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { body, headers } of rest) {
        const sent = performance.now();
        const status = await post(url, body, headers, agent);
        if (status !== 200) throw new Error(`A webhook of the bench was answered with ${status}.`);
        milliseconds.push(performance.now() - sent);
      }
    }),
  );
  agent.destroy();
  return { start, milliseconds };
});

function post(url: string, body: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((done, fail) => {
    const length = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { agent, method: "POST", headers: { ...headers, ...length } }, (reply) => {
      reply.resume().on("end", () => done(reply.statusCode ?? 0));
    });
    sent.on("error", fail).end(body);
  });
}
