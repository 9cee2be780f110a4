/** The network of a command, by the variables that CDK, npm and the AWS CLI obey too. */

import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { getCACertificates } from "node:tls";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { loadSharedConfigFiles } from "@smithy/core/config";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { FROM_COMMAND } from "../../aws/clients.ts";
import type { Network } from "../../aws/network.ts";
import { WrongUseError } from "./failure.ts";

/** Variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Names of the variables with a protocol's proxy, in the order in which CDK looks at them; each in upper case too. */
const PROXIES = {
  "http:": ["npm_config_http_proxy", "http_proxy", "npm_config_proxy", "all_proxy"],
  "https:": ["npm_config_https_proxy", "https_proxy", "npm_config_proxy", "all_proxy"],
} as const;
const NO_PROXY = ["npm_config_noproxy", "npm_config_no_proxy", "no_proxy"];

/** This machine is never called through a proxy: the local stack, and endpoints of tests. */
const THIS_MACHINE = ["localhost", ".localhost", "127.0.0.1", "::1", "[::1]"];

/** As many connections as the SDK's own agents keep. */
const MOST_SOCKETS = 50;

/** Reads `ca_bundle` of a profile in AWS's files. */
export type ReadBundle = (profile: string) => Promise<string | undefined>;

/**
 * The network that variables describe.
 * @throws {WrongUseError} where a proxy is not a URL, or a file of certificates cannot be read
 */
export async function networkFrom(variables: Variables, readBundle: ReadBundle): Promise<Network> {
  const proxies = {
    "http:": proxyIn(variables, "http:"),
    "https:": proxyIn(variables, "https:"),
  };
  const direct = [...THIS_MACHINE, ...directHosts(firstOf(variables, NO_PROXY)?.value ?? "")];
  const proxyEnv = {
    HTTP_PROXY: proxies["http:"]?.href,
    HTTPS_PROXY: proxies["https:"]?.href,
    NO_PROXY: direct.join(","),
  };
  const ca = await trustedCertificates(variables, readBundle);
  const options = { keepAlive: true, maxSockets: MOST_SOCKETS, proxyEnv };
  const httpAgent = new http.Agent(options);
  const httpsAgent = new https.Agent({ ...options, ...(ca === undefined ? {} : { ca }) });
  const requestHandler = new NodeHttpHandler({
    httpAgent,
    httpsAgent,
    connectionTimeout: FROM_COMMAND.connectionMs,
  });
  return {
    httpAgent,
    httpsAgent,
    credentials: (input) => defaultProvider({ ...input, clientConfig: { requestHandler } }),
    proxyFor(url) {
      const proxy = url.protocol === "https:" ? proxies["https:"] : proxies["http:"];
      return proxy === undefined || isDirect(url, direct) ? undefined : `${proxy.protocol}//${proxy.host}`;
    },
  };
}

interface Variable {
  name: string;
  value: string;
}

/** The first variable of some names, in lower and upper case, that has a value. */
function firstOf(variables: Variables, names: readonly string[]): Variable | undefined {
  for (const name of names.flatMap((lower) => [lower, lower.toUpperCase()])) {
    const value = variables[name];
    if (value !== undefined && value !== "" && value !== "null") return { name, value };
  }
  return undefined;
}

/** A proxy without a protocol, as `proxy.company.example:8080`, is spoken to by HTTP. Node passes over other protocols. */
function proxyIn(variables: Variables, protocol: keyof typeof PROXIES): URL | undefined {
  const variable = firstOf(variables, PROXIES[protocol]);
  if (variable === undefined) return undefined;
  const url = URL.parse(variable.value.includes("://") ? variable.value : `http://${variable.value}`);
  // The value is not repeated: there may be a password in it.
  if (url === null)
    throw new WrongUseError(
      `${variable.name} is not the URL of a proxy: set it as in http://proxy.company.example:8080.`,
    );
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Hosts that are called directly; as for npm and the AWS CLI, a domain stands for all hosts in it. */
function directHosts(list: string): string[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== "")
    .flatMap((host) => (/^[a-z]/.test(host) ? [host, `.${host}`] : [host.replace(/^\*\./, ".")]));
}

/** The rule of Node's agents, for the error that names the proxy. */
function isDirect({ protocol, hostname, port }: URL, hosts: readonly string[]): boolean {
  const withPort = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  return hosts.some(
    (host) =>
      host === "*" ||
      host === hostname ||
      host === withPort ||
      (host.startsWith(".") && `.${hostname}`.endsWith(host)),
  );
}

/**
 * Certificates of issuers that calls trust: Node's own with those of NODE_EXTRA_CA_CERTS, and those of the file that the AWS
 * CLI, CDK or npm takes. Undefined where none of them names a file.
 */
async function trustedCertificates(
  variables: Variables,
  readBundle: ReadBundle,
): Promise<string[] | undefined> {
  const file =
    firstOf(variables, ["aws_ca_bundle"]) ??
    (await bundleOfProfile(variables, readBundle)) ??
    firstOf(variables, ["requests_ca_bundle", "npm_config_cafile"]);
  if (file === undefined) return undefined;
  try {
    return [...getCACertificates(), await readFile(file.value, "utf8")];
  } catch {
    throw new WrongUseError(
      `${file.name} names a file that cannot be read (${file.value}): set it to the file of your company's certificates, or unset it.`,
    );
  }
}

async function bundleOfProfile(variables: Variables, readBundle: ReadBundle): Promise<Variable | undefined> {
  const profile = firstOf(variables, ["aws_profile", "aws_default_profile"])?.value ?? "default";
  const value = await readBundle(profile);
  return value === undefined ? undefined : { name: `ca_bundle of the profile ${profile}`, value };
}

/** `ca_bundle` of a profile in AWS's files on this machine. A file that cannot be read has none, as for the SDK. */
export async function bundleInProfiles(profile: string): Promise<string | undefined> {
  const { configFile, credentialsFile } = await loadSharedConfigFiles();
  return credentialsFile[profile]?.["ca_bundle"] ?? configFile[profile]?.["ca_bundle"];
}
