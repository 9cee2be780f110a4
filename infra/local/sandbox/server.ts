/** The sandbox: simulates the risk service on this machine, with the same interface and invented scores. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isLocalCall } from "../../../lib/aws/local-call.ts";
import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { parseObjectExactly, textOf, UnreadableJsonError } from "../../../lib/contract/exact-json.ts";
import { type Issue, issuesOf, issueTexts } from "../../../lib/contract/issues.ts";
import { scanRequest } from "../../../lib/contract/scan.ts";
import { closeServer, listen } from "../http/loopback.ts";
import { SANDBOX_CHAINS } from "./chains.ts";
import { inventedStatus } from "./invented-risk.ts";
import type { SandboxProject } from "./local-projects.ts";
import { Scanner } from "./scans.ts";

export interface SandboxOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  projects: readonly SandboxProject[];
  /** Time of every scan, in milliseconds; 0 if absent. */
  latencyMs?: number;
  /** Divides the slowness that an address simulates; 1 where absent. */
  timeScale?: number;
}

export interface Sandbox {
  /** Without `/v1`. */
  url: string;
  /** Breaks what is open and stops listening. */
  close(): Promise<void>;
}

/** The project whose key a request carries, and Node's side of the request. */
interface SandboxEnv {
  Bindings: { headers: IncomingHttpHeaders; response: ServerResponse };
  Variables: { projectId: number };
}

/**
 * Starts a sandbox.
 * @throws {PortInUseError}
 */
export async function startSandbox({
  port,
  projects,
  latencyMs = 0,
  timeScale = 1,
}: SandboxOptions): Promise<Sandbox> {
  const app = sandboxApp(projects, new Scanner({ latencyMs, timeScale }));
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const body = method === "POST" ? { body: new Uint8Array(await buffer(request)) } : {};
    const sandboxRequest = new Request(new URL(url, "http://127.0.0.1"), { method, ...body });
    const reply = await app.fetch(sandboxRequest, { headers, response });
    if (!response.destroyed)
      response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
  });
  const boundPort = await listen(server, port);
  return { url: `http://127.0.0.1:${boundPort}`, close: () => closeServer(server) };
}

function sandboxApp(projects: readonly SandboxProject[], scanner: Scanner): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.notFound((c) => refusal(c, 404, "There is no such endpoint."));
  app.use(async (c, next) => {
    if (isLocalCall(c.env.headers)) return next();
    return refusal(c, 403, "The sandbox answers programs on this machine alone.");
  });
  app.use("/v1/*", async (c, next) => {
    const keys = API_KEY_HEADERS.map((name) => c.env.headers[name]);
    const project = projects.find(({ apiKey }) => keys.includes(apiKeyValue(apiKey)));
    if (project === undefined) return refusal(c, 401, "The API key is missing or wrong.");
    c.set("projectId", project.projectId);
    return next();
  });

  app.get("/v1/chains", (c) => c.json({ success: true, data: SANDBOX_CHAINS }));
  app.get("/v1/wallets/:address/status", (c) => {
    if (c.req.query("chainId"))
      return c.json({ success: true, data: inventedStatus(c.req.param("address")) });
    return refusal(c, 400, "The request is not valid.", [{ path: "chainId", is: "text" }]);
  });
  app.post("/v1/projects/:id/addresses/scan-risk", async (c) => {
    const id = c.req.param("id");
    if (!projects.some(({ projectId }) => String(projectId) === id))
      return refusal(c, 404, "There is no such project.");
    const projectId = c.get("projectId");
    if (String(projectId) !== id) return refusal(c, 403, "The API key is another project's.");
    const reading = scanRequest.safeParse(parsed(await c.req.arrayBuffer()));
    if (!reading.success) return refusal(c, 400, "The request is not valid.", issuesOf(reading.error));
    const outcome = await scanner.scan(projectId, reading.data);
    if (outcome.kind === "answered") return c.json({ success: true, data: outcome.data });
    if (outcome.kind === "silent") return new Promise<never>(() => undefined);
    if (outcome.status === 429) c.header("retry-after", "1");
    if (outcome.status !== "broken")
      return refusal(c, outcome.status, `Simulated by the address ${outcome.address}.`);
    c.env.response.destroy();
    return c.body(null);
  });
  return app;
}

/** Undefined for what is not a JSON object. */
function parsed(body: ArrayBuffer): unknown {
  try {
    return parseObjectExactly(textOf(new Uint8Array(body)));
  } catch (error) {
    if (error instanceof UnreadableJsonError) return undefined;
    throw error;
  }
}

/** Says what went wrong, in the service's envelope. */
function refusal(
  c: Context<SandboxEnv>,
  status: ContentfulStatusCode,
  message: string,
  issues: readonly Issue[] = [],
) {
  const named = issues.length > 0 ? { issues: issueTexts(issues) } : {};
  return c.json({ success: false, message, ...named }, status);
}
