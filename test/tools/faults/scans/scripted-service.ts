/** A risk service that answers what a scenario says of each wallet, word for word, and only when it may. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import * as z from "zod/mini";
import { close, listen } from "../../../../infra/local/http/loopback.ts";
import { Gate } from "../injection/arming.ts";

/** A request about one wallet. */
export interface AskedWallet {
  projectId: string;
  address: string;
  chainId: string;
  /** Number of earlier requests about the wallet in this night. */
  before: number;
  /** Number of the night in the project, from 1. */
  night: number;
}

/** The entries of a reply about one wallet, each as it is written: JSON, or nearly. */
type Script = (asked: AskedWallet) => readonly string[];

const scanRequest = z.object({
  addresses: z.array(z.object({ address: z.string(), chainId: z.string() })),
});

const CHAIN = {
  id: 1,
  name: "Ethereum",
  rpc_url: "https://rpc.example",
  explorer_url: "https://etherscan.io",
  currency_symbol: "ETH",
  currency_decimals: 18,
};

export class ScriptedService {
  readonly url: string;
  readonly #server: Server;
  readonly #script: Script;
  readonly #nights = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  readonly #garbled = new Map<string, string[]>();
  readonly #gates = new Map<string, Gate[]>();

  private constructor(server: Server, port: number, script: Script) {
    this.#server = server;
    this.#script = script;
    this.url = `http://127.0.0.1:${port}/v1`;
    server.on("request", (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(script: Script): Promise<ScriptedService> {
    const server = createServer();
    return new ScriptedService(server, await listen(server, 0), script);
  }

  /** Stops at once. */
  close(): Promise<void> {
    return close(this.#server);
  }

  /** From now on it is another night in a project. */
  setNight(projectId: string, night: number): void {
    this.#nights.set(projectId, night);
  }

  /** The project's next request for scores is answered with this text, with any content. */
  garbleNextScan(projectId: string, reply: string): void {
    this.#garbled.set(projectId, [...(this.#garbled.get(projectId) ?? []), reply]);
  }

  /** The project's next request for scores is answered with what is known at its arrival, when the gate opens. */
  holdNextScan(projectId: string): Gate {
    const gate = new Gate();
    this.#gates.set(projectId, [...(this.#gates.get(projectId) ?? []), gate]);
    return gate;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const [, projectId = ""] = /\/projects\/([^/]+)\/addresses\/scan-risk$/.exec(request.url ?? "") ?? [];
    if (projectId === "") return reply(response, request.url?.includes("/wallets/") ? STATUS : [CHAIN]);
    const garbled = this.#garbled.get(projectId)?.shift();
    if (garbled !== undefined) return replyText(response, garbled);
    const entries = this.#entries(projectId, body);
    const gate = this.#gates.get(projectId)?.shift();
    await gate?.pass();
    const summary = '{"total":1,"completed":1,"skipped":0,"failed":0,"duration":1}';
    replyText(response, `{"success":true,"data":{"summary":${summary},"results":[${entries.join(",")}]}}`);
  }

  #entries(projectId: string, body: string): string[] {
    const night = this.#nights.get(projectId) ?? 1;
    return scanRequest.parse(JSON.parse(body)).addresses.flatMap(({ address, chainId }) => {
      const key = [projectId, night, address].join(" ");
      const before = this.#asked.get(key) ?? 0;
      this.#asked.set(key, before + 1);
      return this.#script({ projectId, address, chainId, before, night });
    });
  }
}

const STATUS = { status: "flagged", tags: ["watch"], lastTxs: [], lastDapps: [] };

function reply(response: ServerResponse, data: unknown): void {
  replyText(response, JSON.stringify({ success: true, data }));
}

function replyText(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}
