/** The local stack: the synthesized template on emulators, its bundles in workers, its API at two ports. */

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TEST_PROJECT } from "../../lib/contract/test-project.ts";
import type { LocalAlert, LocalEndpoints, LocalProject } from "../../lib/settings/local-endpoints.ts";
import { resourcesIn, type StackOutputs, stackOutputs } from "../../lib/settings/outputs.ts";
import {
  type InboundDocument,
  inboundDocument,
  type OutboundDocument,
  setValue,
  webhookSecretsOf,
  withApiKeys,
  withWebhookSecrets,
} from "../../lib/settings/secrets/secret-documents.ts";
import { type Emulators, startEmulators } from "./aws/emulators.ts";
import type { Deployment, Gate } from "./aws/gate.ts";
import type { PublishedMessage } from "./aws/publication.ts";
import { writeEndpoints } from "./endpoints-file.ts";
import { type LocalServers, listenForCalls } from "./http/local-servers.ts";
import { FunctionLogs } from "./lambda/function-logs.ts";
import type { Preload } from "./lambda/function-pool.ts";
import { Functions } from "./lambda/functions.ts";
import { LocalEvents } from "./lambda/run-events.ts";
import { localProject } from "./sandbox/local-projects.ts";
import { startSandbox } from "./sandbox/server.ts";
import type { Assembly } from "./template/assembly.ts";
import { LOCAL_REGION, type References, resolve } from "./template/intrinsics.ts";
import { references } from "./template/resource-names.ts";
import { type Resources, readResources } from "./template/resources.ts";
import type { Template } from "./template/template.ts";
import { feedQueues } from "./triggers/event-source.ts";
import { Schedules } from "./triggers/schedules.ts";

interface BackingOptions {
  /** The first of five ports in a row; 0 for any free ones. */
  port: number;
  /** Synthesizes the stack, beside the start of the emulators. */
  assemble: () => Promise<Assembly>;
  /** Divides every time; 1 where absent. */
  timeScale?: number;
  /** Another service, instead of the sandbox. */
  service?: string;
  /**
   * Makes what stands before the emulated services, once the template is known. Every call goes through where it is absent.
   * It throws where a deployment would fail.
   */
  gate?: (deployment: Deployment) => Gate;
  /** The stream of events, for those who listen from the very start. */
  events?: LocalEvents;
}

export interface LocalOptions extends BackingOptions, Preload {
  /** Folder of the app: endpoints, alerts and logs go into `.local` in it. */
  project: string;
  /** True to load each function and the example users and wallets before the stack is ready; false if absent. */
  prepared?: boolean;
  /** False to keep the schedules from firing; true if absent. */
  schedules?: boolean;
  /** False to leave the queues to the caller; true if absent. */
  polling?: boolean;
  /** Most workers of a function, unless the template allows fewer; 4 if absent: more are not faster on a developer's machine. */
  maximumWorkers?: number;
  /** Shortest time limit of a call under a faster clock, in milliseconds; a minute if absent. */
  leastCallMs?: number;
}

export interface LocalStack {
  endpoints: LocalEndpoints;
  events: LocalEvents;
  functions: Functions;
  /** The text of each secret, by its ARN. */
  secrets: Map<string, string>;
  /** Next time of each schedule. */
  nextRuns(): { schedule: string; at: Date | undefined }[];
  /** Stops everything; what the emulators held is gone. */
  close(): Promise<void>;
}

/** Registers what undoes a step; what is registered last runs first. */
type OnClose = (closer: () => unknown) => void;

/**
 * Starts the local stack; it is ready when this returns.
 * @throws {PortInUseError}
 * @throws {Error} that names what is wrong with a setting or with the template; nothing is left running
 */
export async function startLocal(options: LocalOptions): Promise<LocalStack> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await start(options, (closer) => closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(options: LocalOptions, onClose: OnClose): Promise<Omit<LocalStack, "close">> {
  const { project, timeScale = 1, events = new LocalEvents() } = options;
  const backing = await startBackingServices({ ...options, events }, onClose);
  const { servers, emulators, resources, outputs, projects, serviceBaseUrl } = backing;
  const folder = emptied(project);
  const issuer = await openIssuer(outputs.DeskUrl, options.port, onClose);
  const functions = new Functions(resources, {
    surroundings: { aws: emulators.urls, timeScale, serviceBaseUrl, issuer },
    assemblyFolder: backing.assemblyFolder,
    maximumWorkers: options.maximumWorkers ?? 4,
    leastCallMs: options.leastCallMs,
    preload: options.preload,
    preloadData: options.preloadData,
    logs: new FunctionLogs(join(folder, "logs"), events),
    events,
  });
  const findFunction = (id: string) => functions.find(id);
  onClose(() => functions.close());

  const endpoints: LocalEndpoints = {
    adapter: servers.adapter.url,
    signingProxy: servers.signingProxy.url,
    riskService: serviceBaseUrl.replace(/\/v1\/?$/, ""),
    ...(outputs.DeskUrl === undefined ? {} : { desk: outputs.DeskUrl }),
    aws: emulators.urls,
    region: LOCAL_REGION,
    ...resourcesIn(outputs),
    alerts: ".local/alerts.jsonl",
    logs: ".local/logs",
    projects,
    pid: process.pid,
  };
  const onPublish = keepAlerts(join(folder, "alerts.jsonl"), endpoints.topics, events);
  Object.assign(emulators.surroundings, { onPublish, findFunction });
  if (options.prepared === true) {
    await functions.warm();
    await (await import("./example-data.ts")).loadExamples(endpoints, options.service === undefined);
  }
  const enabled = options.schedules === false ? [] : resources.schedules;
  const schedules = new Schedules({ schedules: enabled, timeScale, findFunction, events });
  onClose(() => schedules.close());
  if (options.polling !== false)
    onClose(feedQueues(resources, functions, { messaging: emulators.messaging, events, timeScale }));
  servers.open(
    { routes: resources.routes, findFunction },
    {
      authentication: outputs.Authentication,
      projectIds: [...projects, TEST].map(({ projectId }) => projectId),
      secretOf: (projectId) => newestSecret(emulators.secrets.get(outputs.InboundSecretArn), projectId),
    },
  );
  onClose(writeEndpoints(project, endpoints));
  const nextRuns = () => schedules.next();
  return { endpoints, events, functions, secrets: emulators.secrets, nextRuns };
}

/** Only a stack with a desk loads it. It takes the port behind the four of {@link startBackingServices}. */
async function openIssuer(deskUrl: string | undefined, port: number, onClose: OnClose) {
  if (deskUrl === undefined) return undefined;
  const { startIssuer } = await import("./identity/issuer.ts");
  const issuer = await startIssuer(deskUrl, port === 0 ? 0 : port + 4);
  onClose(() => issuer.close());
  return issuer;
}

/** The folder of a project's files: each start begins without the alerts and logs of an earlier one. */
function emptied(project: string): string {
  const folder = join(project, ".local");
  rmSync(join(folder, "logs"), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "alerts.jsonl"), "");
  return folder;
}

