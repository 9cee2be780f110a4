/** A call of the adapter's own endpoint: one try, with any answer. */

import { noteProxy } from "../../aws/network.ts";
import type { Target } from "./target.ts";

interface EndpointRequest {
  /** Behind the base of the endpoints, beginning with a slash. */
  path: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** Answer of the endpoint. */
export interface EndpointAnswer {
  status: number;
  text: string;
}

/** API Gateway ends a request after 30 seconds. */
const TIMEOUT_MS = 35_000;

/** @throws where nothing answers; a `TimeoutError` where it is not in time */
export async function callEndpoint(
  { adapter, network }: Target,
  { path, method, headers = {}, body }: EndpointRequest,
): Promise<EndpointAnswer> {
  const { default: got } = await import("got");
  const url = new URL(`${adapter}${path}`);
  try {
    const response = await got(url, {
      method,
      headers: { "user-agent": "vigia", ...headers },
      ...(body === undefined ? {} : { body }),
      agent: { http: network.httpAgent, https: network.httpsAgent },
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.statusCode, text: response.body };
  } catch (error) {
    noteProxy(error, network.proxyFor(url));
    throw error;
  }
}
