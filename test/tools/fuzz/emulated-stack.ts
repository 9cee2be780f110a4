/**
 * A stack on emulators in which nothing happens by itself: functions are called, and queues emptied, by whoever fuzzes.
 * The service is a server whose replies a case chooses.
 */

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { Emulators } from "../../../infra/local/aws/emulators.ts";
import { secretDocuments } from "../../../infra/local/aws/local-secrets.ts";
import type { PublishedMessage } from "../../../infra/local/aws/sns-rules.ts";
import { LocalEvents } from "../../../infra/local/events.ts";
import { FunctionLogs } from "../../../infra/local/lambda/function-logs.ts";
import { Functions } from "../../../infra/local/lambda/functions.ts";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { assemble } from "../../../infra/local/template/assembly.ts";
import { readOutputs } from "../../../infra/local/template/outputs.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import { type EmulatedTable, readResources } from "../../../infra/local/template/resources.ts";
import type { LocalEndpoints } from "../../../lib/settings/local-endpoints.ts";
import { resourcesIn } from "../../../lib/settings/outputs.ts";
import { KnownWallets } from "../../../lib/wallets/known-wallets.ts";
import { checkCpu } from "./checks/cpu.ts";
import { FuzzError } from "./checks/reply-checks.ts";
import { HostileService } from "./hostile-service.ts";

/** Queues wait so much less, and the functions' own clock runs so much faster. */
const QUEUE_TIME_SCALE = 500;
const FUNCTION_TIME_SCALE = 20;

const NOWHERE = "http://127.0.0.1:9";

/** Where browsers think the desk is, if the stack has one. */
const DESK_URL = "https://desk.example";

export interface StackOptions {
  /** Settings, as `cdk` takes them. */
  context?: Readonly<Record<string, unknown>>;
  /** How much faster the functions' own clock runs. */
  timeScale?: number;
}

/** A stack with a desk. Its functions have time for texts that are long, on a machine that has much else to do. */
export const WITH_DESK: StackOptions = { context: { desk: true }, timeScale: 4 };

/** Names of functions that are called. */
type Called = "StoreNotifications" | "StartScan" | "ScanWallets" | "GetUser" | "ServeDesk";

export class EmulatedStack {
  readonly folder: string;
  readonly endpoints: LocalEndpoints;
  readonly service: HostileService;
  readonly sqs: SQSClient;
  readonly database: DynamoDBDocumentClient;
  /** What was published since {@link clear}. */
  published: PublishedMessage[] = [];
  /** The longest that a call took, in milliseconds. */
  slowest = 0;
  readonly #emulators: Emulators;
  readonly #functions: Functions;
  readonly #tables: readonly EmulatedTable[];
  readonly #logs: FunctionLogs;
  /** What the functions logged as errors. */
  readonly #problems: readonly string[];
  /** Those that have answered a call: the first one compiles what it runs. */
  readonly #warm = new Set<Called>();

  private constructor(parts: {
    folder: string;
    endpoints: LocalEndpoints;
    service: HostileService;
    emulators: Emulators;
    functions: Functions;
    tables: readonly EmulatedTable[];
    logs: FunctionLogs;
    problems: readonly string[];
  }) {
    this.#problems = parts.problems;
    this.folder = parts.folder;
    this.endpoints = parts.endpoints;
    this.service = parts.service;
    this.#emulators = parts.emulators;
    this.#functions = parts.functions;
    this.#tables = parts.tables;
    this.#logs = parts.logs;
    const { region, aws } = parts.endpoints;
    const local = { region, credentials: { accessKeyId: "local", secretAccessKey: "local" } };
    this.sqs = new SQSClient({ ...local, endpoint: aws.sqs });
    this.database = DynamoDBDocumentClient.from(new DynamoDBClient({ ...local, endpoint: aws.dynamodb }), {
      marshallOptions: { removeUndefinedValues: true },
    });
    parts.emulators.onPublish((publication) => this.published.push(publication));
    parts.emulators.onInvoke((id) => parts.functions.find(id));
  }

