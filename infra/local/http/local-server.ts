/** A port on this machine that takes HTTP requests and hands them to the gateway. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isLocalCall } from "../../../lib/aws/local-call.ts";
import type { LocalEvents } from "../lambda/run-events.ts";
import { type GatewayReply, ownReply } from "./gateway.ts";
import type { GatewayRequest } from "./gateway-event.ts";
import { close, listen, listenOnIpv6 } from "./loopback.ts";

type Answer = (request: GatewayRequest) => Promise<GatewayReply>;

export type Admission = (headers: IncomingHttpHeaders) => boolean;

/** API Gateway's limit for the request line and all headers, in bytes. */
const MAX_HEADER_BYTES = 10_240;

/** One port, on 127.0.0.1 and, for a port of one's choice and where the machine has it, on ::1. */
export interface LocalServer {
  /** Without a slash at the end. */
  url: string;
  port: number;
  /** Answers all later requests with `answer`; earlier ones get 503. */
  open(answer: Answer): void;
  /** Stops at once; requests in progress are cut. */
  close(): Promise<unknown>;
}

/**
 * Starts listening.
 * @param port 0 for any free one
 * @param admits which requests are answered at all
 * @throws {PortInUseError}
 */
export async function startLocalServer(
  name: string,
  port: number,
  events: LocalEvents,
  admits: Admission = isLocalCall,
): Promise<LocalServer> {
  let answer: Answer = async () => ownReply(503, "Service Unavailable");
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const start = performance.now();
    const { status, headers, body } = admits(request.headers)
      ? await answer(await requestOf(request))
      : ownReply(403, "Forbidden: this address takes calls from programs on this machine only");
    reply.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    const { method = "", url: path = "" } = request;
    const milliseconds = Math.round(performance.now() - start);
    events.emit({ type: "request", server: name, method, path, status, milliseconds });
  };
  const make = () =>
    createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, reply) => {
      take(request, reply).catch(() => reply.destroy());
    });
  const [server, other] = [make(), make()];
  const found = await listen(server, port);
  const closeBoth = () => Promise.all([server, other].map(close));
  // Only a chosen port is also opened on `localhost`.
  if (port !== 0)
    await listenOnIpv6(other, found).catch(async (error: unknown) => {
      await closeBoth();
      throw error;
    });
  return {
    url: `http://127.0.0.1:${found}`,
    port: found,
    open(made) {
      answer = made;
    },
    close: closeBoth,
  };
}

async function requestOf(request: IncomingMessage): Promise<GatewayRequest> {
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    httpVersion: request.httpVersion,
    rawHeaders: request.rawHeaders,
    body: await buffer(request),
    sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
  };
}
