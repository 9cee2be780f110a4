/** The local stack: the synthesized template on emulators, its bundles in workers, its API at two ports. */

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalAlert, LocalEndpoints } from "../../lib/settings/local-endpoints.ts";
import { resourcesIn } from "../../lib/settings/outputs.ts";
import type { Deployment, Gate } from "./aws/gate.ts";
import type { PublishedMessage } from "./aws/publication.ts";
import type { SecretsManager } from "./aws/secrets-manager.ts";
import { type BackingServices, type OnClose, startBackingServices } from "./backing-services.ts";
import { fromProject, writeEndpoints } from "./endpoints-file.ts";
import { FunctionLogs } from "./lambda/function-logs.ts";
import { Functions } from "./lambda/functions.ts";
import { LocalEvents } from "./lambda/run-events.ts";
import type { Assembly } from "./template/assembly.ts";
import { LOCAL_REGION } from "./template/intrinsics.ts";
import { feedQueues } from "./triggers/event-source.ts";
import { Schedules } from "./triggers/schedules.ts";

export interface LocalOptions {
  /** Folder of endpoints, alerts and logs. */
  folder: string;
  /** Folder that paths in the file of endpoints are relative to. */
  project: string;
  /** Synthesizes the stack. */
  assemble: () => Promise<Assembly>;
  /** The first of five ports in a row; 0 for any free ones. */
  port: number;
  /** Divides every time; 1 where absent. */
  timeScale?: number;
  /** Slowness of the machine beside an idle one, for which calls get more time; 1 if absent. */
  slowness?: number;
  /** Another service, instead of the sandbox. */
  service?: string;
  /** True to load the example users and wallets; false if absent. */
  examples?: boolean;
  /** True to load each function before its first call, so that one that cannot be loaded shows; false if absent. */
  warm?: boolean;
  /** False to keep the schedules from firing; true if absent. */
  schedules?: boolean;
  /** False to leave the queues to the caller; true if absent. */
  polling?: boolean;
  /** Most workers of a function, unless the template allows fewer; 4 if absent. */
  maximumWorkers?: number;
  /** A module that each worker loads before the bundle; it finds `preloadData` in its `workerData`. */
  workerPreload?: string;
  preloadData?: unknown;
  /**
   * Makes what stands before the emulated services, once the template is known. Every call goes through where it is absent.
   * It throws where a deployment would fail.
   */
  gate?: (deployment: Deployment) => Gate;
  /** The stream of events, for those who listen from the very start. */
  events?: LocalEvents;
}

/** More workers would not be faster on a developer's machine. */
const DEFAULT_WORKERS = 4;

export interface LocalStack {
  endpoints: LocalEndpoints;
  events: LocalEvents;
  functions: Functions;
  secrets: SecretsManager;
  /** Next time of each schedule. */
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

async function start(options: LocalOptions, onClose: OnClose): Promise<Omit<LocalStack, "close">> {
  const { folder, timeScale = 1, slowness, events = new LocalEvents() } = options;
  const backing = await startBackingServices({ ...options, timeScale, events }, onClose);
  const { servers, emulators, resources, outputs, projects } = backing;
  const files = emptied(folder);
  emulators.onPublish(keepAlerts({ file: files.alerts, topics: resourcesIn(outputs).topics, events }));
  const logs = new FunctionLogs(files.logs, events);
  onClose(() => logs.close());
  const issuer = await openIssuer(outputs.DeskUrl, options.port, onClose);
  const functions = new Functions(resources, {
    surroundings: { aws: emulators.urls, timeScale, serviceBaseUrl: backing.serviceBaseUrl, issuer },
    assemblyFolder: backing.assemblyFolder,
    maximumWorkers: options.maximumWorkers ?? DEFAULT_WORKERS,
    preload: options.workerPreload,
    preloadData: options.preloadData,
    slowness,
    logs,
    events,
  });
  const findFunction = (id: string) => functions.find(id);
  emulators.onInvoke(findFunction);
  onClose(() => functions.close());

  const endpoints = endpointsOf(backing, files, options.project);
  if (options.warm === true) await functions.warm();
  if (options.examples === true)
    await (await import("./example-data.ts")).loadExamples(endpoints, options.service === undefined);

  const enabled = options.schedules === false ? [] : resources.schedules;
  const schedules = new Schedules({ schedules: enabled, timeScale, findFunction, events });
  onClose(() => schedules.close());
  if (options.polling !== false)
    onClose(feedQueues(resources, functions, { messaging: emulators.messaging, events, timeScale }));
  servers.open(
    { routes: resources.routes, timeScale, slowness, findFunction },
    { authentication: outputs.Authentication, projects },
  );
  onClose(writeEndpoints(folder, endpoints));
  const nextRuns = () => schedules.next();
  return { endpoints, events, functions, secrets: emulators.secrets, nextRuns };
}

/** Only a stack with a desk loads it. It takes the port behind the four of {@link startBackingServices}. */
async function openIssuer(
  deskUrl: string | undefined,
  port: number,
  onClose: OnClose,
): Promise<string | undefined> {
  if (deskUrl === undefined) return undefined;
  const { startIssuer } = await import("./identity/issuer.ts");
  const issuer = await startIssuer(deskUrl, port === 0 ? 0 : port + 4);
  onClose(() => issuer.close());
  return issuer.url;
}

interface Files {
  alerts: string;
  logs: string;
}

function endpointsOf(backing: BackingServices, { alerts, logs }: Files, project: string): LocalEndpoints {
  return {
    adapter: backing.servers.adapter.url,
    signingProxy: backing.servers.signingProxy.url,
    riskService: backing.serviceBaseUrl.replace(/\/v1\/?$/, ""),
    ...(backing.outputs.DeskUrl === undefined ? {} : { desk: backing.outputs.DeskUrl }),
    aws: backing.emulators.urls,
    region: LOCAL_REGION,
    ...resourcesIn(backing.outputs),
    alerts: fromProject(project, alerts),
    logs: fromProject(project, logs),
    projects: backing.projects,
    pid: process.pid,
  };
}

/** The files of an earlier start are gone: each start begins without alerts and logs. */
function emptied(folder: string): Files {
  const files = { alerts: join(folder, "alerts.jsonl"), logs: join(folder, "logs") };
  rmSync(files.logs, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return files;
}

interface AlertsOptions {
  /** The file; it is emptied. */
  file: string;
  /** ARNs. */
  topics: LocalEndpoints["topics"];
  events: LocalEvents;
}

/** Records the messages of a topic as alerts. */
function keepAlerts({ file, topics, events }: AlertsOptions): (published: PublishedMessage) => void {
  writeFileSync(file, "");
  return ({ topicArn, subject, texts, attributes }) => {
    const slack = texts["https"];
    const alert: LocalAlert = {
      at: new Date().toISOString(),
      topic: nameOf(topicArn, topics),
      subject,
      text: texts["email"] ?? texts.default,
      ...(slack === undefined ? {} : { slack: parsed(slack), event: parsed(texts.default) }),
      attributes,
    };
    appendFileSync(file, `${JSON.stringify(alert)}\n`);
    events.emit({ type: "alert", alert });
  };
}

function nameOf(arn: string, { alerts, escalation }: LocalEndpoints["topics"]): LocalAlert["topic"] {
  if (arn === alerts) return "alerts";
  return arn === escalation ? "escalation" : "operations";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
