/** A captured request: raw HTTP text, as proxies and `curl -v` print it, or an API Gateway event. */

import * as z from "zod/mini";
import { CommandError } from "../../core/failure.ts";

/** Parts of a request that matter for its signature. Header names are in lower case. */
export interface CapturedRequest {
  method: string;
  /** As captured, with its query. */
  path: string;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** Reads a capture. @throws {CommandError} if it is invalid */
export function readCapture(bytes: Buffer, name: string): CapturedRequest {
  const found = readEvent(bytes) ?? readHttp(bytes);
  if (found !== undefined) return found;
  throw new CommandError(
    `${name} is not a captured request: expected raw HTTP ("POST /webhook HTTP/1.1", headers, an empty line, the body) or an API Gateway event.`,
  );
}

/** Payload format 2.0 of API Gateway's HTTP APIs. */
const gatewayEvent = z.object({
  rawPath: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

function readEvent(bytes: Buffer): CapturedRequest | undefined {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  const event = gatewayEvent.safeParse(json);
  if (!event.success) return undefined;
  const { rawPath, headers, body = "", isBase64Encoded, requestContext } = event.data;
  return {
    method: requestContext.http.method,
    path: rawPath,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(body, isBase64Encoded === true ? "base64" : "utf8"),
  };
}

function readHttp(bytes: Buffer): CapturedRequest | undefined {
  const end = endOfHead(bytes);
  const [first = "", ...lines] = bytes
    .subarray(0, end.at)
    .toString()
    .split("\n")
    // curl marks what it sent.
    .map((line) => line.replace(/^> ?/, "").replace(/\r$/, ""));
  const request = /^([A-Za-z]+) (\S.*?)(?: HTTP\/[\d.]+)?$/.exec(first);
  if (request === null) return undefined;
  const [, method = "", path = ""] = request;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { method, path, headers, body: bytes.subarray(end.bodyAt) };
}

function endOfHead(bytes: Buffer): { at: number; bodyAt: number } {
  for (const separator of ["\r\n\r\n", "\n\n", "\n> \n", "\r\n> \r\n"]) {
    const at = bytes.indexOf(separator);
    if (at !== -1) return { at, bodyAt: at + separator.length };
  }
  return { at: bytes.length, bodyAt: bytes.length };
}
