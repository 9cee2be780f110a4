/** A sandbox on a free port that ends with the test, and calls of it. */

import { onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "../../../../infra/local/sandbox/server.ts";

const PROJECTS = [
  { projectId: 1, apiKey: "key-1", webhookSecret: "webhook-secret-1" },
  { projectId: 2, apiKey: "key-2", webhookSecret: "webhook-secret-2" },
];

/** Starts a sandbox; `url` is without `/v1`. */
export async function runningSandbox(options: Partial<SandboxOptions> = {}): Promise<string> {
  const sandbox = await startSandbox({ port: 0, projects: PROJECTS, timeScale: 100, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox.url;
}

/** An answer, its body read as JSON. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A request: with a body it is a POST; a body that is not text is sent as JSON. */
interface Sent {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export async function send(url: string, call: Sent = {}): Promise<Answered> {
  const { key, body, headers = {}, method = body === undefined ? "GET" : "POST" } = call;
  const response = await fetch(url, {
    method,
    headers: key === undefined ? headers : { ...headers, "x-api-key": `ApiKey ${key}` },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** Scans addresses of chain 1 for project 1. */
export async function scan(
  url: string,
  addresses: readonly string[],
  more: Record<string, unknown> = { maxDepth: 3, skipExisting: false },
): Promise<Answered> {
  return send(`${url}/v1/projects/1/addresses/scan-risk`, {
    key: "key-1",
    body: { addresses: addresses.map((address) => ({ address, chainId: "1" })), ...more },
  });
}
