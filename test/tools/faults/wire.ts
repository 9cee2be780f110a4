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
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";
import type { Arming, FaultKind } from "./arming.ts";
import {
  CRASH_HEADER,
  type DescribedCall,
  describeCall,
  type Names,
  WIRE_HEADERS,
  type WireRequest,
} from "./described-call.ts";

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
  /** Makes the present invocation's work once more, beside it. */
  again: () => Promise<unknown> = async () => undefined;
  readonly #server: Server;
  readonly #arming: Arming;
  readonly #agent = new HttpAgent({ keepAlive: true });

  private constructor(server: Server, port: number, arming: Arming) {
    this.#server = server;
    this.port = port;
    this.#arming = arming;
    server.on("request", (request, reply) => {
      this.#take(request, reply).catch(() => reply.destroy());
    });
  }

  static async start(arming: Arming): Promise<Wire> {
    const server = createServer();
    return new Wire(server, await listen(server, 0), arming);
  }

  /** Stops at once. */
  async close(): Promise<void> {
    this.#agent.destroy();
    await closeServer(this.#server);
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = incoming;
    const request = { method, path, headers, body: await textOf(incoming) };
    const call = describeCall(request, this.names);
    await this.#inject(this.#arming.meet(call), call, () => this.#pass(request), outgoing);
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
      case "throttled":
        return refuse(outgoing, call, kind);
      case "no reply":
      case "no reply once":
        await pass();
        outgoing.destroy();
        return;
      case "late":
        await givenUp(outgoing);
        await pass();
        return;
      case "overtaken":
        await this.again();
        return answer(outgoing, await pass());
      case "crash before":
        return crash(outgoing);
      case "crash after":
        await pass();
        return crash(outgoing);
    }
  }

  async #pass({ method, path, headers, body }: WireRequest): Promise<Reply> {
    const target = new URL(path, String(headers[WIRE_HEADERS.target]));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const own = new Set<string>([...Object.values(WIRE_HEADERS), "host", "connection", "transfer-encoding"]);
    const ownHeaders = Object.entries(headers).filter(([name]) => !own.has(name));
    const outgoing = httpRequest(target, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(ownHeaders), "content-length": Buffer.byteLength(body) },
    });
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
    outgoing.end(body);
    const response = await promise;
    return { status: response.statusCode ?? 0, headers: response.headers, body: await textOf(response) };
  }
}

function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const { connection: _, "transfer-encoding": __, "keep-alive": ___, ...replyHeaders } = headers;
  outgoing.writeHead(status, { ...replyHeaders, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Answers of services that are out of order, and to too many calls: status, and AWS's code or the risk service's message. */
const REFUSALS: Readonly<Record<string, Record<"refused" | "throttled", readonly [number, string]>>> = {
  service: { refused: [503, "out of order"], throttled: [429, "too many requests"] },
  sns: { refused: [500, "InternalFailure"], throttled: [400, "Throttling"] },
  dynamodb: {
    refused: [500, "InternalServerError"],
    throttled: [400, "ProvisionedThroughputExceededException"],
  },
  sqs: { refused: [500, "InternalServerError"], throttled: [400, "RequestThrottled"] },
  secretsmanager: { refused: [500, "InternalServerError"], throttled: [400, "ThrottlingException"] },
};

function refuse(outgoing: ServerResponse, { service }: DescribedCall, kind: "refused" | "throttled"): void {
  const [status, code] = REFUSALS[service]?.[kind] ?? [500, "InternalServerError"];
  if (service === "service") {
    const again = kind === "throttled" ? { "retry-after": "1" } : {};
    outgoing.writeHead(status, { "content-type": "application/json", ...again });
    outgoing.end(JSON.stringify({ success: false, message: code }));
  } else if (service === "sns") {
    const type = kind === "throttled" ? "Sender" : "Receiver";
    outgoing.writeHead(status, { "content-type": "text/xml" });
    outgoing.end(
      `<ErrorResponse><Error><Type>${type}</Type><Code>${code}</Code><Message>${code}</Message></Error></ErrorResponse>`,
    );
  } else {
    outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    outgoing.end(JSON.stringify({ __type: code, message: code }));
  }
}

function crash(outgoing: ServerResponse): void {
  outgoing.writeHead(500, { [CRASH_HEADER]: "" }).end();
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