/** Records the messages of a topic as alerts, in a file. */
function keepAlerts(file: string, topics: LocalEndpoints["topics"], events: LocalEvents) {
  const names = new Map<string | undefined, LocalAlert["topic"]>([
    [topics.alerts, "alerts"],
    [topics.escalation, "escalation"],
  ]);
  return ({ topicArn, subject, texts, attributes }: PublishedMessage) => {
    const slack = texts["https"];
    const alert: LocalAlert = {
      at: new Date().toISOString(),
      topic: names.get(topicArn) ?? "operations",
      subject,
      text: texts["email"] ?? texts.default,
      ...(slack === undefined ? {} : { slack: parsed(slack), event: parsed(texts.default) }),
      attributes,
    };
    appendFileSync(file, `${JSON.stringify(alert)}\n`);
    events.emit({ type: "alert", alert });
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Everything around the functions: the ports, the emulators with all of the template's resources, and the risk service. */
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

/** Starts them, with everything that the template holds made in them. */
export async function startBackingServices(
  { port, timeScale = 1, assemble, service, gate, events = new LocalEvents() }: BackingOptions,
  onClose: OnClose,
): Promise<BackingServices> {
  const starting = startEmulators(timeScale);
  // Also where the stack cannot be synthesized, which may be known before the emulators are there.
  onClose(() => starting.then((emulators) => emulators.close()));
  const [assembly, emulators] = await Promise.all([assemble(), starting]);
  const servers = await listenForCalls(port, events, onClose);

  const { sqs } = emulators.urls;
  const names = references(assembly.template, { sqs, adapter: servers.adapter.url, desk: servers.desk.url });
  const resources = readResources(assembly.template, names);
  const outputs = readOutputs(assembly.template, names);
  const projects = outputs.Projects.map(({ id, ...project }) => ({ ...localProject(id), ...project }));
  if (gate !== undefined)
    emulators.surroundings.gate = gate({ template: assembly.template, references: names, resources });
  await emulators.create(resources);
  setSecrets(emulators.secrets, outputs, projects);
  const shared = { servers, emulators, assemblyFolder: assembly.folder, resources, outputs, projects };
  if (service !== undefined) return { ...shared, serviceBaseUrl: service };
  const sandbox = await startSandbox({ port: servers.sandboxPort, projects, timeScale });
  onClose(() => sandbox.close());
  return { ...shared, serviceBaseUrl: `${sandbox.url}/v1` };
}

/** Reads the outputs; throws where one is missing. */
export function readOutputs({ Outputs }: Template, references: References): StackOutputs {
  const named = Object.keys(stackOutputs.shape).filter((name) => name in Outputs);
  return stackOutputs.parse(
    Object.fromEntries(named.map((name) => [name, resolve(Outputs[name]?.Value, references)])),
  );
}

/** The test project. */
const TEST = localProject(TEST_PROJECT);

function newestSecret(document: string | undefined, projectId: number): string | undefined {
  return webhookSecretsOf(inboundDocument.parse(JSON.parse(document ?? "{}")), projectId)[0]?.value;
}

/** Sets what `vigia secrets set` would have set, for each project; joined once, since a campaign has thousands. */
export function setSecrets(
  secrets: Map<string, string>,
  { InboundSecretArn, OutboundSecretArn }: Pick<StackOutputs, "InboundSecretArn" | "OutboundSecretArn">,
  projects: readonly LocalProject[],
): void {
  const inbound: InboundDocument = Object.fromEntries(
    [...projects, TEST].flatMap(({ projectId, webhookSecret }) =>
      Object.entries(withWebhookSecrets({}, projectId, setValue(webhookSecret))),
    ),
  );
  const outbound: OutboundDocument = Object.fromEntries(
    projects.flatMap(({ projectId, apiKey }) => Object.entries(withApiKeys({}, projectId, setValue(apiKey)))),
  );
  secrets.set(InboundSecretArn, JSON.stringify(inbound));
  secrets.set(OutboundSecretArn, JSON.stringify(outbound));
}
