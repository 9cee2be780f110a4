/** The sandbox: simulates the risk service on this machine, with the same interface and invented scores. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod/mini";
import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { scanRequest } from "../../../lib/contract/scan.ts";
import { isLocalCall } from "../../../lib/platform/local-call.ts";
import { close, listen, PortInUseError } from "../http/loopback.ts";
import { type Adapter, type AdapterAuthentication, USUAL_AUTHENTICATION } from "./adapter-calls.ts";
import { SANDBOX_CHAINS } from "./chains.ts";
import { answer, answerError, readBody, SandboxHttpError } from "./http.ts";
import { inventedStatus } from "./invented-risk.ts";
import type { SandboxProject } from "./local-projects.ts";
import { NoAnswerError, Scanner, type ScanPace } from "./scans.ts";
import { SIMULATED_ENDINGS } from "./simulated-endings.ts";
import { simulateTransaction, transaction } from "./transactions.ts";

/** A time in which every call of the service is refused. */
interface ServiceOutage {
  status: number;
  /** Milliseconds since 1970. */
  until: number;
  retryAfterSeconds?: number | undefined;
}

/** State that the parts of a running sandbox share. */
interface SandboxState {
  projects: readonly SandboxProject[];
  adapter: Adapter | undefined;
  pace: ScanPace;
  outage: ServiceOutage | undefined;
  statistics: Statistics;
  scanner: Scanner;
  now: () => number;
  /** Aborted when the sandbox closes. */
  stopped: AbortSignal;
}

/** A request on its way through a route. */
interface SandboxRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** Matches of the groups in the route's path, decoded. */
  parts: readonly string[];
  state: SandboxState;
}

/** An endpoint; what it returns is the `data` of a successful reply. */
interface SandboxRoute {
  method: "GET" | "POST";
  path: RegExp;
  answer: (asked: SandboxRequest) => Promise<unknown>;
}

const milliseconds = z.number().check(z.minimum(0), z.maximum(3_600_000));
const latency = z.object({ ms: milliseconds });
const outage = z.object({
  status: z.number().check(z.minimum(400), z.maximum(599)),
  ms: milliseconds,
  retryAfterSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
});