  static async start({
    context = {},
    timeScale = FUNCTION_TIME_SCALE,
  }: StackOptions = {}): Promise<EmulatedStack> {
    const folder = mkdtempSync(join(tmpdir(), "vigia-fuzz-"));
    const events = new LocalEvents();
    const problems: string[] = [];
    events.listen((event) => {
      if (event.type === "log" && event.line["level"] === "ERROR") problems.push(JSON.stringify(event.line));
    });
    const [service, assembly, emulators] = await Promise.all([
      HostileService.start(),
      assemble(context),
      Emulators.start(QUEUE_TIME_SCALE, events),
    ]);
    const names = references(assembly.template, {
      sqs: emulators.urls.sqs,
      adapter: NOWHERE,
      desk: DESK_URL,
    });
    const resources = readResources(assembly.template, names);
    const outputs = readOutputs(assembly.template, names);
    await emulators.create(resources);
    const projects = outputs.Projects.map(({ id, mexico }) => ({ ...localProject(id), mexico }));
    const { inboundDocument, outboundDocument } = secretDocuments(projects);
    emulators.secrets.create(outputs.InboundSecretArn, JSON.stringify(inboundDocument));
    emulators.secrets.create(outputs.OutboundSecretArn, JSON.stringify(outboundDocument));
    const logs = new FunctionLogs(join(folder, "logs"), events);
    const functions = new Functions(resources, {
      surroundings: {
        aws: emulators.urls,
        timeScale,
        serviceBaseUrl: service.url,
        issuer: NOWHERE,
      },
      assemblyFolder: assembly.folder,
      maximumWorkers: 1,
      preload: undefined,
      preloadData: undefined,
      logs,
      judge: emulators.judge,
      events,
    });
    const endpoints: LocalEndpoints = {
      adapter: NOWHERE,
      signingProxy: NOWHERE,
      riskService: service.url,
      aws: emulators.urls,
      region: "us-east-1",
      ...resourcesIn(outputs),
      alerts: join(folder, "alerts.jsonl"),
      logs: join(folder, "logs"),
      audit: join(folder, "audit.jsonl"),
      projects,
      pid: process.pid,
    };
    mkdirSync(join(folder, ".local"));
    writeFileSync(join(folder, ".local", "endpoints.json"), JSON.stringify(endpoints));
    return new EmulatedStack({
      folder,
      endpoints,
      service,
      emulators,
      functions,
      tables: resources.tables,
      logs,
      problems,
    });
  }

  async close(): Promise<void> {
    await this.#functions.close();
    await this.#logs.close();
    await this.#emulators.close();
    this.service.close();
    this.sqs.destroy();
    this.database.destroy();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Empties every table and queue, and the log of look-ups. */
  async clear(): Promise<void> {
    this.published = [];
    this.service.reset();
    writeFileSync(this.endpoints.audit, "");
    await Promise.all([
      ...this.#tables.map((table) => this.#empty(table)),
      ...Object.values(this.endpoints.queues).map((QueueUrl) =>
        this.sqs.send(new PurgeQueueCommand({ QueueUrl })),
      ),
    ]);
  }

  async #empty({ name, properties }: EmulatedTable): Promise<void> {
    const keys = properties.KeySchema.map(({ AttributeName }) => AttributeName);
    const items = await this.items(name);
    for (let from = 0; from < items.length; from += 25) {
      const requests = items.slice(from, from + 25).map((item) => ({
        DeleteRequest: { Key: Object.fromEntries(keys.map((key) => [key, item[key]])) },
      }));
      await this.database.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
    }
  }

  /** Writes items into a table, as they are. */
  async put(table: string, items: readonly Record<string, unknown>[]): Promise<void> {
    for (let from = 0; from < items.length; from += 25) {
      const requests = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
      await this.database.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  }

  /** @throws {FuzzError} where something is stored that DynamoDB itself would have refused: the emulated one does not. */
  async checkStored(): Promise<void> {
    for (const { name } of this.#tables) {
      for (const item of await this.items(name))
        if (!isWellFormed(item)) throw new FuzzError(`half a character in ${name}`);
    }
  }

  /** Every item of a table. */
  async items(table: string): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page = await this.database.send(
        new ScanCommand({ TableName: table, ...(from === undefined ? {} : { ExclusiveStartKey: from }) }),
      );
      found.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    return found;
  }

  /** What a function logged last as an error. */
  get lastProblem(): string {
    return this.#problems.at(-1) ?? "nothing was logged";
  }

