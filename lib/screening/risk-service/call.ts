/** One call of the risk service: its key, its tries, and its reply read, or the error that says what to check. */

import http from "node:http";
import https from "node:https";
import * as z from "zod/mini";
import { type Network, throughProxy } from "../../aws/network.ts";
import { scaled } from "../../aws/scaled.ts";
import { API_KEY_HEADERS, apiKeyValue } from "../../contract/api-key.ts";
import { isObject, parseObjectExactly, UnreadableJsonError } from "../../contract/exact-json.ts";
import { issuesLine, issuesOf } from "../../contract/issues.ts";
import { plainText } from "../../i18n/text/cleaning.ts";
import { quoted } from "../../i18n/text/quoting.ts";
import { type ServiceCall, ServiceError, type ServiceFailure } from "./errors.ts";

/** Dependencies of a client. */
export interface ServiceOptions {
  /** The service's address, with or without `/v1`. */
  baseUrl: string;
  /** The API key of a project, with or without the prefix `ApiKey`; asked for before each call. */
  apiKey: (projectId: number) => string | Promise<string>;
  /** That of a command; a function's calls are direct. */
  network?: Network;
}

export interface CallLimits {
  /** For all tries and the waits between them, in milliseconds of the real clock. */
  withinMs: number;
  /** A longer reply is not read. */
  maxReplyBytes: number;
  /** Tries in all, where the service is busy or out of reach; {@link MOST_TRIES} if absent. */
  tries?: number;
}

interface RequestParts extends CallLimits {
  projectId: number;
  method: "GET" | "POST";
  /** After `/v1`, each part encoded. */
  path: string;
  body?: unknown;
}

interface CallParts<T extends z.ZodMiniType> extends RequestParts {
  /** The schema of the reply's `data`. */
  data: T;
}

/** A function that makes calls and gives the reply's `data`. */
export type ServiceCaller = <T extends z.ZodMiniType>(parts: CallParts<T>) => Promise<z.output<T>>;

/**
 * Makes the function that all calls go through.
 * @throws {Error} if the base URL is invalid
 */
export function serviceCaller({ baseUrl, apiKey, network }: ServiceOptions): ServiceCaller {
  const base = baseOf(baseUrl);
  return async (parts) => {
    const { url, call } = requestTarget(base, parts);
    const key = bareKey(call, await apiKey(parts.projectId));
    const reply = await send({ call, url, key, parts, network });
    return readReply(call, reply, parts.data, key);
  };
}

function baseOf(baseUrl: string): string {
  const wrong = `\`service.baseUrl\` is not the http or https address of a service: ${baseUrl}`;
  if (!URL.canParse(baseUrl)) throw new Error(wrong);
  const { protocol, origin, pathname, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || search !== "" || hash !== "") throw new Error(wrong);
  return `${origin}${pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`;
}

/** The URL of a call, and the call as errors name it. @throws {ServiceError} if a part of the path, such as `..`, would lead elsewhere */
function requestTarget(base: string, { projectId, method, path }: RequestParts) {
  const url = new URL(`${base}${path}`);
  const call: ServiceCall = { projectId, name: `${method} ${url.href}` };
  if (url.href !== `${base}${path}` || path.includes("//"))
    throw new ServiceError("unsafe-path", call, {
      what: "was not sent, because its path would lead to another resource",
    });
  return { url, call };
}

/** The key without its prefix, which the settings of some services' dashboards copy along. */
function bareKey(call: ServiceCall, key: string): string {
  const bare = key.trim().replace(/^ApiKey(\s+|$)/i, "");
  if (/^[\x21-\x7e]+$/.test(bare)) return bare;
  throw new ServiceError("bad-key", call, {
    what: "was not sent, because the stored key is empty or contains a space or an accent",
  });
}

/** A complete answer, of any status. */
interface Reply {
  status: number;
  text: string;
}

const MOST_TRIES = 4;

/** Errors of a server, but 504: a gateway gave up waiting for a slow scan, which another try would begin again. */
const SERVER_ERRORS = Array.from({ length: 100 }, (_, index) => 500 + index).filter(
  (status) => status !== 504,
);

