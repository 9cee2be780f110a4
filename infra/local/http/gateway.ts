/** The HTTP API on this machine: makes a request into a function's event (payload format 2.0), and its result into a reply. */

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import type { FunctionPool } from "../lambda/function-pool.ts";
import type { Outcome } from "../lambda/function-worker.ts";
import { LOCAL_ACCOUNT } from "../template/intrinsics.ts";
import type { Route } from "../template/resources.ts";

/** A request as it came over the wire. */
export interface GatewayRequest {
  method: string;
  /** Path and query, still encoded. */
  target: string;
  httpVersion: string;
  /** Names and values in turn, as they were sent. */
  rawHeaders: readonly string[];
  body: Buffer;
  sourceIp: string;
}

/** Something that the gateway answers, and no function. */
export class GatewayError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A route that fits a request, with the parameters in its path. */
export interface Match {
  route: Route;
  pathParameters: Record<string, string>;
}

/**
 * A path as an HTTP API hands it over: decoded, cut at a `?` that decoding reveals, and decoded again. AWS was seen to
 * do so: an id that contains `%`, `/` or `?` cannot travel in a path.
 * @throws {GatewayError} 400 where a decoding fails
 */
export function decodedPath(path: string): string {
  try {
    const once = decodeURIComponent(path);
    return decodeURIComponent(once.split("?", 1)[0] ?? "");
  } catch {
    throw new GatewayError(400, "Bad Request");
  }
}

/**
 * Finds the route of a request: case and a slash at the end count.
 * @throws {GatewayError} 404
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  for (const route of routes) {
    const [routeMethod, pattern = ""] = route.key.split(" ");
    if (routeMethod !== method) continue;
    const match = new RegExp(`^${pattern.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`).exec(path);
    if (match !== null) return { route, pathParameters: { ...match.groups } };
  }
  const otherwise = routes.find(({ key }) => key === "$default");
  if (otherwise === undefined) throw new GatewayError(404, "Not Found");
  return { route: otherwise, pathParameters: {} };
}

/** Content types whose bodies are handed over as text; all others, and none at all, as base64. */
const TEXT = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.-]+\+(json|xml)\b)/i;

/** The event for the function behind a route. */
export function gatewayEvent(
  request: GatewayRequest,
  { route, pathParameters }: Match,
  path: string,
  now: Date,
) {
  const { cookie, ...headers } = headersOf(request);
  const [, query = ""] = /\?(.*)$/s.exec(request.target) ?? [];
  const base64 = !TEXT.test(headers["content-type"] ?? "");
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath: path,
    rawQueryString: query,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/; ?|,/) }),
    headers: {
      ...headers,
      "x-forwarded-for": request.sourceIp,
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
    },
    ...(query === "" ? {} : { queryStringParameters: joined(new URLSearchParams(query)) }),
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId: "local",
      domainName: headers["host"] ?? "",
      domainPrefix: "local",
      http: {
        method: request.method,
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: `${randomBytes(11).toString("base64url").slice(0, 15)}=`,
      routeKey: route.key,
      stage: "$default",
      time: accessLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters }),
    ...(request.body.length === 0 ? {} : { body: request.body.toString(base64 ? "base64" : "utf8") }),
    isBase64Encoded: request.body.length > 0 && base64,
  };
}

/** Header names in lower case; the values of a repeated header joined with commas. */
export function headersOf({ rawHeaders }: Pick<GatewayRequest, "rawHeaders">): Record<string, string> {
  return joined(
    rawHeaders.flatMap((name, index): [string, string][] =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""]] : [],
    ),
  );
}

/** The values of a repeated name, joined with commas. */
function joined(pairs: Iterable<[string, string]>): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

/** `10/Jul/2026:19:19:05 +0000`. */
function accessLogTime(now: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(now.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

/** A reply as it goes over the wire. */
export interface GatewayReply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface GatewayOptions {
  routes: readonly Route[];
  findFunction(arn: string): Pick<FunctionPool, "invoke"> | undefined;
}

/** Lambda's limit for what a function is handed and for what it answers, in bytes. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Answers a request as the deployed API would, at the real clock's speed. It never rejects. */
export async function answerRequest(request: GatewayRequest, options: GatewayOptions): Promise<GatewayReply> {
  try {
    const path = decodedPath(request.target.split("?", 1)[0] ?? "");
    const match = matchRoute(options.routes, request.method, path);
    const payload = JSON.stringify(gatewayEvent(request, match, path, new Date()));
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
      throw new GatewayError(413, "Request Entity Too Large");
    const { functionArn, timeoutMs } = match.route;
    const outcome = await Promise.race([
      options.findFunction(functionArn)?.invoke(payload),
      sleep(timeoutMs, "late" as const, { ref: false }),
    ]);
    if (outcome === "late") throw new GatewayError(503, "Service Unavailable");
    return replyFrom(outcome);
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

/** The form in which every function of ours answers. */
const result = z.object({
  statusCode: z.number(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  cookies: z.optional(z.array(z.string())),
  body: z._default(z.string(), ""),
  isBase64Encoded: z._default(z.boolean(), false),
});

function replyFrom(outcome: Outcome | undefined): GatewayReply {
  const isFit = outcome?.ok === true && Buffer.byteLength(outcome.payload) <= MAX_PAYLOAD_BYTES;
  const reading = isFit ? result.safeParse(JSON.parse(outcome.payload)) : undefined;
  if (reading?.success !== true) return ownReply(500, "Internal Server Error");
  const { statusCode, headers, cookies, body, isBase64Encoded } = reading.data;
  const ownHeaders = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]);
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain;charset=UTF-8",
      ...Object.fromEntries(ownHeaders),
      ...(cookies === undefined ? {} : { "set-cookie": cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
}
