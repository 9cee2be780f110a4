/** What stands around the functions: the ports, the emulators with all that the template holds, and the risk service. */

import type { LocalProject } from "../../lib/settings/local-endpoints.ts";
import { resourcesIn, type StackOutputs, stackOutputs } from "../../lib/settings/outputs.ts";
import { Emulators } from "./aws/emulators.ts";
import { secretDocuments } from "./aws/local-secrets.ts";
import type { SecretsManager } from "./aws/secrets-manager.ts";
import type { LocalEvents } from "./events.ts";
import { LocalServers } from "./http/local-servers.ts";
import { assertDeployable } from "./permissions/aws-services.ts";
import { localProject } from "./sandbox/local-projects.ts";
import { type SandboxOptions, startSandbox } from "./sandbox/server.ts";
import { assemble } from "./template/assembly.ts";
import { type References, resolve } from "./template/intrinsics.ts";
import { references } from "./template/resource-names.ts";
import { type Resources, readResources } from "./template/resources.ts";
import type { Template } from "./template/template.ts";

export interface BackingServices {
  /** They answer 503 until they are opened. */
  servers: LocalServers;
  emulators: Emulators;
  /** Where the bundles lie. */
  assemblyFolder: string;
  resources: Resources;
  outputs: StackOutputs;
  projects: LocalProject[];
  /** Of the sandbox, or of the service that stands in its place. */
  serviceBaseUrl: string;
}

export interface BackingServicesOptions {
  /** The first of four ports in a row; 0 for any free ones. */
  port: number;
  timeScale: number;
  context?: Readonly<Record<string, unknown>>;
  /** Another service, instead of the sandbox. */
  service?: string;
  events: LocalEvents;
}

/** Registers what undoes a step; what is registered last runs first. */
export type OnClose = (closer: () => unknown) => void;

/** Starts them, with everything that the template holds made in them. */
export async function startBackingServices(
  { port, timeScale, context, service, events }: BackingServicesOptions,
  onClose: OnClose,
): Promise<BackingServices> {
  const servers = await LocalServers.listen(port, events);
  onClose(() => servers.close());
  const starting = Emulators.start(timeScale, events);
  // Also where the stack cannot be synthesized, which may be known before the emulators are there.
  onClose(() => starting.then((emulators) => emulators.close()));
  const [assembly, emulators] = await Promise.all([assemble(context ?? {}), starting]);

  const names = references(assembly.template, {
    sqs: emulators.urls.sqs,
    adapter: servers.adapter.url,
    desk: servers.desk.url,
  });
  const resources = readResources(assembly.template, names);
  const outputs = readOutputs(assembly.template, names);
  const projects = outputs.Projects.map(({ id, mexico }) => ({ ...localProject(id), mexico }));
  await emulators.create(resources);
  assertDeployable(emulators.judge, resources);
  createSecrets(emulators.secrets, outputs, projects);

  const sandbox: SandboxOptions = {
    port: servers.sandboxPort,
    projects,
    adapterUrl: servers.adapter.url,
    adapterAuthentication: resourcesIn(outputs).inbound,
    timeScale,
  };
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
