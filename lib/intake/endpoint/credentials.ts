/** Credentials of a request: read first, before any of its body is decoded or parsed. */

import { API_KEY_HEADERS } from "../../contract/api-key.ts";
import { isFresh, isSignature, SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../../contract/signature.ts";
import type { Authentication } from "../../settings/env.ts";
import type { InboundRequest } from "./http-event.ts";

/** Credentials of the right form, and fresh; no secret has been tried on them yet. */
export interface Credentials {
  /** The value of the header, under `signature`. */
  signature: string | undefined;
  /** The values of the headers that may hold the key, under `api-key`. */
  keys: readonly string[];
  /** The timestamp that the signature covers. */
  timestamp: string;
}

const API_KEY = /^ApiKey ./;

/**
 * The credentials of a request.
 * @param now milliseconds since 1970
 * @returns undefined where one is missing, malformed or stale: such a request needs no further look
 */
export function readCredentials(
  { headers }: Pick<InboundRequest, "headers">,
  mode: Authentication,
  now: number,
): Credentials | undefined {
  const signature = mode === "signature" ? (headers[SIGNATURE_HEADER] ?? "") : undefined;
  const keys = mode === "api-key" ? API_KEY_HEADERS.flatMap((name) => headers[name] ?? []) : [];
  const timestamp = headers[TIMESTAMP_HEADER] ?? "";
  if (mode === "api-key" && !keys.some((key) => API_KEY.test(key))) return undefined;
  if (signature !== undefined && !(isFresh(timestamp, now) && isSignature(signature))) return undefined;
  return { signature, keys, timestamp };
}
