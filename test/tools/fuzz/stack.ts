/** The local stack's emulators and functions, in which nothing happens unless a case calls a function. */

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
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { PublishedMessage } from "../../../infra/local/aws/publication.ts";
import { FunctionLogs } from "../../../infra/local/lambda/function-logs.ts";
import { Functions } from "../../../infra/local/lambda/functions.ts";
import { LocalEvents } from "../../../infra/local/lambda/run-events.ts";
import { type BackingServices, startBackingServices } from "../../../infra/local/local-stack.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import type { LocalEndpoints } from "../../../lib/settings/local-endpoints.ts";
import { resourcesIn } from "../../../lib/settings/outputs.ts";
import { jsonLines, makePlace, type Place, type Result } from "../../lib/cli/support/test-context.ts";
import { assemble } from "../../support/assembly/assembled.ts";
import { OddService } from "../../support/servers/odd-service.ts";
import { failuresIn, record } from "./batches.ts";
import { FuzzError } from "./finding.ts";
import { PROJECTS } from "./signing.ts";

/** Queues wait so much less. */
const QUEUE_TIME_SCALE = 500;

/** The functions' own clock runs so much faster: they still have time for long texts on a machine that has much to do. */
const FUNCTION_TIME_SCALE = 4;

/** That of the webhook queue's consumer: one message a second would be most of what a campaign takes. */
const CONSUMER_TIME_SCALE = 1_000;

const NOWHERE = "http://127.0.0.1:9";

/** A run takes a few messages for each shard; one that goes in circles takes 500. */
const MOST_MESSAGES = 300;

/** DynamoDB's bounds. */
const MOST_KEY_BYTES: Readonly<Record<string, number>> = { HASH: 2_048, RANGE: 1_024 };
const MOST_ITEM_BYTES = 409_600;

export type Item = Record<string, unknown>;

export class Stack {
  /** The folder in which commands run. */
  readonly place: Place;
  readonly endpoints: LocalEndpoints;
  readonly service: OddService;
  readonly database: DynamoDBDocumentClient;
  /** URL of the desk for browsers. */
  readonly deskUrl: string;
  /** Last error that a function logged. */
  lastProblem = "nothing was logged";
  readonly #sqs: SQSClient;
  readonly #functions: Functions;
  readonly #consumer: Functions;
  readonly #tables: BackingServices["resources"]["tables"];
  readonly #closers: (() => unknown)[];
  /** Output of the functions since the last case. */
  #printed = "";
  #published: PublishedMessage[] = [];

