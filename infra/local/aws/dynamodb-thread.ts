/** DynamoDB on this machine, in a thread of its own: it keeps a core busy, and must not take the stack down. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { parentPort } from "node:worker_threads";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import { listen } from "../http/loopback.ts";
import { Judge } from "../permissions/judge.ts";
import { accessKeyIn, refusalReply } from "../permissions/refusal.ts";
import { dynamoDbCalls } from "../permissions/requested-calls.ts";
import { bodyOf, dynaliteServer } from "./dynalite-server.ts";
import type { DynamoDbOrder, DynamoDbReport } from "./dynamodb.ts";

const { server, answer } = dynaliteServer({ createTableMs: 0 });
const report = (said: DynamoDbReport) => parentPort?.postMessage(said);
const judge = new Judge(({ message }) => report({ type: "refusal", message }));
let down = false;

parentPort?.on("message", (order: DynamoDbOrder) => {
  if (order.type === "enforce") judge.enforce(order.permissions);
  else down = order.down;
});

// An unexpected input makes dynalite throw, and one call stays unanswered; the others must not suffer for it.
process.on("uncaughtException", (error) =>
  report({ type: "problem", message: `The emulated DynamoDB left a call unanswered: ${error}` }),
);

server.on("request", (request, reply) => {
  if (!isLocalCall(request.headers)) reply.writeHead(403).end();
  // DynamoDB's health check is a GET, and a GET is what a page can send without being asked.
  else if (request.method !== "POST") reply.writeHead(405, { allow: "POST" }).end();
  else if (down) reply.writeHead(503, { "content-type": "application/x-amz-json-1.0" }).end("{}");
  else void answerJudged(request, reply);
});

async function answerJudged(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { authorization, "x-amz-target": target } = request.headers;
  const body = await bodyOf(request);
  if (body === undefined) return;
  const caller = accessKeyIn(authorization);
  // Dynalite itself refuses unsigned calls. The body is parsed only if the judgement depends on it.
  if (caller === undefined || judge.isAdministrator(caller)) return answer(request, body, reply);
  const action = String(target).split(".")[1] ?? "";
  const verdict = judge.judge(caller, () => dynamoDbCalls(action, parsed(body)));
  if (verdict.kind === "allowed") return answer(request, body, reply);
  const refusal = refusalReply("dynamodb", verdict);
  reply.writeHead(refusal.status, refusal.headers).end(refusal.body);
}

/** Dynalite refuses what is not JSON; no caller is allowed to send it. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

parentPort?.postMessage(await listen(server, 0));
