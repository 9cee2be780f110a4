import type { IncomingMessage, ServerResponse } from "node:http";
import type { Adapter } from "./adapter-calls.ts";
import type { Scanner, ScanPace } from "./scans.ts";
import type { Statistics } from "./statistics.ts";

export interface SandboxProject {
  projectId: number;
  /** What calls of the service must carry, as `ApiKey <key>`. */
  apiKey: string;
  /** What the sandbox signs its calls to the adapter with. */
  webhookSecret: string;
}

/** A time in which every call of the service is refused. */
export interface ServiceOutage {
  status: number;
  /** Milliseconds since 1970. */
  until: number;
  retryAfterSeconds?: number | undefined;
}

/** What the parts of a running sandbox share. */
export interface SandboxState {
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
export interface SandboxRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** What the groups of the route's path matched, decoded. */
  parts: readonly string[];
  state: SandboxState;
}

/** An endpoint; what it returns is the `data` of a successful reply. */
export interface SandboxRoute {
  method: "GET" | "POST";
  path: RegExp;
  answer: (asked: SandboxRequest) => Promise<unknown>;
}
