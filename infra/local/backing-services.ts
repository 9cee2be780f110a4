/** Everything around the functions: the ports, the emulators with all of the template's resources, and the risk service. */

import { isToThisMachine } from "../../lib/aws/local-call.ts";
import type { LocalProject } from "../../lib/settings/local-endpoints.ts";
import { type StackOutputs, stackOutputs } from "../../lib/settings/outputs.ts";
import {
  type InboundDocument,
  type OutboundDocument,
  set,
  withApiKeys,
  withRehearsalSecrets,
  withWebhookSecrets,
} from "../../lib/settings/secrets/secret-documents.ts";
import { type Emulators, startEmulators } from "./aws/emulators.ts";
import type { Deployment, Gate } from "./aws/gate.ts";
import type { SecretsManager } from "./aws/secrets-manager.ts";
import { answerRequest, type GatewayOptions } from "./http/gateway.ts";
import type { GatewayRequest } from "./http/gateway-event.ts";
import { type Admission, type LocalServer, startLocalServer } from "./http/local-server.ts";
import { assertFree } from "./http/loopback.ts";
import { type SigningOptions, signingProxy as signingProxyFor } from "./http/signing-proxy.ts";
import type { LocalEvents } from "./lambda/run-events.ts";
import { localProject } from "./sandbox/local-projects.ts";
import { type SandboxOptions, startSandbox } from "./sandbox/server.ts";
import type { Assembly } from "./template/assembly.ts";
import { type References, resolve } from "./template/intrinsics.ts";
import { references } from "./template/resource-names.ts";
import { type Resources, readResources } from "./template/resources.ts";
import type { Template } from "./template/template.ts";

export interface BackingServices {
  /** They answer 503 until they are opened. */
  servers: LocalServers;
  emulators: Emulators;
  /** Folder of the bundles. */
  assemblyFolder: string;
  resources: Resources;
  outputs: StackOutputs;
  projects: LocalProject[];
  /** URL of the sandbox, or of the service that replaces it. */
  serviceBaseUrl: string;
}

interface BackingServicesOptions {
  /** The first of four ports in a row, and of a fifth for the issuer; 0 for any free ones. */
  port: number;
  timeScale: number;
  /** Synthesizes the stack, beside the start of the emulators. */
  assemble: () => Promise<Assembly>;
  /** Another service, instead of the sandbox. */
  service?: string;
  /** As {@link LocalOptions} has it. */
  gate?: (deployment: Deployment) => Gate;
  events: LocalEvents;
}

/** Registers what undoes a step; what is registered last runs first. */
export type OnClose = (closer: () => unknown) => void;

/** Starts them, with everything that the template holds made in them. */
export async function startBackingServices(
  { port, timeScale, assemble, service, gate, events }: BackingServicesOptions,
  onClose: OnClose,
): Promise<BackingServices> {
  const servers = await listenForCalls(port, events);
  onClose(() => servers.close());
  const starting = startEmulators(timeScale, events);
  // Also where the stack cannot be synthesized, which may be known before the emulators are there.
  onClose(() => starting.then((emulators) => emulators.close()));
  const [assembly, emulators] = await Promise.all([assemble(), starting]);

  const names = references(assembly.template, {
    sqs: emulators.urls.sqs,
    adapter: servers.adapter.url,
    desk: servers.desk.url,
  });
  const resources = readResources(assembly.template, names);
  const outputs = readOutputs(assembly.template, names);
  const projects = outputs.Projects.map(({ id, mexico }) => ({ ...localProject(id), mexico }));
  if (gate !== undefined)
    emulators.onCall(gate({ template: assembly.template, references: names, resources }));
  await emulators.create(resources);
  createSecrets(emulators.secrets, outputs, projects);

  const sandbox = { port: servers.sandboxPort, projects, timeScale };
  const serviceBaseUrl = service ?? (await openSandbox(sandbox, onClose));
  return {
    servers,
    emulators,
    assemblyFolder: assembly.folder,
    resources,
    outputs,
    projects,
    serviceBaseUrl,
  };
}

