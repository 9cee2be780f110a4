/** A tiny HTTP server in the service's place, for answers that the sandbox does not give, and a client of it. */

import type { ServerResponse } from "node:http";
import { onTestFinished, vi } from "vitest";
import { type RiskService, riskService } from "../../../../lib/screening/risk-service/client.ts";
import { ServiceError } from "../../../../lib/screening/risk-service/errors.ts";
import {
  type Answerer,
  type ReceivedRequest,
  recordingServer,
} from "../../../support/servers/recording-server.ts";

/** A client, and what came to the server behind it. */
interface Stub {
  service: RiskService;
  url: string;
  came: ReceivedRequest[];
}

export const STUB_KEY = "k-3f9a61c07e";

/** Starts a server that answers as `answer` does, and a client whose waits are a thousandth as long. */
export async function stubService(answer: Answerer, apiKey: () => string = () => STUB_KEY): Promise<Stub> {
  vi.stubEnv("TIME_SCALE", "1000");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, requests: came } = await recordingServer(answer);
  return { service: riskService({ baseUrl: url, apiKey }), url, came };
}

/** Answers with JSON, or with the text or bytes that it is given. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers);
  response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

/** The failure of a call. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}
