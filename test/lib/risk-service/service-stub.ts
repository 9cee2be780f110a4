/** A tiny HTTP server in the service's place, for answers that the sandbox does not give, and a client of it. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { ServiceOptions } from "../../../lib/risk-service/call.ts";
import { type RiskService, riskService } from "../../../lib/risk-service/client.ts";

/** A request as it came. */
export interface Came {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers the request whose number, from 0, is given. */
export type Answerer = (response: ServerResponse, number: number, came: Came) => void;

/** A client, what came to the server behind it, and how long the client waited between tries (milliseconds). */
export interface Stub {
  service: RiskService;
  url: string;
  came: Came[];
  pauses: number[];
}

export const STUB_KEY = "k-3f9a61c07e";

/**
 * Starts a server that answers as `answer` does, and a client that draws half of each longest wait and does not sleep. Both end
 * with the test.
 */
export async function stubService(answer: Answerer, options: Partial<ServiceOptions> = {}): Promise<Stub> {
  const came: Came[] = [];
  const pauses: number[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      came.push({ method, url, headers, body });
      answer(response, came.length - 1, { method, url, headers, body });
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  const url = `http://127.0.0.1:${address.port}`;
  const service = riskService({
    baseUrl: url,
    apiKey: () => STUB_KEY,
    random: () => 0.5,
    wait: async (ms) => {
      pauses.push(ms);
    },
    ...options,
  });
  return { service, url, came, pauses };
}

/** Answers with JSON, or with the text that it is given. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Answers a scan with these results. */
export function replyResults(response: ServerResponse, results: readonly unknown[]): void {
  reply(response, 200, { success: true, data: { results } });
}

/** Answers for as long as the connection stays. */
export function endless(response: ServerResponse): void {
  const chunk = "x".repeat(65_536);
  response.writeHead(200);
  const more = (): void => {
    while (!response.destroyed) if (!response.write(chunk)) break;
  };
  response.on("drain", more);
  more();
}

/** The error that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("the call did not fail");
}
