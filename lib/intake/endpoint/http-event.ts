/** API Gateway's event of a request (payload format 2.0), parsed once; its body is left unread. */

import * as z from "zod/mini";
import { textOf } from "../../contract/exact-json.ts";
import { compiledObject } from "../../contract/lazy-schema.ts";

const text = z.string();

/** Texts by name. API Gateway writes them: checking each of a dozen headers would find nothing. */
const textByName = z.nullish(
  z.custom<Record<string, string | undefined>>((value) => typeof value === "object" && value !== null),
);

/** The fields of the event that are used; header names are in lower case. What is absent may be null as well. */
const httpEvent = compiledObject({
  rawPath: text,
  headers: textByName,
  body: z.nullish(text),
  isBase64Encoded: z.boolean(),
  pathParameters: textByName,
  requestContext: compiledObject({
    requestId: text,
    timeEpoch: z.number(),
    http: compiledObject({ method: text }),
  }),
});

export interface InboundRequest {
  /** API Gateway's id of the request; it is the delivery id. */
  requestId: string;
  /** Time of receipt at API Gateway, in milliseconds since 1970. */
  receivedAt: number;
  method: string;
  /** The path as API Gateway hands it over: decoded, without the query. */
  path: string;
  pathParameters: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
  body: UnreadBody;
}

/** A body as it was handed over: empty where the request had none. */
export interface UnreadBody {
  text: string;
  encoding: "base64" | "utf8";
}

/** Size of a body in bytes, counted without decoding it. */
export function sizeOf({ text, encoding }: UnreadBody): number {
  return Buffer.byteLength(text, encoding);
}

export function bytesOf({ text, encoding }: UnreadBody): Buffer {
  return Buffer.from(text, encoding);
}

/** Byte order mark of UTF-8, which is no part of the text. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A body's text, which API Gateway has decoded already where it handed it over as one.
 * @param bytes those of the same body
 * @throws {UnreadableJsonError} where they are not UTF-8
 */
export function textIn({ text, encoding }: UnreadBody, bytes: Buffer): string {
  // Half a character would be signed as another than the one that its bytes hold.
  if (encoding === "base64" || !text.isWellFormed()) return textOf(bytes);
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Reads an event; throws where it is not one of API Gateway's, which no client can bring about. */
export function readRequest(event: unknown): InboundRequest {
  const { rawPath, headers, body, isBase64Encoded, pathParameters, requestContext } = httpEvent.parse(event);
  return {
    requestId: requestContext.requestId,
    receivedAt: requestContext.timeEpoch,
    method: requestContext.http.method,
    path: rawPath,
    pathParameters: pathParameters ?? {},
    headers: headers ?? {},
    body: { text: body ?? "", encoding: isBase64Encoded ? "base64" : "utf8" },
  };
}
