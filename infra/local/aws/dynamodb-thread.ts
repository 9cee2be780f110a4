/** DynamoDB on this machine, in a thread of its own: it keeps a core busy, and must not take the stack down. */

import { parentPort } from "node:worker_threads";
import dynalite from "dynalite";
import { isLocalCall } from "../../../lib/stack/local-call.ts";
import { listen } from "../http/loopback.ts";

const server = dynalite({ createTableMs: 0 });
const [answer] = server.listeners("request");
let down = false;

parentPort?.on("message", (message: unknown) => {
  down = message === "down";
});

// Where dynalite is surprised it throws, and one call stays unanswered; the others must not suffer for it.
process.on("uncaughtException", (error) => parentPort?.postMessage(String(error)));

server.removeAllListeners("request");
server.on("request", (request, reply) => {
  if (!isLocalCall(request.headers)) reply.writeHead(403).end();
  else if (down) reply.writeHead(503, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  else answer?.call(server, request, reply);
});

parentPort?.postMessage(await listen(server, 0));
