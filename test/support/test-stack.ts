/** A local stack on free ports for one test file, and the service's part in talking to it. */

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
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
import { type LocalAlert, localAlert } from "../../lib/settings/local-endpoints.ts";
import { assemble } from "./assembly/assembled.ts";
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

export class TestStack {
  readonly stack: LocalStack;
  /** With the alerts, and the logs of the functions in a folder of their own. */
  readonly folder: string;
  readonly database: DynamoDBDocumentClient;
  readonly sqs: SQSClient;
  /** Judges every call of the stack by its policies, and takes services away. */
  readonly gate: StackGate;

  constructor(stack: LocalStack, folder: string, gate: StackGate) {
    this.stack = stack;
    this.folder = folder;
    this.gate = gate;
    const { region, aws } = stack.endpoints;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    this.database = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region, credentials, endpoint: aws.dynamodb }),
      { marshallOptions: { removeUndefinedValues: true } },
    );
    this.sqs = new SQSClient({ region, credentials, endpoint: aws.sqs });
  }

  /** @param options with the properties of the stack, which has a project with Mexican compliance unless they name others */
  static async start({ props, ...options }: TestStackOptions = {}): Promise<TestStack> {
    const project = mkdtempSync(join(tmpdir(), "vigia-"));
    const gate = new StackGate();
    const stack = { projects: [{ id: 1 }, { id: 2, mexico: true }], ...props };
    const usual = { port: 0, project, schedules: false, gate: gate.open, assemble: () => assemble(stack) };
    return new TestStack(await startLocal({ ...usual, ...options }), join(project, ".local"), gate);
  }

  /** Loads functions, for whose first call a fast clock would not wait. */
  async load(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.stack.functions.get(name).warm();
  }

  async close(): Promise<void> {
    await this.stack.close();
    this.database.destroy();
    this.sqs.destroy();
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
    const QueueUrl = this.stack.endpoints.queues.webhook;
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
    const response = await fetch(`${this.stack.endpoints.adapter}${path}`, {
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
    const { webhook } = this.stack.endpoints.queues;
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

  /** Keeps the name of a chain, as a scan's start does. */
  nameChain(id: string, name = "Invented Chain"): Promise<void> {
    const chain = { id, name, rpc_url: "", explorer_url: "https://explorer.example" };
    const store = new ChainStore(this.database, this.stack.endpoints.tables.chains);
    return store.put([{ ...chain, currency_symbol: "ETH", currency_decimals: 18 }]);
  }

  get queries(): NotificationQueries {
    const { notifications } = this.stack.endpoints.tables;
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

/** The signature of a body that is not a JSON object is never checked; any text will do. */
function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
