/** A risk service that says of each wallet what a scenario scripts, word for word. */

import { createServer, type Server, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import * as z from "zod/mini";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";

/** By address: the entries of the reply about it, each as it is written: JSON, or nearly. Without one it is left out. */
export type Answers = Readonly<Record<string, readonly string[]>>;

const scanRequest = z.object({ addresses: z.array(z.object({ address: z.string() })) });

const CHAIN = {
  id: 1,
  name: "Ethereum",
  rpc_url: "https://rpc.example",
  explorer_url: "https://etherscan.io",
  currency_symbol: "ETH",
  currency_decimals: 18,
};
const STATUS = { status: "flagged", tags: ["watch"], lastTxs: [], lastDapps: [] };

export class ScriptedService {
  answers: Answers = {};
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/v1`;
    server.on("request", async (request, response) => {
      const body = await textOf(request);
      const path = request.url ?? "";
      if (path.endsWith("/scan-risk")) return reply(response, this.#scores(body));
      reply(response, JSON.stringify(path.includes("/wallets/") ? STATUS : [CHAIN]));
    });
  }

  static async start(): Promise<ScriptedService> {
    const server = createServer();
    return new ScriptedService(server, await listen(server, 0));
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  #scores(body: string): string {
    const { addresses } = scanRequest.parse(JSON.parse(body));
    const entries = addresses.flatMap(({ address }) => this.answers[address.toLowerCase()] ?? []);
    const summary = {
      total: addresses.length,
      completed: entries.length,
      skipped: 0,
      failed: 0,
      duration: 1,
    };
    return `{"summary":${JSON.stringify(summary)},"results":[${entries.join(",")}]}`;
  }
}

function reply(response: ServerResponse, data: string): void {
  response.writeHead(200, { "content-type": "application/json" }).end(`{"success":true,"data":${data}}`);
}
