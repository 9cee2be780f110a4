/** Listens where the SDK looks for Secrets Manager and for Lambda's Invoke. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import { close, listen } from "../http/loopback.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { AwsCall } from "../permissions/aws-call.ts";
import type { Judge } from "../permissions/judge.ts";
import { accessKeyIn, refusalReply } from "../permissions/refusal.ts";
import { invokeCall, secretCalls } from "../permissions/requested-calls.ts";
import type { Outage } from "./outage.ts";
import { SecretsError, type SecretsManager } from "./secrets-manager.ts";

interface AwsEndpointOptions {
  secrets: SecretsManager;
  outage: Outage;
  judge: Judge;
  /** Finds a function by name or ARN. */
  findFunction(id: string): FunctionPool | undefined;
}

const JSON_1_1 = "application/x-amz-json-1.1";
const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** A server on this machine. */
export interface Listening {
  url: string;
  /** Stops at once. */
  close(): Promise<void>;
}

/** Starts the emulated Secrets Manager and Lambda API on one free port. */
export async function startAwsEndpoint(options: AwsEndpointOptions): Promise<Listening> {
  const server = createServer((request, reply) => {
    answer(request, reply, options).catch(() => reply.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, close: () => close(server) };
}

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  options: AwsEndpointOptions,
): Promise<void> {
  if (!isLocalCall(request.headers)) {
    reply.writeHead(403).end();
    return;
  }
  // AWS answers only POST here; a GET is what a page can send without being asked.
  if (request.method !== "POST") {
    reply.writeHead(405, { allow: "POST" }).end();
    return;
  }
  const body = await buffer(request);
  const [, id] = INVOKE.exec(request.url ?? "") ?? [];
  if (id === undefined) answerSecrets(request, reply, body, options);
  else await answerInvoke(decodeURIComponent(id), request, reply, body, options);
}

/** Answers what the caller is not allowed to do. @returns whether it was refused */
function refuses(
  { judge }: AwsEndpointOptions,
  service: "lambda" | "secretsmanager",
  { headers }: IncomingMessage,
  reply: ServerResponse,
  calls: () => AwsCall[],
): boolean {
  const verdict = judge.judge(accessKeyIn(headers.authorization), calls);
  if (verdict.kind === "allowed") return false;
  const refusal = refusalReply(service, verdict);
  reply.writeHead(refusal.status, refusal.headers).end(refusal.body);
  return true;
}

function answerSecrets(
  request: IncomingMessage,
  reply: ServerResponse,
  body: Buffer,
  options: AwsEndpointOptions,
): void {
  const { headers } = request;
  const { secrets, outage } = options;
  const action = String(headers["x-amz-target"] ?? "").replace("secretsmanager.", "");
  const send = (status: number, value: unknown) =>
    reply.writeHead(status, { "content-type": JSON_1_1 }).end(JSON.stringify(value));
  if (outage.of("secretsmanager")) {
    send(503, { __type: "InternalServiceError", Message: "out of reach" });
    return;
  }
  try {
    const call: unknown = JSON.parse(body.toString());
    if (refuses(options, "secretsmanager", request, reply, () => secretCalls(action, call))) return;
    send(200, secrets.answer(action, call));
  } catch (error) {
    if (error instanceof SecretsError) send(400, { __type: error.name, Message: error.message });
    else send(400, { __type: "SerializationException", Message: "The body is not JSON." });
  }
}

async function answerInvoke(
  id: string,
  request: IncomingMessage,
  reply: ServerResponse,
  body: Buffer,
  options: AwsEndpointOptions,
): Promise<void> {
  if (refuses(options, "lambda", request, reply, () => [invokeCall(id)])) return;
  const pool = options.findFunction(id);
  if (pool === undefined) {
    reply.writeHead(404, {
      "content-type": "application/json",
      "x-amzn-errortype": "ResourceNotFoundException",
    });
    reply.end(JSON.stringify({ Type: "User", Message: `Function not found: ${id}` }));
    return;
  }
  const payload = body.length === 0 ? "{}" : body.toString();
  if (request.headers["x-amz-invocation-type"] === "Event") {
    pool.invokeLater(payload);
    reply.writeHead(202).end();
    return;
  }
  const outcome = await pool.invoke(payload);
  const error = outcome.ok ? {} : { "x-amz-function-error": "Unhandled" };
  reply.writeHead(200, { "content-type": "application/json", "x-amz-executed-version": "$LATEST", ...error });
  reply.end(outcome.ok ? outcome.payload : JSON.stringify(outcome.error));
}
