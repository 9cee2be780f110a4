/** An HTTP API's event as a request, and a response as what Lambda answers. */

import { gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { MAX_FORM_BYTES } from "./parameters.ts";

/** A shorter body gains little by compression. */
const MIN_COMPRESSED_BYTES = 1_024;

const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/** Reports whether a body is larger than any form of the desk: by its length, before any of it is decoded. */
export function isTooLarge({ body, isBase64Encoded }: APIGatewayProxyEventV2): boolean {
  return Buffer.byteLength(body ?? "", isBase64Encoded ? "base64" : "utf8") > MAX_FORM_BYTES;
}

/** @param origin URL of the desk, without a slash at the end: the event's own host may be forged */
export function requestOf(event: APIGatewayProxyEventV2, origin: string): Request {
  const { rawPath, rawQueryString, headers, cookies, body, isBase64Encoded, requestContext } = event;
  // API Gateway hands the path over decoded; what it holds may be a `?` or a `#` of its own.
  const path = rawPath.split("/").map(encodeURIComponent).join("/");
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  const requestHeaders = new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  if (cookies != null && cookies.length > 0) requestHeaders.set("cookie", cookies.join("; "));
  const { method } = requestContext.http;
  const withBody = body != null && method !== "GET" && method !== "HEAD";
  return new Request(`${origin}${path}${query}`, {
    method,
    headers: requestHeaders,
    ...(withBody ? { body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8") } : {}),
  });
}

/** HTTP APIs compress nothing by themselves. */
export async function resultOf(
  response: Response,
  acceptEncoding = "",
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = Buffer.from(await response.arrayBuffer());
  const { "set-cookie": _, ...headers } = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  const isSmaller =
    body.length >= MIN_COMPRESSED_BYTES &&
    /\bgzip\b/.test(acceptEncoding) &&
    COMPRESSIBLE.test(headers["content-type"] ?? "");
  return {
    statusCode: response.status,
    headers: { ...headers, vary: "accept-encoding", ...(isSmaller ? { "content-encoding": "gzip" } : {}) },
    ...(cookies.length > 0 ? { cookies } : {}),
    body: (isSmaller ? gzipSync(body) : body).toString("base64"),
    isBase64Encoded: true,
  };
}
