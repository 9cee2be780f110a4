/** A port on this machine that takes HTTP requests and hands them to the gateway. */

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import type { LocalEvents } from "../events.ts";
import { type GatewayReply, MAX_BODY_BYTES, ownReply } from "./gateway.ts";
import type { GatewayRequest } from "./gateway-event.ts";
import { close, listen, listenOnIpv6 } from "./loopback.ts";

type Answer = (request: GatewayRequest) => Promise<GatewayReply>;

export type Admission = (headers: IncomingHttpHeaders) => boolean;

/** API Gateway's limit for the request line and all headers, in bytes. */
const MAX_HEADER_BYTES = 10_240;

/** One port, on 127.0.0.1 and, for a port of one's choice and where the machine has it, on ::1. */
export class LocalServer {
  readonly name: string;
  readonly port: number;
  readonly #servers: readonly Server[];
  readonly #events: LocalEvents;
  readonly #admits: Admission;
  #answer: Answer = async () => ownReply(503, "Service Unavailable");

  private constructor(
    name: string,
    port: number,
    servers: readonly Server[],
    { events, admits }: { events: LocalEvents; admits: Admission },
  ) {
    this.name = name;
    this.#admits = admits;
    this.port = port;
    this.#servers = servers;
    this.#events = events;
    for (const server of servers) {
      server.on("request", (request, reply) => {
        this.#take(request, reply).catch(() => reply.destroy());
      });
    }
  }

  /**
   * Starts listening; every request gets 503 until {@link LocalServer.open}.
   * @param port 0 for any free one
   * @param admits which requests are answered at all
   */
  static async listen(
    name: string,
    port: number,
    events: LocalEvents,
    admits: Admission = isLocalCall,
  ): Promise<LocalServer> {
    const about = { events, admits };
    const options = { maxHeaderSize: MAX_HEADER_BYTES };
    const [server, other] = [createServer(options), createServer(options)];
    const found = await listen(server, port);
    // Only a chosen port is also opened on `localhost`.
    if (port === 0) return new LocalServer(name, found, [server], about);
    try {
      const servers = (await listenOnIpv6(other, found)) ? [server, other] : [server];
      return new LocalServer(name, found, servers, about);
    } catch (error) {
      await close(server);
      throw error;
    }
  }

  /** URL of the server, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Answers all later requests with `answer`. */
  open(answer: Answer): void {
    this.#answer = answer;
  }

  /** Stops at once; requests in progress are cut. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(close));
  }

  async #take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const start = performance.now();
    const { status, headers, body } = this.#admits(request.headers)
      ? await this.#answered(request)
      : ownReply(403, "Forbidden: this address takes calls from programs on this machine only");
    reply.writeHead(status, { ...headers, "content-length": body.length }).end(body);
    this.#events.emit({
      type: "request",
      server: this.name,
      method: request.method ?? "",
      path: request.url ?? "",
      status,
      milliseconds: Math.round(performance.now() - start),
    });
  }

  async #answered(request: IncomingMessage): Promise<GatewayReply> {
    const body = await bodyOf(request);
    if (body === undefined) return ownReply(413, "Request Entity Too Large");
    return this.#answer({
      method: request.method ?? "GET",
      target: request.url ?? "/",
      httpVersion: request.httpVersion,
      rawHeaders: request.rawHeaders,
      body,
      sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
    });
  }
}

/** Body of the request; undefined if too large. It is read to its end even then: otherwise the caller misses the reply. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}
