/** The local stack: the synthesized template on emulators, its bundles in workers, its API at two ports. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LocalEndpoints } from "../../lib/stack/local-endpoints.ts";
import { resourcesIn } from "../../lib/stack/outputs.ts";
import { keepAlerts } from "./alerts.ts";
import { Emulators } from "./aws/emulators.ts";
import { secretDocuments } from "./aws/local-secrets.ts";
import type { Outage } from "./aws/outage.ts";
import type { SecretsManager } from "./aws/secrets-manager.ts";
import { fromRoot, writeEndpoints } from "./endpoints-file.ts";
import { LocalEvents } from "./events.ts";
import { LocalServers } from "./http/local-servers.ts";
import { FunctionLogs } from "./lambda/function-logs.ts";
import { Functions } from "./lambda/functions.ts";
import { localProject } from "./sandbox/local-projects.ts";
import { startSandbox } from "./sandbox/server.ts";
import { assemble } from "./template/assembly.ts";
import { LOCAL_REGION } from "./template/intrinsics.ts";
import { readOutputs } from "./template/outputs.ts";
import { references } from "./template/resource-names.ts";
import { readResources } from "./template/resources.ts";
import type { Omissions } from "./template/template.ts";
import { feedQueues } from "./triggers/event-sources.ts";
import { Schedules } from "./triggers/schedules.ts";

export interface LocalOptions {
  /** Where endpoints, alerts and logs go. */
  folder: string;
  /** The first of three ports in a row; 0 for any free ones. */
  port: number;
  /** Divides every time; 1 where absent. */
  timeScale?: number;
  /** Settings by their dotted names, as `-c key=value` gives them. */
  context?: Readonly<Record<string, unknown>>;
  /** Another service, instead of the sandbox. */
  service?: string;
  /** Whether to load the example users and wallets; false where absent. */
  examples?: boolean;
  /** Whether to load each function before its first call, so that one that cannot be loaded shows; false where absent. */
  warm?: boolean;
  /** Whether the schedules fire; true where absent. */
  schedules?: boolean;
  /** How many workers a function has at most, unless the template says fewer; 4 where absent. */
  maximumWorkers?: number;
  /** A module that each worker loads before the bundle; it finds `preloadData` in its `workerData`. */
  workerPreload?: string;
  preloadData?: unknown;
  /** The stream of events, for those who listen from the very start. */
  events?: LocalEvents;
}

/** More would not be faster on the machines that this is for. */
const DEFAULT_WORKERS = 4;

/** A running local stack. */
export interface LocalStack {
  endpoints: LocalEndpoints;
  events: LocalEvents;
  functions: Functions;
  secrets: SecretsManager;
  /** Takes an emulated service away, and gives it back. */
  outage: Outage;
  /** What the template holds that is not played. */
  omissions: Omissions;
  /** When each schedule fires next. */
  nextRuns(): { schedule: string; at: Date | undefined }[];
  /** Stops everything; what the emulators held is gone. */
  close(): Promise<void>;
}

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

type OnClose = (closer: () => unknown) => void;

async function start(options: LocalOptions, onClose: OnClose): Promise<Omit<LocalStack, "close">> {
  const { folder, port, timeScale = 1, events = new LocalEvents() } = options;
  const servers = await LocalServers.listen(port, events);
  onClose(() => servers.close());
  const starting = Emulators.start(timeScale, events);
  // Also where the stack cannot be synthesized, which may be known before the emulators are there.
  onClose(() => starting.then((emulators) => emulators.close()));
  const [assembly, emulators] = await Promise.all([assemble(options.context ?? {}), starting]);

  const names = references(assembly.template, { sqs: emulators.urls.sqs, adapter: servers.adapter.url });
  const resources = readResources(assembly.template, names);
  const outputs = readOutputs(assembly.template, names);
  const named = resourcesIn(outputs);
  const { inbound } = named;
  const projects = outputs.Projects.map(({ id, mexico }) => ({ ...localProject(id), mexico }));

  await emulators.create(resources);
  const { inboundDocument, outboundDocument } = secretDocuments(projects);
  emulators.secrets.create(outputs.InboundSecretArn, JSON.stringify(inboundDocument));
  emulators.secrets.create(outputs.OutboundSecretArn, JSON.stringify(outboundDocument));
  const service = options.service ?? (await openSandbox());

  const { alertsFile, logFolder } = emptied(folder);
  emulators.onPublish(keepAlerts({ file: alertsFile, alertsTopicArn: outputs.AlertsTopicArn, events }));
  const logs = new FunctionLogs(logFolder, events);
  onClose(() => logs.close());
  const functions = new Functions(resources, {
    surroundings: { aws: emulators.urls, timeScale, serviceBaseUrl: service },
    assemblyFolder: assembly.folder,
    maximumWorkers: options.maximumWorkers ?? DEFAULT_WORKERS,
    preload: options.workerPreload,
    preloadData: options.preloadData,
    logs,
    events,
  });
  emulators.onInvoke((id) => functions.find(id));
  onClose(() => functions.close());

  const endpoints: LocalEndpoints = {
    adapter: servers.adapter.url,
    signingProxy: servers.signingProxy.url,
    riskService: service.replace(/\/v1\/?$/, ""),
    aws: emulators.urls,
    region: LOCAL_REGION,
    ...named,
    alerts: fromRoot(alertsFile),
    logs: fromRoot(logFolder),
    audit: fromRoot(join(logFolder, "GetUser.jsonl")),
    projects,
    pid: process.pid,
  };
  if (options.warm === true) await functions.warm();
  if (options.examples === true) await (await import("./example-data.ts")).loadExamples(endpoints);

  const find = (id: string) => functions.find(id);
  const schedules = new Schedules({
    schedules: options.schedules === false ? [] : resources.schedules,
    timeScale,
    findFunction: find,
    events,
  });
  onClose(() => schedules.close());
  onClose(feedQueues(resources, functions, { messaging: emulators.messaging, events, timeScale }));
  servers.open({ routes: resources.routes, timeScale, findFunction: find }, { ...inbound, projects });
  onClose(writeEndpoints(folder, endpoints));
  return {
    endpoints,
    events,
    functions,
    secrets: emulators.secrets,
    outage: emulators.outage,
    omissions: resources.omissions,
    nextRuns: () => schedules.next(),
  };

  async function openSandbox(): Promise<string> {
    const sandbox = await startSandbox({
      port: servers.sandboxPort,
      projects,
      adapterUrl: servers.adapter.url,
      adapterAuthentication: inbound,
      timeScale,
    });
    onClose(() => sandbox.close());
    return `${sandbox.url}/v1`;
  }
}

/** The files of an earlier start are gone: each start begins without alerts and logs. */
function emptied(folder: string) {
  const [alertsFile, logFolder] = [join(folder, "alerts.jsonl"), join(folder, "logs")];
  rmSync(logFolder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { alertsFile, logFolder };
}
