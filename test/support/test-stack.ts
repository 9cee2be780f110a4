/** A stack for one test file, and the service's part in talking to it: a local one on free ports, or one that is deployed. */

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SNSClient } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Page } from "playwright-core";
import { type LocalOptions, type LocalStack, startLocal } from "../../infra/local/local-stack.ts";
import { localProject } from "../../infra/local/sandbox/local-projects.ts";
import type { VigiaProps } from "../../infra/vigia.ts";
import { type CaseKey, caseOfNotification } from "../../lib/cases/case-keys.ts";
import {
  canonicalBody,
  NO_BODY,
  SIGNATURE_HEADER,
  sign,
  TIMESTAMP_HEADER,
} from "../../lib/contract/signature.ts";
import { encodeDelivery, type WebhookDelivery } from "../../lib/intake/envelope.ts";
import type { NotificationFilter } from "../../lib/intake/notifications/notification-filter.ts";
import { NotificationQueries } from "../../lib/intake/notifications/notification-queries.ts";
import type {
  ListedNotification,
  StoredNotification,
} from "../../lib/intake/notifications/notification-schema.ts";
import { ChainStore } from "../../lib/screening/chains.ts";
import { type LocalAlert, type LocalEndpoints, localAlert } from "../../lib/settings/local-endpoints.ts";
import { assemble } from "./assembly/assembled.ts";
import { signIn } from "./desk/browsing.ts";
import { StackGate } from "./permissions/stack-gate.ts";

/** Differences of a request from the service's. */
export interface RequestChanges {
  projectId?: number;
  secret?: string;
  timestamp?: string | number;
  /** Headers beside, or in place of, those that authenticate. */
  headers?: Record<string, string>;
  /** Leaves the authentication headers out. */
  unsigned?: boolean;
}

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

/** A queue that is being emptied is looked at again by then, in milliseconds: a dead-letter message leaves it without a delivery. */
const NO_DELIVERY_MS = 250;

export interface TestStackOptions extends Partial<Omit<LocalOptions, "assemble" | "project">> {
  props?: VigiaProps;
}

/** Projects of a stack whose properties name none. */
export const USUAL_PROJECTS = [{ id: 1 }, { id: 2, mexico: true }];

/** Resources and addresses that every stack has, wherever it runs. */
export type StackEndpoints = Pick<
  LocalEndpoints,
  "adapter" | "desk" | "tables" | "queues" | "topics" | "secrets"
>;

/** Parts that a stack has on this machine alone. */
interface LocalParts {
  stack: LocalStack;
  /** Judges every call of the stack by its policies, and takes services away. */
  gate: StackGate;
}

interface TestStackParts {
  stage: string;
  endpoints: StackEndpoints;
  /** With the alerts, and the logs of the functions in a folder of their own. */
  folder: string;
  /** The emulators of this machine; the shell's account where there are none. */
  local?: LocalParts;
}

/** A test that is tagged `anywhere` asks for what a deployed stack has not. */
class NotLocalError extends Error {
  override name = "NotLocalError";
  constructor(resourceName: string) {
    super(`A deployed stack has no ${resourceName}: take the tag "anywhere" away from a test that needs it.`);
  }
}

type Start = (options: TestStackOptions) => Promise<TestStack>;

let startStack: Start = startHere;

/** Lets another program start the stacks of tests from now on. */
export function startStacksBy(start: Start): void {
  startStack = start;
}

export class TestStack {
  /** For `--stage`. */
  readonly stage: string;
  readonly endpoints: StackEndpoints;
  readonly folder: string;
  readonly database: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  readonly sns: SNSClient;
  readonly #local: LocalParts | undefined;

  constructor({ stage, endpoints, folder, local }: TestStackParts) {
    this.stage = stage;
    this.endpoints = endpoints;
    this.folder = folder;
    this.#local = local;
    const { dynamodb, sqs, sns } = local === undefined ? CONFIG_OF_SHELL : configOf(local.stack.endpoints);
    this.database = DynamoDBDocumentClient.from(new DynamoDBClient(dynamodb), {
      marshallOptions: { removeUndefinedValues: true },
    });
    this.sqs = new SQSClient(sqs);
    this.sns = new SNSClient(sns);
  }

  /** @param options with the properties of the stack, which has a project with Mexican compliance unless they name others */
  static start(options: TestStackOptions = {}): Promise<TestStack> {
    return startStack(options);
  }

  /** True where no emulator of this machine holds the stack. */
  get isDeployed(): boolean {
    return this.#local === undefined;
  }

