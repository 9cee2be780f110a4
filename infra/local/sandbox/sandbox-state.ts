import type { IncomingMessage, ServerResponse } from "node:http";
import type { Adapter } from "./adapter-calls.ts";
import type { Scanner, ScanPace } from "./scans.ts";
import type { Statistics } from "./statistics.ts";

export interface SandboxProject {
  projectId: number;
  /** Key that calls of the service must carry, as `ApiKey <key>`. */
  apiKey: string;
  /** Secret that signs the sandbox's calls to the adapter. */
  webhookSecret: string;
}

/** A time in which every call of the service is refused. */
export interface ServiceOutage {
  status: number;
  /** Milliseconds since 1970. */
  until: number;
  retryAfterSeconds?: number | undefined;
}

/** State that the parts of a running sandbox share. */
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
  /** Matches of the groups in the route's path, decoded. */
  parts: readonly string[];
  state: SandboxState;
}

/** An endpoint; what it returns is the `data` of a successful reply. */
export interface SandboxRoute {
  method: "GET" | "POST";
  path: RegExp;
  answer: (asked: SandboxRequest) => Promise<unknown>;
}
