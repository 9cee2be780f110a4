/** A server in the service's place that replies with whatever a case chooses, and remembers what it was asked for. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../../../infra/local/http/loopback.ts";

/** A reply: a text or bytes, one that never ends, or none at all. */
export interface ServiceReply {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer | "endless" | "hang up";
}

/** An address of a scan request. */
export interface AskedAddress {
  address: string;
  chainId: string;
}

export interface Behaviour {
  chains(): ServiceReply;
  scan(asked: readonly AskedAddress[]): ServiceReply;
  /** @param address as it stands in the path, decoded */
  status(address: string): ServiceReply;
}

/** A service with which nothing is wrong, and that knows nothing. */
const SILENT: Behaviour = {
  chains: () => ({ body: '{"success":true,"data":[]}' }),
  scan: () => ({ body: '{"success":true,"data":{"results":[]}}' }),
  status: () => ({ body: '{"success":true,"data":{"status":"clean","tags":[]}}' }),
};

const PIECE = Buffer.alloc(65_536, "[");

export class HostileService {
  readonly url: string;
  behaviour: Behaviour = SILENT;
  /** What was asked for that is none of the interface's paths. */
  strays: string[] = [];
  /** How much it has replied, but for what never ends. */
  repliedBytes = 0;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<HostileService> {
    const server = createServer();
    return new HostileService(server, await listen(server, 0));
  }

  reset(): void {
    this.behaviour = SILENT;
    this.strays = [];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await text(request);
    const reply = this.#replyTo(request.url ?? "", asked);
    this.repliedBytes += reply.body.length;
    send(response, reply);
  }

  #replyTo(url: string, asked: string): ServiceReply {
    if (url === "/v1/chains") return this.behaviour.chains();
    if (url === "/v1/projects/1/addresses/scan-risk") return this.behaviour.scan(JSON.parse(asked).addresses);
    const [, address] = /^\/v1\/wallets\/([^/?#]+)\/status\?chainId=\d+$/.exec(url) ?? [];
    if (address !== undefined && !/^(\.|%2e){1,2}$/i.test(address))
      return this.behaviour.status(decodeURIComponent(address));
    this.strays.push(url);
    return { status: 404, body: '{"success":false,"message":"not found"}' };
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: ServiceReply): void {
  if (body === "hang up") {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (body !== "endless") {
    response.end(body);
    return;
  }
  const more = () => {
    while (!response.destroyed && response.write(PIECE));
  };
  response.on("drain", more);
  response.on("error", () => {});
  more();
}
