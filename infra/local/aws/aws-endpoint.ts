/** Listens where the SDK looks for Secrets Manager and for Lambda's Invoke. */

import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import { closeServer, listen } from "../http/loopback.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import { type AwsReply, callerIn, type Gate, wrongCall } from "./gate.ts";

interface AwsEndpointOptions {
  /** The text of each secret, by its ARN. */
  secrets: Map<string, string>;
  gate: Gate;
  /** Finds a function by name or ARN. */
  findFunction(id: string): FunctionPool | undefined;
}

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** A server on this machine. */
interface Listening {
  url: string;
  /** Stops at once. */
  close(): Promise<void>;
}

/** Starts the emulated Secrets Manager and Lambda API on one free port. */
export async function startAwsEndpoint(options: AwsEndpointOptions): Promise<Listening> {
  const server = createServer((request, reply) => {
    answer(request, options).then(
      ({ status, headers, body }) => reply.writeHead(status, headers).end(body),
      () => reply.destroy(),
    );
  });
  return { url: `http://127.0.0.1:${await listen(server, 0)}`, close: () => closeServer(server) };
}

async function answer(request: IncomingMessage, options: AwsEndpointOptions): Promise<AwsReply> {
  const { headers, method, url = "" } = request;
  const wrong = wrongCall(headers, method);
  if (wrong !== undefined) return { status: wrong, headers: {}, body: "" };
  const body = await text(request);
  const [, id] = INVOKE.exec(url) ?? [];
  const caller = callerIn(headers);
  if (id !== undefined) {
    const FunctionName = decodeURIComponent(id);
    const call = { service: "lambda", action: "Invoke", caller, fields: { FunctionName } } as const;
    const refused = options.gate(call);
    if (refused !== undefined) return refused;
    const pool = options.findFunction(FunctionName);
    if (pool === undefined) return functionNotFound();
    const work = headers["x-amz-invocation-type"] === "Event" ? invokeLater : invoke;
    return work(pool, body || "{}");
  }
  const action = String(headers["x-amz-target"] ?? "").replace("secretsmanager.", "");
  const fields = parseObject(body);
  const call = { service: "secretsmanager", action, caller, fields } as const;
  return options.gate(call) ?? secretsReply(action, fields, options.secrets);
}

/** Reads a secret, or sets it: there are no versions. */
function secretsReply(
  action: string,
  { SecretId, SecretString }: Record<string, unknown>,
  secrets: Map<string, string>,
): AwsReply {
  const reply = (status: number, value: unknown) => {
    return { status, headers: { "content-type": "application/x-amz-json-1.1" }, body: JSON.stringify(value) };
  };
  const refusal = (__type: string, Message: string) => reply(400, { __type, Message });
  const ARN = String(SecretId);
  if (!secrets.has(ARN))
    return refusal("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
  if (action === "PutSecretValue") secrets.set(ARN, String(SecretString));
  else if (action !== "GetSecretValue")
    return refusal("UnknownOperationException", `${action} is not emulated.`);
  return reply(200, { ARN, SecretString: secrets.get(ARN) });
}

const INVOCATION_HEADERS = { "content-type": "application/json", "x-amz-executed-version": "$LATEST" };

function functionNotFound(): AwsReply {
  const body = JSON.stringify({ Type: "User", Message: "Function not found." });
  const headers = { ...INVOCATION_HEADERS, "x-amzn-errortype": "ResourceNotFoundException" };
  return { status: 404, headers, body };
}

/** Invokes a function whose answer no caller waits for. */
function invokeLater(pool: FunctionPool, payload: string): AwsReply {
  pool.invokeLater(payload);
  return { status: 202, headers: INVOCATION_HEADERS, body: "" };
}

async function invoke(pool: FunctionPool, payload: string): Promise<AwsReply> {
  const outcome = await pool.invoke(payload);
  if (outcome.ok) return { status: 200, headers: INVOCATION_HEADERS, body: outcome.payload };
  const failed = { ...INVOCATION_HEADERS, "x-amz-function-error": "Unhandled" };
  return { status: 200, headers: failed, body: JSON.stringify(outcome.error) };
}