  private constructor(
    place: Place,
    service: OddService,
    backing: BackingServices,
    events: LocalEvents,
    closers: (() => unknown)[],
  ) {
    const { emulators, resources, outputs, projects, assemblyFolder } = backing;
    this.place = place;
    this.service = service;
    this.deskUrl = outputs.DeskUrl ?? "";
    this.#closers = closers;
    this.#tables = resources.tables;
    events.listen((event) => {
      if (event.type === "output") this.#printed += event.text;
      if (event.type !== "log") return;
      const line = JSON.stringify(event.line);
      this.#printed += `${line}\n`;
      if (event.line["level"] === "ERROR") this.lastProblem = line;
    });
    emulators.surroundings.onPublish = (publication) => this.#published.push(publication);
    const logs = new FunctionLogs(join(place.root, "logs"), events);
    const functionsAt = (timeScale: number) =>
      new Functions(resources, {
        surroundings: {
          aws: emulators.urls,
          timeScale,
          serviceBaseUrl: service.url,
          issuer: { url: NOWHERE, clientId: "desk" },
        },
        assemblyFolder,
        maximumWorkers: 1,
        logs,
        events,
      });
    this.#functions = functionsAt(FUNCTION_TIME_SCALE);
    this.#consumer = functionsAt(CONSUMER_TIME_SCALE);
    emulators.surroundings.findFunction = (id) => this.#functions.find(id);
    this.endpoints = {
      // Commands ask the adapter whether the stack is running.
      adapter: emulators.urls.dynamodb,
      signingProxy: NOWHERE,
      riskService: service.url,
      aws: emulators.urls,
      region: "us-east-1",
      ...resourcesIn(outputs),
      projects,
      pid: process.pid,
      alerts: join(place.root, "alerts.jsonl"),
      logs: join(place.root, "logs"),
    };
    const local = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };
    this.#sqs = new SQSClient({ ...local, endpoint: emulators.urls.sqs });
    const client = new DynamoDBClient({ ...local, endpoint: emulators.urls.dynamodb });
    this.database = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    closers.push(
      () => place.remove(),
      () => this.#functions.close(),
      () => this.#consumer.close(),
      () => this.#sqs.destroy(),
      () => this.database.destroy(),
    );
  }

  static async start(): Promise<Stack> {
    const closers: (() => unknown)[] = [];
    const events = new LocalEvents();
    const service = await OddService.start();
    closers.push(() => service.close());
    const options = {
      port: 0,
      timeScale: QUEUE_TIME_SCALE,
      assemble: () => assemble({ projects: PROJECTS, desk: true }),
      service: service.url,
      events,
    };
    const backing = await startBackingServices(options, (closer) => closers.push(closer));
    const stack = new Stack(await makePlace(), service, backing, events, closers);
    await stack.place.file(".local/endpoints.json", JSON.stringify(stack.endpoints));
    return stack;
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.splice(0).reverse()) await closer();
  }

  /** Output of the functions since the last case. @throws {FuzzError} where a stack trace is in it */
  get printed(): string {
    if (/\n\s+at |\\n\s+at |"stack"/.test(this.#printed))
      throw new FuzzError(`printed a stack trace: ${this.#printed.slice(0, 500)}`);
    return this.#printed;
  }

  /** Messages that topics accepted since the last case. */
  get published(): readonly PublishedMessage[] {
    return this.#published;
  }

  /** Begins a case with the tables as they are: without output and messages of the one before. */
  begin(): void {
    this.#printed = "";
    this.#published = [];
  }

  /** Takes what the endpoint has queued. */
  async takeWebhooks(): Promise<string[]> {
    const QueueUrl = this.endpoints.queues.webhook;
    const receive = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 43_200,
    });
    const { Messages = [] } = await this.#sqs.send(receive);
    for (const { ReceiptHandle } of Messages)
      await this.#sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    return Messages.map(({ Body = "" }) => Body);
  }

  /** Empties every table and queue. */
  async clear(): Promise<void> {
    this.begin();
    this.service.behave({});
    await Promise.all([
      ...this.#tables.map(async ({ name, properties }) => {
        const keys = properties.KeySchema.map(({ AttributeName }) => AttributeName);
        for (const item of await this.items(name)) {
          const Key = Object.fromEntries(keys.map((key) => [key, item[key]]));
          await this.database.send(new DeleteCommand({ TableName: name, Key }));
        }
      }),
      ...Object.values(this.endpoints.queues).map((QueueUrl) =>
        this.#sqs.send(new PurgeQueueCommand({ QueueUrl })),
      ),
    ]);
  }

  async put(TableName: string, Item: Item): Promise<void> {
    await this.database.send(new PutCommand({ TableName, Item }));
  }

  async remove(TableName: string, Key: Item): Promise<void> {
    await this.database.send(new DeleteCommand({ TableName, Key }));
  }

  /** Every item of a table. */
  async items(table: string): Promise<Item[]> {
    const pages = await Array.fromAsync(paginateScan({ client: this.database }, { TableName: table }));
    return pages.flatMap(({ Items = [] }) => Items);
  }

  /** @throws {FuzzError} where something is stored that DynamoDB itself would have refused: the emulated one does not. */
  async checkStored(): Promise<void> {
    for (const { name, properties } of this.#tables) {
      const schemas = [
        properties.KeySchema,
        ...(properties.GlobalSecondaryIndexes ?? []).map((index) => index.KeySchema),
      ];
      for (const item of await this.items(name)) {
        if (!isWellFormed(item)) throw new FuzzError(`half a character in ${name}`);
        const bytes = bytesIn(item);
        if (bytes > MOST_ITEM_BYTES) throw new FuzzError(`an item of ${name} has ${bytes} bytes`);
        for (const { AttributeName, KeyType } of schemas.flat()) {
          const keyBytes = bytesIn(item[AttributeName] ?? "");
          if (keyBytes > (MOST_KEY_BYTES[KeyType] ?? 0))
            throw new FuzzError(`the key ${AttributeName} of ${name} has ${keyBytes} bytes`);
        }
      }
    }
  }

  /** Calls a function. @throws {FuzzError} where it fails as a whole, or takes longer than it may */
  async call(
    name: "ReceiveWebhook" | "GetUser" | "StoreNotifications" | "StartScan" | "ScanWallets" | "ServeDesk",
    event: unknown,
  ): Promise<unknown> {
    const functions = name === "StoreNotifications" ? this.#consumer : this.#functions;
    const outcome = await functions.get(name).invoke(JSON.stringify(event));
    if (!outcome.ok)
      throw new FuzzError(`${name} failed: ${outcome.error.errorType} ${outcome.error.errorMessage}`);
    return JSON.parse(outcome.payload);
  }

  /** Hands messages to a queue's consumer. @throws {FuzzError} where it gives one back */
  async consume(name: "StoreNotifications" | "ScanWallets", texts: readonly string[]): Promise<void> {
    const failed = failuresIn(
      await this.call(name, { Records: texts.map((text, at) => record(text, `m-${at}`)) }),
    );
    if (failed.length > 0) throw new FuzzError(`${name} gave ${failed.join(", ")} back: ${this.lastProblem}`);
  }

  /** Makes wallets known on chain 1, without the memory that a warm function has of those of earlier cases. */
  async remember(wallets: readonly { address: string; userId?: string }[]): Promise<void> {
    const walletStore = new WalletStore(this.database, this.endpoints.tables.wallets);
    const place = {
      projectId: 1,
      chainId: "1",
      source: "import",
      seenAt: "2026-01-01T00:00:00.000Z",
    } as const;
    for (const [index, { address, userId = `u-${index}` }] of wallets.entries())
      await walletStore.remember({ ...place, address, userId });
  }

  /** Starts a run of project 1, and works on it until its queue is empty. */
  async scan(): Promise<void> {
    await this.call("StartScan", { trigger: "manual", projectIds: [1] });
    const QueueUrl = this.endpoints.queues.scan;
    for (let worked = 0; ; ) {
      const { Messages = [] } = await this.#sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 43_200 }),
      );
      for (const { Body = "", ReceiptHandle = "" } of Messages) {
        await this.consume("ScanWallets", [Body]);
        await this.#sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        if (++worked > MOST_MESSAGES) throw new FuzzError(`a run is not over after ${worked} messages`);
      }
      if (Messages.length === 0 && !(await this.#isWaiting(QueueUrl))) return;
    }
  }

  async #isWaiting(QueueUrl: string): Promise<boolean> {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
    const { Attributes = {} } = await this.#sqs.send(command);
    const { ApproximateNumberOfMessages: now = 0, ApproximateNumberOfMessagesDelayed: later = 0 } =
      Attributes;
    return Number(now) + Number(later) > 0;
  }

  /** Puts a message into a dead-letter queue, where the emulated one takes it: unlike SQS it refuses emoji. */
  async addDeadLetter(queue: "webhookDlq" | "scanDlq", MessageBody: string): Promise<void> {
    if (!/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]+$/.test(MessageBody)) return;
    await this.#sqs.send(new SendMessageCommand({ QueueUrl: this.endpoints.queues[queue], MessageBody }));
  }

  /** Runs a command. @param columns those of the terminal that it prints to; without them it prints to a file */
  vigia(args: readonly string[], columns?: number, stdin?: string): Promise<Result> {
    const terminal = columns === undefined ? {} : { terminal: true, colours: true, columns };
    const input = stdin === undefined ? {} : { stdin };
    return this.place.vigia(args, { ...terminal, ...input, yes: true, now: Date.now() });
  }

  /** The rows of a command, by `--format jsonl`. @throws {FuzzError} where it fails */
  async rows(...args: string[]): Promise<Item[]> {
    const end = args.indexOf("--");
    const words = args.toSpliced(end === -1 ? args.length : end, 0, "--format", "jsonl");
    const { code, out, err } = await this.vigia(words);
    if (code !== 0) throw new FuzzError(`vigia ${args.join(" ")} ended with ${code}: ${err}`);
    return jsonLines(out);
  }
}

/** Bytes of a value in an item, as DynamoDB counts them at most. */
function bytesIn(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== "object" || value === null) return 21;
  const entries = value instanceof Set ? [...value].map((text) => ["", text]) : Object.entries(value);
  return entries.reduce((sum, [name, inner]) => sum + Buffer.byteLength(name) + bytesIn(inner) + 1, 3);
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value instanceof Set) return [...value].every(isWellFormed);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner));
}