  /** Calls a function. @throws {FuzzError} where it fails as a whole, out of memory or time for example */
  async call(name: Called, event: unknown): Promise<unknown> {
    const start = performance.now();
    const payload = JSON.stringify(event);
    const repliedBefore = this.service.repliedBytes;
    const outcome = await this.#functions.get(name).invoke(payload);
    this.slowest = Math.max(this.slowest, performance.now() - start);
    if (outcome.ok) {
      const bytes = payload.length + this.service.repliedBytes - repliedBefore;
      if (this.#warm.has(name)) checkCpu(name, bytes, outcome.cpuMs);
      this.#warm.add(name);
      return JSON.parse(outcome.payload);
    }
    throw new FuzzError(`${name} failed: ${outcome.error.errorType} ${outcome.error.errorMessage}`);
  }

  /** Hands messages to a queue's consumer. @throws {FuzzError} where it gives one back */
  async consume(
    name: "StoreNotifications" | "ScanWallets",
    messages: readonly QueueMessage[],
  ): Promise<void> {
    const Records = messages.map(({ body, receiptHandle }, index) => ({
      messageId: `m-${index}`,
      receiptHandle,
      body,
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: String(Date.now()) },
      messageAttributes: {},
    }));
    const answer = await this.call(name, { Records });
    const failed: unknown = Reflect.get(Object(answer), "batchItemFailures");
    if (!Array.isArray(failed) || failed.length > 0)
      throw new FuzzError(
        `${name} gave ${JSON.stringify(failed)} of ${messages.length} messages back: ${this.#problems.at(-1)}`,
      );
  }

  /** Stores webhook bodies as they come out of the webhook queue. */
  store(bodies: readonly (string | Envelope)[], receivedAt = new Date().toISOString()): Promise<void> {
    const envelopes = bodies.map((body, index) => {
      const { text, ...more } = typeof body === "string" ? { text: body } : body;
      const own = { v: 1, deliveryId: `delivery-${index}`, receivedAt, projectId: 1, ...more };
      return JSON.stringify({ ...own, body: Buffer.from(text).toString("base64") });
    });
    return this.consume(
      "StoreNotifications",
      envelopes.map((body, index) => ({ body, receiptHandle: String(index) })),
    );
  }

  /** Makes wallets known on chain 1, without the memory that a warm function has of those of earlier cases. */
  async remember(wallets: readonly KnownWallet[]): Promise<void> {
    const known = new KnownWallets(this.database, this.endpoints.tables.wallets);
    const seenAt = "2026-01-01T00:00:00.000Z";
    for (const [index, { address, userId = `u-${index}`, description }] of wallets.entries()) {
      await known.remember({
        projectId: 1,
        chainId: "1",
        address,
        userId,
        description,
        source: "import",
        seenAt,
      });
    }
  }

  /** Starts a run of project 1, and works on it until its queue is empty. */
  async scan(): Promise<void> {
    await this.call("StartScan", { trigger: "manual", projectIds: [1] });
    const QueueUrl = this.endpoints.queues.scan;
    for (let worked = 0; ; ) {
      const { Messages = [] } = await this.sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 43_200 }),
      );
      for (const { Body = "", ReceiptHandle = "" } of Messages) {
        await this.consume("ScanWallets", [{ body: Body, receiptHandle: ReceiptHandle }]);
        await this.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        if (++worked > MOST_MESSAGES) throw new FuzzError(`a run is not over after ${worked} messages`);
      }
      if (Messages.length === 0 && !(await this.#isWaiting(QueueUrl))) return;
    }
  }

  async #isWaiting(QueueUrl: string): Promise<boolean> {
    const { Attributes = {} } = await this.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
    );
    const counts = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed"] as const;
    return counts.some((name) => Number(Attributes[name] ?? 0) > 0);
  }

  /** Puts a message into a dead-letter queue, where the emulated one takes it: unlike SQS it refuses emoji. */
  async addDeadLetter(queue: "webhookDlq" | "scanDlq", MessageBody: string): Promise<void> {
    if (!/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]+$/.test(MessageBody)) return;
    await this.sqs.send(new SendMessageCommand({ QueueUrl: this.endpoints.queues[queue], MessageBody }));
  }

  /** Adds a look-up to the log of get-user, as its function would. */
  logLookUp(fields: Record<string, unknown>): void {
    appendFileSync(this.endpoints.audit, `${JSON.stringify(fields)}\n`);
  }
}

/** A wallet to be made known. */
export interface KnownWallet {
  address: string;
  userId?: string;
  description?: string;
}

/** A message of a queue. */
export interface QueueMessage {
  body: string;
  receiptHandle: string;
}

/** A body with other fields of its envelope. */
export interface Envelope {
  text: string;
  projectId?: number | null;
  deliveryId?: string;
  receivedAt?: string;
  rehearsal?: true;
}

/** A shard of some wallets takes a few; one that goes in circles takes 500. */
const MOST_MESSAGES = 300;

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value instanceof Set) return [...value].every(isWellFormed);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner));
}
