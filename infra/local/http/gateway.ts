/** The HTTP API on this machine: finds the route, calls the function behind it, and makes its result a reply. */

import * as z from "zod/mini";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { Outcome } from "../lambda/function-worker.ts";
import { type Pace, timeLimit } from "../lambda/time-limit.ts";
import type { Route } from "../template/resources.ts";
import {
  decodedPath,
  GatewayError,
  type GatewayRequest,
  gatewayEvent,
  type Match,
  matchRoute,
} from "./gateway-event.ts";

/** A reply as it goes over the wire. */
export interface GatewayReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface GatewayOptions extends Pace {
  routes: readonly Route[];
  findFunction(arn: string): Pick<FunctionPool, "invoke"> | undefined;
}

/** API Gateway's limit for a body, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Lambda's limit for what a function is handed and for what it answers, in bytes. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Time for a function to load, which a faster clock does not shorten; in milliseconds. */
const LOADING_MS = 10_000;

const result = z.object({
  statusCode: z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((status) => Number(status)),
  ),
  headers: z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))),
  cookies: z.optional(z.nullable(z.array(z.string()))),
  body: z.optional(z.nullable(z.string())),
  isBase64Encoded: z.optional(z.nullable(z.boolean())),
});

/** Answers a request as the deployed API would. It never rejects. */
export async function answerRequest(request: GatewayRequest, options: GatewayOptions): Promise<GatewayReply> {
  try {
    if (request.body.length > MAX_BODY_BYTES) throw new GatewayError(413, "Request Entity Too Large");
    const path = decodedPath(request.target.split("?", 1)[0] ?? "");
    const match = matchRoute(options.routes, request.method, path);
    const payload = JSON.stringify(gatewayEvent(request, match, path, new Date()));
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
      throw new GatewayError(413, "Request Entity Too Large");
    return replyFrom(await outcomeOf(match, payload, options));
  } catch (error) {
    if (error instanceof GatewayError) return ownReply(error.status, error.message);
    throw error;
  }
}

/** A reply of the gateway itself. */
export function ownReply(status: number, message: string): GatewayReply {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

async function outcomeOf({ route }: Match, payload: string, options: GatewayOptions): Promise<Outcome> {
  const pool = options.findFunction(route.functionArn);
  if (pool === undefined) throw new GatewayError(500, "Internal Server Error");
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_done, fail) => {
    timer = setTimeout(
      () => fail(new GatewayError(503, "Service Unavailable")),
      timeLimit(route.timeoutMs, options, LOADING_MS),
    );
  });
  try {
    return await Promise.race([pool.invoke(payload), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function replyFrom(outcome: Outcome): GatewayReply {
  if (!outcome.ok || Buffer.byteLength(outcome.payload) > MAX_PAYLOAD_BYTES)
    return ownReply(500, "Internal Server Error");
  const value: unknown = JSON.parse(outcome.payload);
  if (typeof value !== "object" || value === null || !("statusCode" in value)) {
    // Without a status the whole result is the body.
    const text = typeof value === "string" ? value : outcome.payload;
    return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(text) };
  }
  const reading = result.safeParse(value);
  if (!reading.success) return ownReply(500, "Internal Server Error");
  const { statusCode, headers, cookies, body, isBase64Encoded } = reading.data;
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain;charset=UTF-8",
      ...Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, text]) => [name.toLowerCase(), String(text)]),
      ),
      ...(cookies ? { "set-cookie": cookies } : {}),
    },
    body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"),
  };
}
