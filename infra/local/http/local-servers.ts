/** The ports of the local stack that take HTTP requests: signing proxy, adapter and desk. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isLocalCall, isToThisMachine } from "../../../lib/aws/local-call.ts";
import type { LocalEvents } from "../lambda/run-events.ts";
import {
  answerRequest,
  type GatewayOptions,
  type GatewayReply,
  type GatewayRequest,
  ownReply,
} from "./gateway.ts";
import { assertFree, closeServer, listen, listenOnIpv6 } from "./loopback.ts";
import { type SigningOptions, signingProxy as signingProxyFor } from "./signing-proxy.ts";

type Answer = (request: GatewayRequest) => Promise<GatewayReply>;

type Admission = (headers: IncomingHttpHeaders) => boolean;

/** API Gateway's limit for the request line and all headers, in bytes. */
const MAX_HEADER_BYTES = 10_240;

/** One port, on 127.0.0.1 and, for a port of one's choice and where the machine has it, on ::1. */
interface LocalServer {
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
  const boundPort = await listen(server, port);
  const closeBoth = () => Promise.all([server, other].map(closeServer));
  // Only a chosen port is also opened on `localhost`.
  if (port !== 0)
    await listenOnIpv6(other, boundPort).catch(async (error: unknown) => {
      await closeBoth();
      throw error;
    });
  return {
    url: `http://127.0.0.1:${boundPort}`,
    port: boundPort,
    open(listener) {
      answer = listener;
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

/** HTTP servers of a local stack, but for its sandbox and its issuer. */
export interface LocalServers {
  signingProxy: LocalServer;
  /** The HTTP API, exactly as deployed. */
  adapter: LocalServer;
  /** The API of the desk; 404 for everything without one. */
  desk: LocalServer;
  /** For the sandbox; 0 for any free one. */
  sandboxPort: number;
  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, signing: SigningOptions): void;
}

/**
 * Starts listening; requests get 503 until {@link LocalServers.open}.
 * @param port the first of the four; 0 for any free ones
 * @param onClose takes what stops a server, also where this throws
 * @throws {PortInUseError} for any of the four
 */
export async function listenForCalls(
  port: number,
  events: LocalEvents,
  onClose: (closer: () => unknown) => void,
): Promise<LocalServers> {
  const portAt = (place: number) => (port === 0 ? 0 : port + place);
  const listenAt = async (name: string, place: number, admits?: Admission) => {
    const server = await startLocalServer(name, portAt(place), events, admits);
    onClose(() => server.close());
    return server;
  };
  const signingProxy = await listenAt("signing proxy", 0);
  const adapter = await listenAt("adapter", 2);
  const desk = await listenAt("desk", 3, isToThisMachine);
  const sandboxPort = portAt(1);
  if (sandboxPort !== 0) await assertFree(sandboxPort);
  const open: LocalServers["open"] = (gateway, signing) => {
    const answering = (ofDesk: boolean): Answer => {
      const routes = gateway.routes.filter((route) => (route.desk ?? false) === ofDesk);
      return (request) => answerRequest(request, { ...gateway, routes });
    };
    adapter.open(answering(false));
    signingProxy.open(signingProxyFor(answering(false), signing));
    desk.open(answering(true));
  };
  return { signingProxy, adapter, desk, sandboxPort, open };
}
