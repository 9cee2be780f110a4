/** The signing proxy calls in place of the service: what comes without authentication is signed with the project's secret. */

import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { parseObject, textOf } from "../../../lib/contract/exact-json.ts";
import {
  canonicalBody,
  NO_BODY,
  SIGNATURE_HEADER,
  sign,
  TIMESTAMP_HEADER,
} from "../../../lib/contract/signature.ts";
import type { Authentication } from "../../../lib/settings/env.ts";
import { decodedPath, type GatewayReply, type GatewayRequest, headersOf } from "./gateway.ts";

/** The local projects, and how the adapter knows their calls; like `inbound` in the settings. */
export interface SigningOptions {
  authentication: Authentication;
  projectIds: readonly number[];
  /** The newest webhook secret of a project, as it is at this moment; undefined without one. */
  secretOf: (projectId: number) => string | undefined;
}

/** Header of the reply to a signed request. */
const MARK = { "x-vigia-local": "signed-on-entry" };

/** Signs before `answer` sees the request. A request with any authentication header passes untouched. */
export function signingProxy(
  answer: (request: GatewayRequest) => Promise<GatewayReply>,
  options: SigningOptions,
): (request: GatewayRequest) => Promise<GatewayReply> {
  return async (request) => {
    const signed = signedRequest(request, options);
    if (signed === undefined) return answer(request);
    const reply = await answer(signed);
    return { ...reply, headers: { ...reply.headers, ...MARK } };
  };
}

function signedRequest(request: GatewayRequest, options: SigningOptions): GatewayRequest | undefined {
  const { authentication } = options;
  const headers = headersOf(request);
  const names = [SIGNATURE_HEADER, TIMESTAMP_HEADER, ...API_KEY_HEADERS];
  const project = projectOf(request, options);
  const secret = project === undefined ? undefined : options.secretOf(project);
  if (authentication === "none" || secret === undefined || names.some((name) => name in headers))
    return undefined;
  const proof = proofOf(request, secret, options);
  return { ...request, rawHeaders: [...request.rawHeaders, ...proof] };
}

/** Names and values, in turn, of the headers that prove whose call it is. */
function proofOf(
  { method, target, body }: GatewayRequest,
  secret: string,
  options: SigningOptions,
): string[] {
  if (options.authentication === "api-key") return [API_KEY_HEADERS[0], apiKeyValue(secret)];
  const timestamp = String(Date.now());
  const json = jsonOf(body);
  const parts = {
    method,
    path: pathOf(target),
    canonicalBody: json === undefined ? NO_BODY : canonicalBody(json),
    timestamp,
  };
  return [SIGNATURE_HEADER, sign(parts, secret), TIMESTAMP_HEADER, timestamp];
}

/** As the function will see it; a path that cannot be decoded never gets there. */
function pathOf(target: string): string {
  const path = target.split("?", 1)[0] ?? "";
  try {
    return decodedPath(path);
  } catch {
    return path;
  }
}

/** The local project that the body names, else the first. */
function projectOf({ body }: GatewayRequest, { projectIds }: SigningOptions): number | undefined {
  const data = jsonOf(body)?.["data"];
  const named = typeof data === "object" && data !== null && "projectId" in data ? data.projectId : undefined;
  return projectIds.find((projectId) => projectId === named) ?? projectIds[0];
}

/** Undefined where the function will refuse the body before it looks at the signature. */
function jsonOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    return parseObject(textOf(body));
  } catch {
    return undefined;
  }
}
