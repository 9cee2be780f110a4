/** One request to the risk service over node:http(s), which waits as long as a scan takes: fetch gives up after 300 s. */

import http from "node:http";
import https from "node:https";

interface ServiceRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  /** JSON text. */
  body?: string;
  /** Longest time for the complete answer, in milliseconds. */
  timeoutMs: number;
  /** A longer answer is not read. */
  maxReplyBytes: number;
}

/** A complete answer. */
export interface ServiceReply {
  kind: "reply";
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** No connection, or one that ended before the answer did; `why` in a few words. */
export interface BrokenConnection {
  kind: "broken";
  why: string;
}

/** The answer is longer than the request allows. */
interface OversizedReply {
  kind: "oversized";
  status: number;
}

/** Outcome of a request. */
export type Exchange = ServiceReply | OversizedReply | BrokenConnection | { kind: "timed-out" };

/** NAT gateways forget a connection that is silent for 350 s: probes keep it alive while the service thinks. */
const KEEP_ALIVE_PROBE_MS = 30_000;

/** A host that does not even connect is not worth the ten minutes that a scan may take. */
const CONNECT_TIMEOUT_MS = 10_000;

const plainAgent = new http.Agent({ keepAlive: true });
const secureAgent = new https.Agent({ keepAlive: true });

/** Sends a request once and reads the whole answer, with any status; redirects are not followed. */
export function exchange(request: ServiceRequest): Promise<Exchange> {
  const secure = request.url.protocol === "https:";
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const outgoing = (secure ? https : http).request(request.url, {
    method: request.method,
    agent: secure ? secureAgent : plainAgent,
    headers: headersOf(request),
  });
  const settle = (result: Exchange): void => {
    resolve(result);
    if (result.kind !== "reply") outgoing.destroy();
  };
  const timer = setTimeout(() => settle({ kind: "timed-out" }), request.timeoutMs);
  outgoing.on("socket", (socket) => {
    socket.setKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    if (!socket.connecting) return;
    const connecting = setTimeout(
      () => settle({ kind: "broken", why: "no connection in time" }),
      CONNECT_TIMEOUT_MS,
    );
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(connecting));
    socket.once("close", () => clearTimeout(connecting));
  });
  outgoing.on("error", (error) => settle(broken(error)));
  outgoing.on("response", (incoming) => readAnswer(incoming, request.maxReplyBytes, settle));
  outgoing.end(request.body);
  return promise.finally(() => clearTimeout(timer));
}

function headersOf({ headers, body }: ServiceRequest): http.OutgoingHttpHeaders {
  return {
    ...headers,
    accept: "application/json",
    "user-agent": "vigia",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
}

function readAnswer(
  incoming: http.IncomingMessage,
  maxBytes: number,
  settle: (result: Exchange) => void,
): void {
  const status = incoming.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) settle({ kind: "oversized", status });
    else chunks.push(chunk);
  });
  incoming.on("error", (error) => settle(broken(error)));
  incoming.on("end", () =>
    settle({
      kind: "reply",
      status,
      retryAfter: incoming.headers["retry-after"],
      text: Buffer.concat(chunks).toString(),
    }),
  );
}

/** A code such as ECONNREFUSED says enough, and other than Node's message it never quotes a header. */
function broken(error: Error): BrokenConnection {
  const cause = "code" in error ? String(error.code) : error.name;
  return { kind: "broken", why: `a broken connection (${cause})` };
}