const SANDBOX_ROUTES: readonly SandboxRoute[] = [
  {
    method: "POST",
    path: /^\/sandbox\/transactions$/,
    async answer({ request, state }) {
      const asked = await readBody(request, transaction);
      if (state.adapter === undefined) {
        throw new SandboxHttpError(409, "The sandbox knows of no adapter: start it with ADAPTER_URL.");
      }
      const project =
        asked.projectId === undefined
          ? state.projects[0]
          : state.projects.find(({ projectId }) => projectId === asked.projectId);
      if (project === undefined) throw new SandboxHttpError(404, "There is no such project.");
      return simulateTransaction(asked, project, state.adapter, state.stopped);
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/latency$/,
    async answer({ request, state }) {
      const { ms } = await readBody(request, latency);
      state.pace.latencyMs = ms;
      return { ms };
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/outage$/,
    async answer({ request, state }) {
      const { status, ms, retryAfterSeconds } = await readBody(request, outage);
      state.outage = { status, until: state.now() + ms, retryAfterSeconds };
      return { status, ms };
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/statistics$/,
    answer: async ({ state }) => state.statistics.current,
  },
  {
    method: "POST",
    path: /^\/sandbox\/statistics\/reset$/,
    async answer({ state }) {
      state.statistics.reset();
      return state.statistics.current;
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/endings$/,
    answer: async () => SIMULATED_ENDINGS.map(({ ending, simulates }) => ({ ending, simulates })),
  },
];

const SERVICE_ROUTES: readonly SandboxRoute[] = [
  {
    method: "GET",
    path: /^\/v1\/chains$/,
    async answer({ request, response, state }) {
      state.statistics.open("chains", response);
      projectOfKey(state, request.headers);
      refuseInOutage(state);
      return SANDBOX_CHAINS;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/projects\/([^/]+)\/addresses\/scan-risk$/,
    async answer({ request, response, state, parts: [id] }) {
      state.statistics.open("scans", response);
      const { projectId } = projectOfKey(state, request.headers);
      if (!state.projects.some((project) => String(project.projectId) === id)) {
        throw new SandboxHttpError(404, "There is no such project.");
      }
      if (String(projectId) !== id) throw new SandboxHttpError(403, "The API key is another project's.");
      const asked = await readBody(request, scanRequest);
      state.statistics.current.scans.addresses += asked.addresses.length;
      refuseInOutage(state);
      return state.scanner.scan(projectId, asked);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/wallets\/([^/]+)\/status$/,
    async answer({ request, response, state, url, parts: [address = ""] }) {
      state.statistics.open("walletStatuses", response);
      projectOfKey(state, request.headers);
      if ((url.searchParams.get("chainId") ?? "") === "") {
        throw new SandboxHttpError(400, "The request is not valid.", [{ path: "chainId", is: "text" }]);
      }
      refuseInOutage(state);
      return inventedStatus(address);
    },
  },
];

/** The project whose key a request carries, in either header. */
function projectOfKey({ projects }: SandboxState, headers: SandboxRequest["request"]["headers"]) {
  const given = API_KEY_HEADERS.map((name) => headers[name]);
  const project = projects.find(({ apiKey }) => given.includes(apiKeyValue(apiKey)));
  if (project === undefined) throw new SandboxHttpError(401, "The API key is missing or wrong.");
  return project;
}

function refuseInOutage({ outage, now }: SandboxState): void {
  if (outage === undefined || outage.until <= now()) return;
  const { status, retryAfterSeconds } = outage;
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  throw new SandboxHttpError(status, "An outage is being simulated.", [], headers);
}

/** Delay of a request by an address that simulates slowness, in milliseconds. */
const USUAL_SLOWNESS_MS = 5_000;

const ROUTES = [...SERVICE_ROUTES, ...SANDBOX_ROUTES];

export interface SandboxOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  projects: readonly SandboxProject[];
  /** URL that transactions are sent to; without it they are refused. */
  adapterUrl?: string;
  /** Authentication of transactions; signed, with the usual headers, if absent. */
  adapterAuthentication?: AdapterAuthentication;
  /** Time of every scan, in milliseconds; 0 if absent. */
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
  const port = await listen(server, options.port).catch((error: unknown) => {
    if (!(error instanceof PortInUseError)) throw error;
    throw new Error(`Port ${options.port} is in use: stop what listens there, or choose another port.`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      stop.abort();
      return close(server);
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

/** Requests of one kind. */
interface Count {
  /** Since the start or the last reset. */
  total: number;
  /** Not answered yet. */
  open: number;
  /** The most that were open concurrently. */
  mostOpen: number;
}

/** Answer of `GET /sandbox/statistics`. */
interface SandboxStatistics {
  scans: Count & { addresses: number };
  walletStatuses: Count;
  chains: Count;
  /** Number of answers of each HTTP status; `none` for requests without an answer. */
  answers: Record<string, number>;
}

function nothing(): SandboxStatistics {
  const none = { total: 0, open: 0, mostOpen: 0 };
  return { scans: { ...none, addresses: 0 }, walletStatuses: { ...none }, chains: { ...none }, answers: {} };
}

/** Counts the requests of the service's endpoints. */
class Statistics {
  current: SandboxStatistics = nothing();

  /** Counts a request as open until its connection is done with it. */
  open(kind: "scans" | "walletStatuses" | "chains", response: ServerResponse): void {
    const { current } = this;
    const count = current[kind];
    count.total++;
    count.open++;
    count.mostOpen = Math.max(count.mostOpen, count.open);
    response.once("close", () => {
      count.open--;
      const status = response.writableFinished ? String(response.statusCode) : "none";
      current.answers[status] = (current.answers[status] ?? 0) + 1;
    });
  }

  /** Starts from nothing; what is open now is forgotten. */
  reset(): void {
    this.current = nothing();
  }
}
