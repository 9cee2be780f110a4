/** One call of the risk service: its key, its tries, and its reply read, or the error that says what to check. */

import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod/mini";
import { scaled } from "../../aws/scaled.ts";
import { API_KEY_HEADERS, apiKeyValue } from "../../contract/api-key.ts";
import {
  type ServiceCall,
  ServiceCallStoppedError,
  type ServiceError,
  ServiceReplyOversizedError,
  ServiceThrottledError,
  ServiceTimedOutError,
  ServiceUnaskableError,
  ServiceUnauthorizedError,
  ServiceUnavailableError,
} from "./errors.ts";
import { readReply, said } from "./reply.ts";
import { type BrokenConnection, type Exchange, exchange, type ServiceReply } from "./request.ts";

/** The first wait is at most this, each further one twice that, up to the cap; the length is drawn evenly from 0. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** A longer `Retry-After` is cut to this: the function that waits is paid for. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * The wait after a try that failed, in milliseconds of the real clock.
 * @param tries how many there were
 * @param random from 0 to below 1
 * @param now milliseconds since 1970
 */
function pauseAfter(
  tries: number,
  answer: ServiceReply | BrokenConnection,
  random: number,
  now: number,
): number {
  const jitter = random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  const asked = answer.kind === "reply" ? retryAfterMs(answer.retryAfter, now) : undefined;
  // All workers are asked to wait for the same time: the jitter on top keeps them from coming back together.
  return asked === undefined ? jitter : Math.min(asked, LONGEST_RETRY_AFTER_MS) + jitter;
}

/** `Retry-After` in milliseconds from now, given as seconds or as a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const MAX_TRIES = 4;

/** Dependencies of a client, and their replacements. */
export interface ServiceOptions {
  /** The service's address, with or without `/v1`. */
  baseUrl: string;
  /** The API key of a project, with or without the prefix `ApiKey`; asked for before each call. */
  apiKey: (projectId: number) => string | Promise<string>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** From 0 to below 1. */
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

/** Limits of a call's time and of its reply's size. */
interface CallLimits {
  /** Of one try. */
  timeoutMs: number;
  /** A longer reply is not read. */
  maxReplyBytes: number;
  /** No try begins, and none goes on, after this time (milliseconds since 1970, by `now`). */
  stopAt?: number | undefined;
}

interface CallParts<T extends z.ZodMiniType> extends CallLimits {
  projectId: number;
  method: "GET" | "POST";
  /** After `/v1`, each part encoded. */
  path: string;
  body?: unknown;
  /** The schema of the reply's `data`. */
  data: T;
}

/** A function that makes calls and gives the reply's `data`. */
export type ServiceCaller = <T extends z.ZodMiniType>(parts: CallParts<T>) => Promise<z.output<T>>;

/**
 * Makes the function that all calls go through.
 * @throws {Error} if the base URL is invalid
 */
export function serviceCaller(options: ServiceOptions): ServiceCaller {
  const base = baseOf(options.baseUrl);
  const timing: Timing = {
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    wait: options.wait ?? ((ms) => sleep(ms)),
  };
  return async (parts) => {
    const { url, call } = placeOf(base, parts);
    const key = bareKey(call, await options.apiKey(parts.projectId));
    const { method, maxReplyBytes } = parts;
    const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };
    const headers = Object.fromEntries(API_KEY_HEADERS.map((name) => [name, apiKeyValue(key)]));
    const send = (timeoutMs: number) => exchange({ method, url, headers, ...body, timeoutMs, maxReplyBytes });
    return readReply(call, await finalReply({ call, key, send }, parts, timing), parts.data, key);
  };
}

type Timing = Required<Pick<ServiceOptions, "now" | "random" | "wait">>;

/** A call that can be sent, as often as it takes. */
interface Sendable {
  call: ServiceCall;
  key: string;
  /** Sends it once; the whole answer may take `timeoutMs`. */
  send: (timeoutMs: number) => Promise<Exchange>;
}

/**
 * Sends a call until its answer is one that another try would not change.
 * @throws {ServiceError} where none comes in time, or in as many tries as there are
 */
async function finalReply(
  { call, key, send }: Sendable,
  { timeoutMs, maxReplyBytes, stopAt = Number.POSITIVE_INFINITY }: CallLimits,
  { now, random, wait }: Timing,
): Promise<ServiceReply> {
  for (let tries = 1; ; tries++) {
    const left = stopAt - now();
    if (left <= 0) throw new ServiceCallStoppedError(call);
    const limit = scaled(timeoutMs);
    const answer = await send(Math.min(limit, left));
    if (answer.kind === "timed-out") {
      throw left <= limit ? new ServiceCallStoppedError(call) : new ServiceTimedOutError(call, timeoutMs);
    }
    if (answer.kind === "oversized") {
      const why = `the answer is longer than ${maxReplyBytes} bytes`;
      throw new ServiceReplyOversizedError(call, answer.status, why);
    }
    if (answer.kind === "reply" && !isTransient(answer.status)) return answer;
    if (tries === MAX_TRIES) throw lastFailure(call, answer, key);
    const pause = scaled(pauseAfter(tries, answer, random(), now()));
    if (now() + pause >= stopAt) throw new ServiceCallStoppedError(call);
    await wait(pause);
  }
}

function baseOf(baseUrl: string): string {
  const wrong = `\`service.baseUrl\` is not the http or https address of a service: ${baseUrl}`;
  if (!URL.canParse(baseUrl)) throw new Error(wrong);
  const { protocol, origin, pathname, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || search !== "" || hash !== "") throw new Error(wrong);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`;
}

/** URL of a call. @throws {ServiceUnaskableError} if a part of the path, such as `..`, would lead elsewhere */
function placeOf(
  base: string,
  { projectId, method, path }: Pick<CallParts<never>, "projectId" | "method" | "path">,
) {
  const url = new URL(`${base}${path}`);
  const call: ServiceCall = { projectId, name: `${method} ${url.href}` };
  if (url.href !== `${base}${path}` || path.includes("//")) {
    throw new ServiceUnaskableError(call);
  }
  return { url, call };
}

/** The key without its prefix, which the settings of some services' dashboards copy along. */
function bareKey(call: ServiceCall, key: string): string {
  const bare = key.trim().replace(/^ApiKey(\s+|$)/i, "");
  if (/^[\x21-\x7e]+$/.test(bare)) return bare;
  throw new ServiceUnauthorizedError(
    call,
    "was not sent, because the stored key is empty or contains a space or an accent",
  );
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}

function lastFailure(call: ServiceCall, answer: ServiceReply | BrokenConnection, key: string): ServiceError {
  if (answer.kind === "broken") return new ServiceUnavailableError(call, MAX_TRIES, answer.why);
  const { status } = answer;
  if (status === 429) return new ServiceThrottledError(call, MAX_TRIES, said(answer, key));
  return new ServiceUnavailableError(call, MAX_TRIES, `status ${status}`, status, said(answer, key));
}
