/** Makes an HTTP request into the event that API Gateway hands to a function (payload format 2.0). */

import { randomBytes } from "node:crypto";
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

/** Something that the gateway answers by itself. */
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
    const [routeMethod = "", pattern = ""] = route.key.split(" ");
    if (routeMethod !== "ANY" && routeMethod !== method) continue;
    const pathParameters = matchPath(pattern, path);
    if (pathParameters !== undefined) return { route, pathParameters };
  }
  const otherwise = routes.find(({ key }) => key === "$default");
  if (otherwise === undefined) throw new GatewayError(404, "Not Found");
  return { route: otherwise, pathParameters: {} };
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    const value = given[index] ?? "";
    if (name === undefined ? part !== value : value === "") return undefined;
    if (name !== undefined) parameters[name] = value;
  }
  return parameters;
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
    ...(query === "" ? {} : { queryStringParameters: parametersOf(query) }),
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
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    const value = rawHeaders[index + 1] ?? "";
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(headers);
}

function parametersOf(query: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name);
    parameters.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(parameters);
}

/** `10/Jul/2026:19:19:05 +0000`. */
function accessLogTime(now: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(now.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
