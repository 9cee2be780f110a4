/** A risk service that quotes the key of a call in every answer. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";

type Answer = (key: string, reply: ServerResponse) => void;

/** Answers to a scan. */
export const ANSWERS = {
  refused: (key, reply) => json(reply, 401, { success: false, message: `${key} is not a key of ours` }),
  forbidden: (key, reply) => reply.writeHead(403, { "www-authenticate": key }).end(`<p>${key}</p>`),
  "not found": (key, reply) => json(reply, 404, { success: false, message: `no project for ${key}`, key }),
  rejected: (key, reply) => json(reply, 400, { success: false, message: `bad call with "${key}"` }),
  failing: (key, reply) => reply.writeHead(500).end(`<pre>Error: ${key}\n    at auth (auth.js:1:1)</pre>`),
  "reporting a failure": (key, reply) =>
    json(reply, 200, { success: false, message: `quota of ${key} is used up` }),
  "answering no JSON": (key, reply) => reply.writeHead(200).end(key),
  "answering other JSON": (key, reply) =>
    json(reply, 200, { success: true, data: { results: key, [key]: key } }),
  redirecting: (key, reply) =>
    reply.writeHead(302, { location: `/login?key=${encodeURIComponent(key)}` }).end(),
  "hanging up": (_, reply) => reply.destroy(),
} satisfies Record<string, Answer>;

export type AnswerName = keyof typeof ANSWERS;

export interface LeakyService {
  url: string;
  answer: AnswerName;
  close(): Promise<void>;
}

export async function startLeakyService(): Promise<LeakyService> {
  const service: Pick<LeakyService, "answer"> = { answer: "refused" };
  const server = createServer((request: IncomingMessage, reply) => {
    request.resume();
    const key = String(request.headers["x-api-key"]);
    if (request.url === "/v1/chains") json(reply, 200, { success: true, data: [] });
    else ANSWERS[service.answer](key, reply);
  });
  const port = await listen(server, 0);
  return Object.assign(service, { url: `http://127.0.0.1:${port}/v1`, close: () => closeServer(server) });
}

function json(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