function createSecrets(
  secrets: SecretsManager,
  { InboundSecretArn, OutboundSecretArn }: StackOutputs,
  projects: readonly LocalProject[],
): void {
  const { inboundDocument, outboundDocument } = secretDocuments(projects);
  secrets.create(InboundSecretArn, JSON.stringify(inboundDocument));
  secrets.create(OutboundSecretArn, JSON.stringify(outboundDocument));
}

async function openSandbox(options: SandboxOptions, onClose: OnClose): Promise<string> {
  const sandbox = await startSandbox(options);
  onClose(() => sandbox.close());
  return `${sandbox.url}/v1`;
}

/** Reads the outputs; throws where one is missing. */
export function readOutputs({ Outputs }: Template, references: References): StackOutputs {
  const named = Object.keys(stackOutputs.shape).filter((name) => name in Outputs);
  return stackOutputs.parse(
    Object.fromEntries(named.map((name) => [name, resolve(Outputs[name]?.Value, references)])),
  );
}

/** Rehearsal secret of every machine. */
export const LOCAL_REHEARSAL_SECRET = "local-rehearsal-secret";

/** Documents that `vigia secrets set` would have made, for each project; joined once, since a campaign has thousands. */
export function secretDocuments(projects: readonly LocalProject[]) {
  const inbound: InboundDocument = Object.fromEntries(
    projects.flatMap(({ projectId, webhookSecret }) =>
      Object.entries(withWebhookSecrets({}, projectId, set(webhookSecret))),
    ),
  );
  const outboundDocument: OutboundDocument = Object.fromEntries(
    projects.flatMap(({ projectId, apiKey }) => Object.entries(withApiKeys({}, projectId, set(apiKey)))),
  );
  return { inboundDocument: withRehearsalSecrets(inbound, set(LOCAL_REHEARSAL_SECRET)), outboundDocument };
}

/** HTTP servers of a local stack, but for its sandbox. */
interface LocalServers {
  signingProxy: LocalServer;
  /** The HTTP API, exactly as deployed. */
  adapter: LocalServer;
  /** The API of the desk; 404 for everything without one. */
  desk: LocalServer;
  /** For the sandbox; 0 for any free one. */
  sandboxPort: number;
  /** From now on requests are answered by the API. */
  open(gateway: GatewayOptions, signing: SigningOptions): void;
  /** Stops at once. */
  close(): Promise<unknown>;
}

/**
 * Starts listening; requests get 503 until {@link LocalServers.open}.
 * @param port the first of the four; 0 for any free ones
 * @throws {PortInUseError} for any of the four
 */
export async function listenForCalls(port: number, events: LocalEvents): Promise<LocalServers> {
  const listening: LocalServer[] = [];
  const close = () => Promise.all(listening.map((server) => server.close()));
  const portAt = (place: number) => (port === 0 ? 0 : port + place);
  const listen = async (name: string, place: number, admits?: Admission) => {
    const server = await startLocalServer(name, portAt(place), events, admits);
    listening.push(server);
    return server;
  };
  try {
    const signingProxy = await listen("signing proxy", 0);
    const adapter = await listen("adapter", 2);
    const desk = await listen("desk", 3, isToThisMachine);
    const sandboxPort = portAt(1);
    if (sandboxPort !== 0) await assertFree(sandboxPort);
    const open: LocalServers["open"] = (gateway, signing) => {
      const answering = (ofDesk: boolean) => {
        const routes = gateway.routes.filter((route) => (route.desk ?? false) === ofDesk);
        return (request: GatewayRequest) => answerRequest(request, { ...gateway, routes });
      };
      adapter.open(answering(false));
      signingProxy.open(signingProxyFor(answering(false), signing));
      desk.open(answering(true));
    };
    return { signingProxy, adapter, desk, sandboxPort, open, close };
  } catch (error) {
    await close();
    throw error;
  }
}
