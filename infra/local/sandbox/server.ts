/** The sandbox: simulates the risk service on this machine, with the same interface and invented scores. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import { type AdapterAuthentication, USUAL_AUTHENTICATION } from "./adapter-calls.ts";
import { answer, answerError, SandboxHttpError } from "./http.ts";
import { SANDBOX_ROUTES } from "./sandbox-routes.ts";
import type { SandboxProject, SandboxState } from "./sandbox-state.ts";
import { NoAnswerError, Scanner, type ScanPace } from "./scans.ts";
import { SERVICE_ROUTES } from "./service-routes.ts";
import { Statistics } from "./statistics.ts";

/** How an address that simulates slowness slows its request, in milliseconds. */
const USUAL_SLOWNESS_MS = 5_000;

const ROUTES = [...SERVICE_ROUTES, ...SANDBOX_ROUTES];

export interface SandboxOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  projects: readonly SandboxProject[];
  /** Where transactions are sent; without it they are refused. */
  adapterUrl?: string;
  /** How the adapter authenticates them; signed, with the usual headers, where absent. */
  adapterAuthentication?: AdapterAuthentication;
  /** How long every scan takes, in milliseconds; 0 where absent. */
  latencyMs?: number;
  /** Divides slowness and the waits between tries of a webhook; 1 where absent. */
  timeScale?: number;
}

export interface Sandbox {
  /** Without `/v1`. */
  url: string;
  /** Breaks what is open and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox.
 * @throws {Error} that names the port, where it is in use
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const timeScale = options.timeScale ?? 1;
  const stop = new AbortController();
  const pace: ScanPace = { latencyMs: options.latencyMs ?? 0, slowMs: USUAL_SLOWNESS_MS / timeScale };
  const state: SandboxState = {
    projects: options.projects,
    adapter:
      options.adapterUrl === undefined
        ? undefined
        : {
            url: options.adapterUrl,
            authentication: options.adapterAuthentication ?? USUAL_AUTHENTICATION,
            timeScale,
          },
    pace,
    outage: undefined,
    statistics: new Statistics(),
    scanner: new Scanner(pace),
    now: Date.now,
    stopped: stop.signal,
  };
  const server = createServer((request, response) => {
    handle(request, response, state).catch((error: unknown) => answerError(response, error));
  });
  const port = await listen(server, options.port);
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      stop.abort();
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      return promise;
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  state: SandboxState,
): Promise<void> {
  if (!isLocalCall(request.headers))
    throw new SandboxHttpError(403, "The sandbox answers programs on this machine alone.");
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  for (const route of ROUTES) {
    const match = route.path.exec(url.pathname);
    if (match === null || route.method !== request.method) continue;
    const parts = match.slice(1).map(decoded);
    try {
      const data = await route.answer({ request, response, url, parts, state });
      answer(response, 200, { success: true, data });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      if (error.breaks) response.destroy();
    }
    return;
  }
  throw new SandboxHttpError(404, "There is no such endpoint.");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SandboxHttpError(400, "The path is not encoded as it should be.");
  }
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new Error(`Port ${port} is in use: stop what listens there, or choose another port.`);
    }
    throw error;
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
