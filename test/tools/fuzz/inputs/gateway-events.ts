/** Makes requests into the events that API Gateway would hand over, and into some that only look like them. */

import {
  type GatewayRequest,
  gatewayEvent,
  headersOf,
  type Match,
} from "../../../../infra/local/http/gateway-event.ts";
import { bytesOf, type EndpointEvent } from "../checks/oracle.ts";
import type { RawHeaders } from "./hostile-headers.ts";
import { authenticationHeaders, type Signing } from "./signing.ts";

/** How the body stands in the event. `flagged` and `unflagged` set the mark of base64 wrongly. */
export type BodyForm = "as AWS" | "base64" | "flagged" | "unflagged";

export interface EndpointRequest {
  method: string;
  path: string;
  match: Match;
  headers: RawHeaders;
  body: Buffer;
  form: BodyForm;
  signing: Signing;
  /** The path that is signed. */
  signedPath: string;
}

/** The route of the webhook, as the gateway finds it. */
export const WEBHOOK_MATCH: Match = {
  route: { key: "POST /webhook", functionArn: "", sourceArn: "", timeoutMs: 30_000 },
  pathParameters: {},
};

/** The event of a request; its signature is of the body that the function will see. */
export function endpointEvent(request: EndpointRequest) {
  const { method, path, match, headers, body, signing, signedPath } = request;
  const gateway: GatewayRequest = {
    method,
    target: path,
    httpVersion: "HTTP/1.1",
    rawHeaders: headers,
    body,
    sourceIp: "127.0.0.1",
  };
  const event = { ...gatewayEvent(gateway, match, path, new Date()), ...bodyIn(request) };
  const seen: EndpointEvent = event;
  const proof = authenticationHeaders(signing, { method, path: signedPath, body: bytesOf(seen) });
  return { ...event, headers: headersOf({ rawHeaders: [...headers, ...proof] }) };
}

function bodyIn({ body, form }: EndpointRequest): { body?: string; isBase64Encoded?: boolean } {
  if (form === "as AWS" || body.length === 0) return {};
  if (form === "base64") return { body: body.toString("base64"), isBase64Encoded: true };
  if (form === "flagged") return { body: body.toString(), isBase64Encoded: true };
  return { body: body.toString("base64"), isBase64Encoded: false };
}