/** Statuses that another try may change. */
const TRANSIENT = [408, 425, 429, ...SERVER_ERRORS];

/** The first wait between two tries, each further one is twice that; a longer `Retry-After` ends the call. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_RETRY_AFTER_MS = 120_000;

/** A host that does not even connect is not worth the minutes that a scan may take. */
const CONNECT_MS = 10_000;

/** NAT gateways forget a connection that is silent for 350 s: probes keep it alive while the service thinks. */
const PROBING = { keepAlive: true, keepAliveInitialDelay: 30_000 };
const agents = { http: new http.Agent(PROBING), https: new https.Agent(PROBING) };

interface Sending {
  call: ServiceCall;
  url: URL;
  key: string;
  parts: RequestParts;
  network: Network | undefined;
}

/**
 * Sends a call until its answer is one that another try would not change. Redirects are not followed: the key is for one
 * address.
 * @throws {ServiceError} where no whole answer comes in time
 */
async function send({ call, url, key, parts, network }: Sending): Promise<Reply> {
  const { method, body, withinMs, maxReplyBytes, tries = MOST_TRIES } = parts;
  // It is loaded with the first call: most starts of a function make none.
  const { default: got } = await import("got");
  const endsAt = Date.now() + withinMs;
  const sizeLimit = new AbortController();
  const request = got(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...Object.fromEntries(API_KEY_HEADERS.map((name) => [name, apiKeyValue(key)])),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      accept: "application/json",
      "user-agent": "vigia",
    },
    agent: network === undefined ? agents : { http: network.httpAgent, https: network.httpsAgent },
    responseType: "buffer",
    followRedirect: false,
    throwHttpErrors: false,
    timeout: { connect: CONNECT_MS, secureConnect: CONNECT_MS },
    signal: AbortSignal.any([AbortSignal.timeout(Math.max(1, Math.round(withinMs))), sizeLimit.signal]),
    retry: {
      limit: tries - 1,
      methods: ["GET", "POST"],
      statusCodes: TRANSIENT,
      maxRetryAfter: LONGEST_RETRY_AFTER_MS,
      calculateDelay({ attemptCount, retryAfter, computedValue }) {
        // got computes 0 where no further try is due.
        if (computedValue === 0) return 0;
        // Half of it by chance, or all workers would come back together; a Retry-After is the least that is waited.
        const backOff =
          Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attemptCount - 1)) * (0.5 + Math.random() / 2);
        const delay = Math.max(1, scaled((retryAfter ?? 0) + backOff));
        return Date.now() + delay < endsAt ? delay : 0;
      },
    },
  });
  request.on("downloadProgress", ({ transferred }) => {
    if (transferred > maxReplyBytes) sizeLimit.abort();
  });
  const viaProxy = throughProxy(network?.proxyFor(url));
  try {
    const { statusCode: status, body: bytes, retryCount } = await request;
    const text = new TextDecoder().decode(bytes);
    if (!TRANSIENT.includes(status)) return { status, text };
    const what = `was answered with status ${status} at each of ${retryCount + 1} tries`;
    throw new ServiceError("unavailable", call, { what, status, said: quotedFrom(readBody(text), key) });
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (sizeLimit.signal.aborted)
      throw new ServiceError("unreadable", call, {
        what: `was answered, but the answer is longer than ${maxReplyBytes} bytes`,
      });
    if (Date.now() >= endsAt)
      throw new ServiceError("timed-out", call, {
        what: `was not answered within ${Math.round(withinMs / 1_000)} s${viaProxy}`,
      });
    // A code such as ECONNREFUSED says enough, and other than the message it never quotes a header.
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
    throw new ServiceError("unavailable", call, {
      what: `failed with a broken connection (${code})${viaProxy}`,
    });
  }
}

/** A reply to a successful call. */
const successfulReply = z.looseObject({ success: z.literal(true), data: z.optional(z.unknown()) });