  get stack(): LocalStack {
    if (this.#local === undefined) throw new NotLocalError("clock, events and functions of this machine");
    return this.#local.stack;
  }

  get gate(): StackGate {
    if (this.#local === undefined) throw new NotLocalError("gate");
    return this.#local.gate;
  }

  /** Loads functions, for whose first call a fast clock would not wait. */
  async load(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.stack.functions.get(name).warm();
  }

  async close(): Promise<void> {
    await this.#local?.stack.close();
    this.database.destroy();
    this.sqs.destroy();
    this.sns.destroy();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** POST /webhook at the adapter, signed as the service signs. A text goes as it is, anything else as JSON. */
  post(body: unknown, changes: RequestChanges = {}): Promise<Reply> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.#send("POST", "/webhook", text, changes);
  }

  /** Puts a delivery of project 1 into the webhook queue, as the endpoint does once it has accepted it. */
  async deliver(body: unknown, changes: Partial<WebhookDelivery> = {}): Promise<void> {
    const receivedAt = changes.receivedAt ?? new Date().toISOString();
    const delivery = {
      deliveryId: randomUUID(),
      receivedAt,
      signedAt: receivedAt,
      projectId: 1,
      body: Buffer.from(JSON.stringify(body)),
      ...changes,
    };
    const QueueUrl = this.endpoints.queues.webhook;
    await this.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: encodeDelivery(delivery) }));
  }

  /** GET /users/{userId} at the adapter, signed over the path as it is sent. */
  lookUp(userId: string, changes: RequestChanges = {}): Promise<Reply> {
    return this.#send("GET", `/users/${encodeURIComponent(userId)}`, undefined, changes);
  }

  async #send(
    method: string,
    path: string,
    body: string | undefined,
    changes: RequestChanges,
  ): Promise<Reply> {
    const response = await fetch(`${this.endpoints.adapter}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(changes.unsigned === true ? {} : this.#signature(method, path, body, changes)),
        ...changes.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  #signature(method: string, path: string, body: string | undefined, changes: RequestChanges) {
    const timestamp = String(changes.timestamp ?? Date.now());
    const secret = changes.secret ?? localProject(changes.projectId ?? 1).webhookSecret;
    const canonical = body === undefined ? NO_BODY : canonicalBody(parsed(body));
    const parts = { method, path, canonicalBody: canonical, timestamp };
    return { [SIGNATURE_HEADER]: sign(parts, secret), [TIMESTAMP_HEADER]: timestamp };
  }

  /** Waits until the webhook queue holds nothing, neither waiting nor being worked on. */
  async settled(): Promise<void> {
    const { webhook } = this.endpoints.queues;
    for (;;) {
      const next = this.nextDelivery(NO_DELIVERY_MS);
      const { Attributes = {} } = await this.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: webhook, AttributeNames: ["All"] }),
      );
      const waiting = Object.entries(Attributes)
        .filter(([name]) => name.startsWith("ApproximateNumberOfMessages"))
        .reduce((sum, [, count]) => sum + Number(count), 0);
      if (waiting === 0) return;
      await next;
    }
  }

  /** Waits until the next batch was handed to a function, however that ended, or for so many milliseconds. */
  nextDelivery(ms?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = this.stack.events.listen(({ type }) => type === "delivery" && resolve());
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    return promise.finally(() => {
      stop();
      clearTimeout(timer);
    });
  }

  /** Calls a function by its short name, as `SendBrief`. @throws {Error} where it fails @returns its answer */
  async invoke(shortName: string, input: object): Promise<unknown> {
    const outcome = await this.stack.functions.get(shortName).invoke(JSON.stringify(input));
    if (!outcome.ok) throw new Error(`${shortName}: ${outcome.error.errorMessage}`);
    return JSON.parse(outcome.payload);
  }

  /** Signs an officer of the desk in. @param person a name at the local issuer, as `olga.officer` */
  signIn(page: Page, person: string): Promise<void> {
    return signIn(page, this.endpoints.desk ?? "", person);
  }

  /** Keeps the name of a chain, as a scan's start does. */
  nameChain(id: string, name = "Invented Chain"): Promise<void> {
    const chain = { id, name, rpc_url: "", explorer_url: "https://explorer.example" };
    const store = new ChainStore(this.database, this.endpoints.tables.chains);
    return store.put([{ ...chain, currency_symbol: "ETH", currency_decimals: 18 }]);
  }

  get queries(): NotificationQueries {
    const { notifications } = this.endpoints.tables;
    return new NotificationQueries(this.database, notifications);
  }

  /** Listed items once the queue has settled, newest first. */
  async notifications(filter: Partial<NotificationFilter> = {}): Promise<ListedNotification[]> {
    await this.settled();
    return Array.fromAsync(this.queries.list({ projectIds: [1, 2], ...filter }));
  }

  /** One notification once the queue has settled. */
  async notification(key: string): Promise<StoredNotification | undefined> {
    await this.settled();
    return (await this.queries.find(key))?.notification;
  }

  /** The key of the case of a notification, by its number. @throws {Error} where there is no such notification */
  async caseOf(number: string): Promise<CaseKey> {
    const stored = await this.notification(number);
    if (stored === undefined) throw new Error(`Notification ${number} is not stored.`);
    return caseOfNotification(stored);
  }

  /** Every alert so far, in order. */
  alerts(): LocalAlert[] {
    return readFileSync(join(this.folder, "alerts.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => localAlert.parse(JSON.parse(line)));
  }
}

const CONFIG_OF_SHELL = { dynamodb: {}, sqs: {}, sns: {} };

function configOf({ region, aws }: LocalEndpoints) {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return {
    dynamodb: { region, credentials, endpoint: aws.dynamodb },
    sqs: { region, credentials, endpoint: aws.sqs },
    sns: { region, credentials, endpoint: aws.sns },
  };
}

async function startHere({ props, ...options }: TestStackOptions): Promise<TestStack> {
  const project = mkdtempSync(join(tmpdir(), "vigia-"));
  const gate = new StackGate();
  const properties = { projects: USUAL_PROJECTS, ...props };
  const usual = { port: 0, project, schedules: false, gate: gate.open, assemble: () => assemble(properties) };
  const stack = await startLocal({ ...usual, ...options });
  const local = { stack, gate };
  return new TestStack({ stage: "dev", endpoints: stack.endpoints, folder: join(project, ".local"), local });
}

/** The signature of a body that is not a JSON object is never checked; any text will do. */
function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
