/** Decides whether a request is answered at all: 401 where no secret of ours signed it, 413 where it is too large to be kept. */

import { lazy } from "../../aws/lazy.ts";
import { count } from "../../aws/observe.ts";
import { type ReadObject, readObject, UnreadableJsonError } from "../../contract/exact-json.ts";
import { canonicalBody, NO_BODY } from "../../contract/signature.ts";
import type { Authentication } from "../../settings/env.ts";
import { readCredentials } from "./credentials.ts";
import { bytesOf, type InboundRequest, sizeOf, textIn, type UnreadBody } from "./http-event.ts";
import { tooLarge, unauthorized } from "./replies.ts";
import { type AuthenticationSettings, findSender, type Sender } from "./sender.ts";

export interface AuthenticRequest extends Omit<InboundRequest, "body">, Sender {
  /** When the service signed the request; its receipt where requests are not signed. Milliseconds since 1970. */
  signedAt: number;
  /** The body's bytes; none where the request had no body. */
  body: Buffer;
  /** Body as a JSON object that can be judged; undefined if it is missing or cannot be read. */
  json(): Record<string, unknown> | undefined;
}

/** The calls that an endpoint accepts. */
export interface Accepted {
  /** The largest body that is kept, in bytes; 0 where a request has none. */
  maxBodyBytes: number;
  /** The paths that the service may have signed for a request. */
  signedPaths(request: InboundRequest): string[];
}

/**
 * A body is read this far above what is kept: one just over is known to be the service's own. A larger one is refused
 * unread, from any sender, since reading it to verify its signature is work for a stranger.
 */
const READ_ABOVE_BYTES = 8_192;

/**
 * Checks time and form of the credentials, then the body's size, then who sent it: no other caller causes costlier work.
 * @throws {HttpError} 401 and 413, {@link UnreadableJsonError} for a signed body that is no JSON object
 */
export async function authenticate(
  request: InboundRequest,
  { maxBodyBytes, signedPaths }: Accepted,
  settings: AuthenticationSettings,
): Promise<AuthenticRequest> {
  const now = Date.now();
  const credentials = readCredentials(request, settings.mode, now);
  if (credentials === undefined) {
    count("SignatureMalformedOrStale");
    throw unauthorized();
  }
  if (sizeOf(request.body) > (maxBodyBytes === 0 ? 0 : maxBodyBytes + READ_ABOVE_BYTES)) {
    count("RequestTooLarge");
    throw tooLarge(maxBodyBytes);
  }
  const hasBody = maxBodyBytes > 0;
  const body = hasBody ? bytesOf(request.body) : Buffer.alloc(0);
  // Read when that is first asked for.
  const content = lazy(() => (hasBody ? contentOf(request.body, body, settings.mode) : {}));
  const canonical = () => {
    const { object } = content();
    return object === undefined ? undefined : canonicalBody(object.signed);
  };
  const signed = {
    method: request.method,
    paths: signedPaths(request),
    canonicalBody: hasBody ? canonical : () => NO_BODY,
  };
  const sender = await findSender(credentials, signed, settings, now);
  if (sender === undefined) {
    count("SignatureMismatch");
    throw unauthorized();
  }
  return {
    ...request,
    ...sender,
    signedAt: settings.mode === "signature" ? Number(credentials.timestamp) : request.receivedAt,
    body,
    json: () => content().object?.judged(),
  };
}

/**
 * A body as a JSON object; without one where it cannot be read. Under `signature` such a body cannot be authentic; under the other
 * ways it can, and is left for the endpoint to keep.
 */
function contentOf(body: UnreadBody, bytes: Buffer, mode: Authentication): { object?: ReadObject } {
  try {
    return { object: readObject(textIn(body, bytes)) };
  } catch (error) {
    if (!(error instanceof UnreadableJsonError) || mode === "signature") throw error;
    return {};
  }
}
