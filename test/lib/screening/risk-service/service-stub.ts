/** A tiny HTTP server in the service's place, for answers that the sandbox does not give, and a client of it. */

import type { ServerResponse } from "node:http";
import { onTestFinished, vi } from "vitest";
import type { ServiceOptions } from "../../../../lib/screening/risk-service/call.ts";
import { type RiskService, riskService } from "../../../../lib/screening/risk-service/client.ts";
import {
  type Answerer,
  type ReceivedRequest,
  recordingServer,
} from "../../../support/servers/recording-server.ts";

/** A client, what came to the server behind it, and how long the client waited between tries (milliseconds). */
interface Stub {
  service: RiskService;
  url: string;
  came: ReceivedRequest[];
  pauses: number[];
}

export const STUB_KEY = "k-3f9a61c07e";

/**
 * Starts a server that answers as `answer` does, and a client that draws half of each longest wait and does not sleep. Both end
 * with the test, and so does a faster clock.
 */
export async function stubService(
  answer: Answerer,
  { timeScale, ...options }: Partial<ServiceOptions> & { timeScale?: number } = {},
): Promise<Stub> {
  if (timeScale !== undefined) {
    vi.stubEnv("TIME_SCALE", String(timeScale));
    onTestFinished(() => void vi.unstubAllEnvs());
  }
  const pauses: number[] = [];
  const { url, requests: came } = await recordingServer(answer);
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
