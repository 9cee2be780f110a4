/** The calls that the service makes to the adapter: signed, and for webhooks repeated until they are accepted. */

import { setTimeout as sleep } from "node:timers/promises";
import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import {
  canonicalBody,
  NO_BODY,
  SIGNATURE_HEADER,
  sign,
  TIMESTAMP_HEADER,
} from "../../../lib/contract/signature.ts";
import type { Authentication } from "../../../lib/settings/env.ts";

/** Authentication of calls to the adapter; like `inbound` in the settings. */
export interface AdapterAuthentication {
  authentication: Authentication;
  signatureHeader: string;
  timestampHeader: string;
}

export const USUAL_AUTHENTICATION: AdapterAuthentication = {
  authentication: "signature",
  signatureHeader: SIGNATURE_HEADER,
  timestampHeader: TIMESTAMP_HEADER,
};

/** The adapter, and how it is called. */
export interface Adapter {
  url: string;
  authentication: AdapterAuthentication;
  /** Divides the waits between tries. */
  timeScale: number;
}

const TIMEOUT_MS = 15_000;
const WEBHOOK_TRIES = 8;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** The adapter's answer; without a status there was none. */
interface AdapterAnswer {
  status?: number;
  text: string;
}

/** Sends one signed request to the adapter; an answer without a status says in `text` what broke. */
export async function callAdapter(
  adapter: Adapter,
  secret: string,
  request: { method: "GET" | "POST"; path: string; body?: string },
): Promise<AdapterAnswer> {
  const url = new URL(adapter.url.replace(/\/+$/, "") + request.path);
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: {
        ...authenticationHeaders(adapter.authentication, secret, {
          method: request.method,
          path: url.pathname,
          json: request.body === undefined ? undefined : parseObject(request.body),
        }),
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { text: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Headers that prove to the adapter whose call this is; `json` is undefined where the function reads no body. */
export function authenticationHeaders(
  { authentication, signatureHeader, timestampHeader }: AdapterAuthentication,
  secret: string,
  { method, path, json }: { method: string; path: string; json: Record<string, unknown> | undefined },
): Record<string, string> {
  if (authentication === "none") return {};
  if (authentication === "api-key") return { [API_KEY_HEADERS[0]]: apiKeyValue(secret) };
  const timestamp = String(Date.now());
  const canonical = json === undefined ? NO_BODY : canonicalBody(json);
  const signature = sign({ method, path, canonicalBody: canonical, timestamp }, secret);
  return { [signatureHeader]: signature, [timestampHeader]: timestamp };
}

/** Outcome of a webhook. */
interface DeliveryResult extends AdapterAnswer {
  accepted: boolean;
  tries: number;
}

/**
 * Posts a webhook until it is accepted, at most eight times, with a wait that doubles from half a second to eight. An
 * answer that no repetition changes (400, 413) ends it at once.
 */
export async function deliver(
  adapter: Adapter,
  secret: string,
  body: string,
  stopped: AbortSignal,
): Promise<DeliveryResult> {
  for (let tries = 1; ; tries++) {
    const answered = await callAdapter(adapter, secret, { method: "POST", path: "/webhook", body });
    const { status = 0 } = answered;
    if (status >= 200 && status < 300) return { ...answered, accepted: true, tries };
    if (status === 400 || status === 413 || tries === WEBHOOK_TRIES || stopped.aborted) {
      return { ...answered, accepted: false, tries };
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) / adapter.timeScale;
    await sleep(wait, undefined, { signal: stopped }).catch(() => undefined);
  }
}
