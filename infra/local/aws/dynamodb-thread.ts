/** DynamoDB on this machine, in a thread of its own: it keeps a core busy, and must not take the stack down. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { parentPort } from "node:worker_threads";
import { listen } from "../http/loopback.ts";
import { bodyOf, dynaliteServer } from "./dynalite-server.ts";
import type { FromThread, ToThread } from "./dynamodb.ts";
import { type AwsReply, callerIn, wrongCall } from "./gate.ts";

const { server, answer } = dynaliteServer({ createTableMs: 0 });
const say = (message: FromThread) => parentPort?.postMessage(message);
/** Calls at the gate, which is on the main thread, by their numbers. */
const atGate = new Map<number, (reply: AwsReply | undefined) => void>();
let calls = 0;
let isGated = false;

parentPort?.on("message", (message: ToThread) => {
  if (message === "gate") {
    isGated = true;
    return;
  }
  atGate.get(message.call)?.(message.reply);
  atGate.delete(message.call);
});

// An unexpected input makes dynalite throw, and one call stays unanswered; the others must not suffer for it.
process.on("uncaughtException", (error) =>
  say({ problem: `The emulated DynamoDB left a call unanswered: ${error}` }),
);

server.on("request", async (request: IncomingMessage, reply: ServerResponse) => {
  const { headers, method } = request;
  const wrong = wrongCall(headers, method);
  if (wrong !== undefined) {
    reply.writeHead(wrong).end();
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) return;
  const refusal = isGated ? await gateReply(request, body) : undefined;
  if (refusal !== undefined) {
    reply.writeHead(refusal.status, refusal.headers).end(refusal.body);
    return;
  }
  const { status: answered, headers: sent, text } = await answer(request, body);
  reply.writeHead(answered, sent).end(text);
});

function gateReply({ headers }: IncomingMessage, body: Buffer): Promise<AwsReply | undefined> {
  const action = String(headers["x-amz-target"]).split(".")[1] ?? "";
  const call = ++calls;
  const { promise, resolve } = Promise.withResolvers<AwsReply | undefined>();
  atGate.set(call, resolve);
  say({ call, action, caller: callerIn(headers), body: body.toString() });
  return promise;
}

say({ port: await listen(server, 0) });
