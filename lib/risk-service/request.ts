/** One request to the risk service over node:http(s), which waits as long as it is told to: fetch gives up after 300 s. */

import http from "node:http";
import https from "node:https";

/** What is asked. */
export interface ServiceRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
  /** How long the complete answer may take, in milliseconds. */
  timeoutMs: number;
  /** How long the answer may be. */
  maxReplyBytes: number;
}

/** What was answered. */
export interface ServiceReply {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** No complete answer came; `message` says why in a few words, `timedOut` whether that was the time limit. */
export class NoReplyError extends Error {
  override name = "NoReplyError";
  readonly timedOut: boolean;
  constructor(message: string, timedOut: boolean) {
    super(message);
    this.timedOut = timedOut;
  }
}

/** The answer is longer than the request allows. */
export class OversizedReplyError extends Error {
  override name = "OversizedReplyError";
  readonly status: number;
  constructor(status: number) {
    super("oversized reply");
    this.status = status;
  }
}

/** NAT gateways forget a connection that is silent for 350 s: probes keep it alive while the service thinks. */
const KEEP_ALIVE_PROBE_MS = 30_000;

/** A host that does not even connect is not worth the ten minutes that a scan may take. */
const CONNECT_TIMEOUT_MS = 10_000;

const plainAgent = new http.Agent({ keepAlive: true });
const secureAgent = new https.Agent({ keepAlive: true });

/**
 * Sends a request once and reads the whole answer, whatever its status; redirects are not followed.
 * @throws {NoReplyError} when the connection fails or the time is over; {OversizedReplyError} when the answer is too long
 */
export function exchange(request: ServiceRequest): Promise<ServiceReply> {
  const secure = request.url.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<ServiceReply>();
  const outgoing = (secure ? https : http).request(request.url, {
    method: request.method,
    agent: secure ? secureAgent : plainAgent,
    headers: {
      ...request.headers,
      accept: "application/json",
      "user-agent": "vigia",
      ...(request.body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(request.body) }),
    },
  });
  const fail = (error: Error): void => {
    reject(error);
    outgoing.destroy();
  };
  const timer = setTimeout(
    () => fail(new NoReplyError("no complete answer in time", true)),
    request.timeoutMs,
  );
  outgoing.on("socket", (socket) => {
    socket.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    if (!socket.connecting) return;
    const connecting = setTimeout(
      () => fail(new NoReplyError("no connection in time", false)),
      CONNECT_TIMEOUT_MS,
    );
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(connecting));
    socket.once("close", () => clearTimeout(connecting));
  });
  outgoing.on("error", (error) => fail(new NoReplyError(whatBroke(error), false)));
  outgoing.on("response", (incoming) => {
    const status = incoming.statusCode ?? 0;
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > request.maxReplyBytes) fail(new OversizedReplyError(status));
      else chunks.push(chunk);
    });
    incoming.on("error", (error) => fail(new NoReplyError(whatBroke(error), false)));
    incoming.on("end", () =>
      resolve({
        status,
        retryAfter: incoming.headers["retry-after"],
        text: Buffer.concat(chunks).toString(),
      }),
    );
  });
  outgoing.end(request.body);
  return promise.finally(() => clearTimeout(timer));
}

/** A code such as ECONNREFUSED says enough, and other than Node's message it never quotes a header. */
function whatBroke(error: Error): string {
  return `a broken connection (${"code" in error ? String(error.code) : error.name})`;
}
