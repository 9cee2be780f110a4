/** One call of the risk service: its key, its tries, and its reply read, or the error that says what to check. */

import { setTimeout as sleep } from "node:timers/promises";
import type * as z from "zod/mini";
import {
  type ServiceCall,
  ServiceCallStoppedError,
  type ServiceError,
  ServiceReplyInvalidError,
  ServiceThrottledError,
  ServiceTimedOutError,
  ServiceUnaskableError,
  ServiceUnauthorizedError,
  ServiceUnavailableError,
} from "./errors.ts";
import { readReply, said } from "./reply.ts";
import { exchange, NoReplyError, OversizedReplyError, type ServiceReply } from "./request.ts";

/** A call is sent at most so many times. */
export const MAX_TRIES = 4;

/** The first wait is at most this, each further one twice that, up to the cap; the length is drawn evenly from 0. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** A longer `Retry-After` is cut to this: the function that waits is paid for. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** What a client needs to know and may be given in its place. */
export interface ServiceOptions {
  /** The service's address, with or without `/v1`. */
  baseUrl: string;
  /** The API key of a project, with or without the prefix `ApiKey`; asked for before each call. */
  apiKey: (projectId: number) => string | Promise<string>;
  /** How many times faster than real the clock runs: divides time limits and waits. 1 where absent. */
  timeScale?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** From 0 to below 1. */
  random?: () => number;
  /** Waits so many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
}

/** What is called. */
export interface CallParts<T extends z.ZodMiniType> {
  projectId: number;
  method: "GET" | "POST";
  /** After `/v1`, each part encoded. */
  path: string;
  body?: unknown;
  timeoutMs: number;
  /** A longer reply is not read. */
  maxReplyBytes: number;
  /** No try begins, and none goes on, after this time (milliseconds since 1970, by `now`). */
  stopAt?: number | undefined;
  /** The schema of the reply's `data`. */
  data: T;
}

/** A function that makes calls and gives the reply's `data`. */
export type Caller = <T extends z.ZodMiniType>(parts: CallParts<T>) => Promise<z.output<T>>;

/**
 * Makes the function that all calls go through.
 * @throws {Error} where the base URL is none
 */
export function serviceCaller(options: ServiceOptions): Caller {
  const base = baseOf(options.baseUrl);
  const scale = options.timeScale ?? 1;
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const wait = options.wait ?? ((ms: number) => sleep(ms));

  return async (parts) => {
    const { url, call } = placeOf(base, parts);
    const key = bareKey(call, await options.apiKey(parts.projectId));
    const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) };
    const headers = { "x-api-key": `ApiKey ${key}`, "x-api-header": `ApiKey ${key}` };

    for (let tries = 1; ; tries++) {
      const left = parts.stopAt === undefined ? Number.POSITIVE_INFINITY : parts.stopAt - now();
      if (left <= 0) throw new ServiceCallStoppedError(call);
      const timeoutMs = Math.min(parts.timeoutMs / scale, left);
      const { method, maxReplyBytes } = parts;
      const reply = await answerTo({ method, url, headers, ...body, timeoutMs, maxReplyBytes });
      if (reply instanceof NoReplyError && reply.timedOut) {
        throw timeoutMs === left
          ? new ServiceCallStoppedError(call)
          : new ServiceTimedOutError(call, parts.timeoutMs);
      }
      if (reply instanceof OversizedReplyError) {
        throw new ServiceReplyInvalidError(
          call,
          reply.status,
          `the answer is longer than ${maxReplyBytes} bytes`,
        );
      }
      if (!(reply instanceof NoReplyError) && !isTransient(reply.status)) {
        return readReply(call, reply, parts.data, key);
      }
      if (tries === MAX_TRIES) throw lastFailure(call, reply, key);
      const pause = pauseBefore(tries, reply) / scale;
      if (parts.stopAt !== undefined && now() + pause >= parts.stopAt)
        throw new ServiceCallStoppedError(call);
      await wait(pause);
    }
  };

  function pauseBefore(tries: number, reply: ServiceReply | NoReplyError): number {
    const jitter = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    const asked = reply instanceof NoReplyError ? undefined : retryAfterMs(reply.retryAfter, now());
    // All workers are told the same time: the jitter on top keeps them from coming back together.
    return asked === undefined ? jitter : Math.min(asked, LONGEST_RETRY_AFTER_MS) + jitter;
  }
}

function baseOf(baseUrl: string): string {
  const wrong = `\`service.baseUrl\` is not the http or https address of a service: ${baseUrl}`;
  if (!URL.canParse(baseUrl)) throw new Error(wrong);
  const { protocol, origin, pathname, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || search !== "" || hash !== "") throw new Error(wrong);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`;
}

/** Where a call goes. @throws {ServiceUnaskableError} where a part of the path, such as `..`, would lead elsewhere */
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
    "was not sent, because the stored key is empty or holds a space or accent",
  );
}

async function answerTo(
  request: Parameters<typeof exchange>[0],
): Promise<ServiceReply | NoReplyError | OversizedReplyError> {
  try {
    return await exchange(request);
  } catch (error) {
    if (error instanceof NoReplyError || error instanceof OversizedReplyError) return error;
    throw error;
  }
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500;
}

/** `Retry-After` in milliseconds from now, given as seconds or as a date. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function lastFailure(call: ServiceCall, reply: ServiceReply | NoReplyError, key: string): ServiceError {
  if (reply instanceof NoReplyError) return new ServiceUnavailableError(call, MAX_TRIES, reply.message);
  if (reply.status === 429) return new ServiceThrottledError(call, MAX_TRIES, said(reply, key));
  return new ServiceUnavailableError(
    call,
    MAX_TRIES,
    `status ${reply.status}${said(reply, key)}`,
    reply.status,
  );
}