/** Refusals that are the service's own, and no gateway's, where they say `success: false`; another 4xx is a rejection. */
const REFUSALS: Readonly<Record<number, ServiceFailure>> = {
  401: "unauthorized",
  402: "unpaid",
  403: "unauthorized",
  404: "not-found",
};

/**
 * The `data` of a reply, or the error that the reply is.
 * @throws {ServiceError}
 */
function readReply<T extends z.ZodMiniType>(
  call: ServiceCall,
  { status, text }: Reply,
  data: T,
  key: string,
): z.output<T> {
  const body = readBody(text);
  const failure = (kind: ServiceFailure, what: string) =>
    new ServiceError(kind, call, { what, status, said: quotedFrom(body, key) });
  if (status === 504) throw failure("timed-out", "was given up by a gateway before the service (status 504)");
  if (status >= 300 && status < 400) throw failure("foreign", `was redirected (status ${status})`);
  const refusal = REFUSALS[status];
  const isFromService = status < 400 ? looksLikeObject(text) : isOwnRefusal(body, refusal);
  if (!isFromService) throw failure("foreign", `was answered with status ${status}, but not by the service`);
  if (status >= 400) throw failure(refusal ?? "rejected", `was refused with status ${status}`);
  if (body.kind === "unreadable")
    throw failure("unreadable", `was answered with status ${status}, but ${body.why}`);
  if (body.fields["success"] === false)
    throw failure("rejected", `was answered with status ${status} and \`success: false\``);
  const mismatch = (error: z.core.$ZodError) =>
    failure(
      "unreadable",
      `was answered with status ${status}, but the answer is not as the interface says (${issuesLine(issuesOf(error))})`,
    );
  const envelope = successfulReply.safeParse(body.fields);
  if (!envelope.success) throw mismatch(envelope.error);
  const reading = data.safeParse(envelope.data.data);
  if (!reading.success) throw mismatch(reading.error);
  return reading.data;
}

/** Each value takes some hundred bytes of memory, and the text of one only three. */
const MAX_VALUES = 200_000;

/** The body of a reply: an object with exact numbers, or the reason, for a person, why it cannot be read. */
type ReplyBody = { kind: "object"; fields: Record<string, unknown> } | { kind: "unreadable"; why: string };

function readBody(text: string): ReplyBody {
  if (isCrowded(text)) return { kind: "unreadable", why: "the answer holds too many values to be read" };
  try {
    return { kind: "object", fields: parseObjectExactly(text) };
  } catch (error) {
    if (error instanceof UnreadableJsonError)
      return { kind: "unreadable", why: `the answer is not JSON: ${error.message}` };
    throw error;
  }
}

/** Reports whether a text begins as an object does, also one that cannot be read: a gateway's page does not. */
function looksLikeObject(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Reports whether the service itself refused, and no gateway before it: a status that both use has `success: false` then. */
function isOwnRefusal(body: ReplyBody, refusal: ServiceFailure | undefined): boolean {
  if (body.kind === "unreadable") return false;
  return refusal === undefined || body.fields["success"] === false;
}

/** Reports whether a text may hold too many values, by their separators. */
function isCrowded(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at++) {
    const code = text.charCodeAt(at);
    // A comma, a bracket or a brace.
    if (code === 0x2c || code === 0x5b || code === 0x7b) values++;
  }
  return values > MAX_VALUES;
}

/** Text of an error reply, in quotation marks, on one line and without the key; empty if it has none. */
function quotedFrom(body: ReplyBody, key: string): string {
  if (body.kind === "unreadable") return "";
  const reason =
    ["message", "error", "errors", "detail"].flatMap((name) => textsIn(body.fields[name]))[0] ?? "";
  // Cleaned first: a key with invisible characters in it would be whole again afterwards.
  return quoted(plainText(reason, 1_000).replaceAll(key, "[key]"), 300);
}

/** The reason that a field gives: a text, a list of them, or an object with a message of its own. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) {
    const texts = value.slice(0, 5).flatMap((item) => textsIn(item));
    return texts.length === 0 ? [] : [texts.join("; ")];
  }
  return isObject(value) ? [...textsIn(value["message"]), ...textsIn(value["error"])].slice(0, 1) : [];
}
