/** The way of a command's calls: through a company's proxy, and trusting its issuers. A deployed function has none. */

import type http from "node:http";
import type https from "node:https";
import type { defaultProvider } from "@aws-sdk/credential-provider-node";

export interface Network {
  httpAgent: http.Agent;
  httpsAgent: https.Agent;
  /** The SDK's way to credentials. Its clients of a sign-in (SSO) do not take the agents of the client that asks. */
  credentials: typeof defaultProvider;
  /** The proxy of calls of a URL, without the user and password in it; undefined where they are direct. */
  proxyFor(url: URL): string | undefined;
}

/** Says of a call which proxy it went through; empty where it was direct. */
export function throughProxy(proxy: string | undefined): string {
  return proxy === undefined ? "" : ` through the proxy ${proxy}`;
}

/** Notes in an error which proxy the call went through. */
export function noteProxy(error: unknown, proxy: string | undefined): void {
  if (proxy !== undefined && error instanceof Error) Object.assign(error, { proxy });
}

/** The proxy that is noted in an error. */
export function notedProxy(error: unknown): string | undefined {
  return error instanceof Error && "proxy" in error && typeof error.proxy === "string"
    ? error.proxy
    : undefined;
}
