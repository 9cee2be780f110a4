/** The wire between the functions and everything that they call: passes calls on, or does to them what is armed. */

import {
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { text as textOf } from "node:stream/consumers";
import { close, listen } from "../../../../infra/local/http/loopback.ts";
import type { Arming } from "./arming.ts";
import { type DescribedCall, describeCall, type Names, type WireRequest } from "./described-call.ts";
import type { FaultKind } from "./fault-kinds.ts";
import { type Refusal, refusalOf, throttlingOf } from "./refusals.ts";
import { CRASH_HEADER, WIRE_HEADERS } from "./wire-headers.ts";

/** A call that was passed on, and what it was answered. */
export interface PassedCall {
  call: DescribedCall;
  /** Request. */
  body: string;
  status: number;
  /** Reply. */
  reply: string;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Names that are not known yet: nothing is called before the stack has started. */
const NOBODY: Names = { functionOf: (name) => name, serviceAt: () => undefined, resources: new Map() };

/** A reply that is held is given up after this, in milliseconds: longer than any function may run in these tests. */
const LONGEST_HOLD_MS = 60_000;

export class Wire {
  readonly port: number;
  names = NOBODY;
  readonly #server: Server;
  readonly #arming: Arming;
  readonly #onPassed: (passed: PassedCall) => void;
  readonly #agent = new HttpAgent({ keepAlive: true });

  private constructor(server: Server, port: number, arming: Arming, onPassed: (passed: PassedCall) => void) {
    this.#server = server;
    this.port = port;
    this.#arming = arming;
    this.#onPassed = onPassed;
    server.on("request", (request, reply) => {
      this.#take(request, reply).catch(() => reply.destroy());
    });
  }

  /** @param onPassed is called for each call that took effect, before its caller is */
  static async start(arming: Arming, onPassed: (passed: PassedCall) => void): Promise<Wire> {
    const server = createServer();
    return new Wire(server, await listen(server, 0), arming, onPassed);
  }

  /** Stops at once. */
  async close(): Promise<void> {
    this.#agent.destroy();
    await close(this.#server);
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: await textOf(incoming) };
    const call = describeCall(request, this.names);
    await this.#arming.gateOf(call)?.pass();
    const pass = () => this.#pass(call, request);
    if (this.#arming.isKilledBy(call)) return crash(outgoing, "thread");
    await this.#inject(this.#arming.meet(call), call, pass, outgoing);
  }

  async #inject(
    kind: FaultKind | undefined,
    call: DescribedCall,
    pass: () => Promise<Reply>,
    outgoing: ServerResponse,
  ): Promise<void> {
    switch (kind) {
      case undefined:
        return answer(outgoing, await pass());
      case "refused":
        return refuse(outgoing, refusalOf(call));
      case "throttled":
        return refuse(outgoing, throttlingOf(call));
      case "no reply":
      case "no reply once":
        await pass();
        outgoing.destroy();
        return;
      case "late":
        await givenUp(outgoing);
        await pass();
        return;
      case "crash before":
        return crash(outgoing);
      case "crash after":
        await pass();
        return crash(outgoing);
    }
  }

  async #pass(call: DescribedCall, request: WireRequest): Promise<Reply> {
    const reply = await this.#exchange(request);
    this.#onPassed({ call, body: request.body, status: reply.status, reply: reply.body });
    return reply;
  }

  async #exchange({ method, path, headers, body }: WireRequest): Promise<Reply> {
    const target = new URL(path, String(headers[WIRE_HEADERS.target]));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const own = new Set<string>([...Object.values(WIRE_HEADERS), "host", "connection", "transfer-encoding"]);
    const kept = Object.entries(headers).filter(([name]) => !own.has(name));
    const outgoing = httpRequest(target, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(kept), "content-length": Buffer.byteLength(body) },
    });
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
    outgoing.end(body);
    const response = await promise;
    return { status: response.statusCode ?? 0, headers: response.headers, body: await textOf(response) };
  }
}

function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...kept } = headers;
  outgoing.writeHead(status, { ...kept, "content-length": Buffer.byteLength(body) }).end(body);
}

function refuse(outgoing: ServerResponse, { status, headers, body }: Refusal): void {
  outgoing.writeHead(status, headers).end(body);
}

function crash(outgoing: ServerResponse, what: "function" | "thread" = "function"): void {
  outgoing.writeHead(500, { [CRASH_HEADER]: what }).end();
}

/** Waits until the caller has closed the connection: its time was up, or its process has ended. */
async function givenUp(outgoing: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, LONGEST_HOLD_MS);
  outgoing.once("close", resolve);
  await promise;
  clearTimeout(timer);
  outgoing.destroy();
}
