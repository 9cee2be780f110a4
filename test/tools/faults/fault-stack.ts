/** A local stack whose functions call everything over the fault wire, and whose queues are fed here, without a wait. */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
} from "@aws-sdk/client-sqs";
import { DeleteCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { SQSRecord } from "aws-lambda";
import { asRecord, failedMessages, receiveReply } from "../../../infra/local/triggers/event-source.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { makePlace, type Place } from "../../lib/cli/support/test-context.ts";
import { TestStack, type TestStackOptions } from "../../support/test-stack.ts";
import { Arming } from "./arming.ts";
import type { Names, WireData } from "./described-call.ts";
import { type Answers, ScriptedService } from "./scripted-service.ts";
import { Wire } from "./wire.ts";

/** Which function works on which queue, as in the template. */
const CONSUMERS = [
  { queue: "webhook", name: "StoreNotifications" },
  { queue: "scan", name: "ScanWallets" },
] as const;

type QueueName = keyof TestStack["stack"]["endpoints"]["queues"];

/** Longer than any run: a message comes again when its call has failed. */
const OUT_SECONDS = 40_000;

/** What has not settled after this stays as it is, and shows. */
const PATIENCE_MS = 120_000;

/** As many tries as a caller of a function, or of the API, makes where each fails. */
const TRIES = 12;

/** How bodies come to the function. */
export interface Arrival {
  /** They were received so long ago: others overtook them. */
  hoursAgo?: number;
  /** The function gets them for this time: 1 where absent. */
  receive?: number;
}

export class FaultStack extends TestStack {
  readonly arming: Arming;
  /** Bodies that the endpoint has answered with 200 or 400, and deliveries put into the queue, in order. */
  readonly acknowledged: string[] = [];
  readonly replies: string[] = [];
  /** Number of bodies that were sent in this run, each try counted. */
  deliveries = 0;
  readonly #wire: Wire;
  readonly #service: ScriptedService;
  readonly #place: Place;
  readonly #functions: readonly string[];
  readonly #timeScale: number;
  #seenAlerts = 0;

  private constructor(
    inner: TestStack,
    parts: {
      arming: Arming;
      wire: Wire;
      service: ScriptedService;
      place: Place;
      functions: readonly string[];
      timeScale: number;
    },
  ) {
    super({ stage: inner.stage, endpoints: inner.endpoints, folder: inner.folder, local: inner });
    this.arming = parts.arming;
    this.#wire = parts.wire;
    this.#service = parts.service;
    this.#place = parts.place;
    this.#functions = parts.functions;
    this.#timeScale = parts.timeScale;
    parts.wire.names = namesOf(inner);
  }

  /**
   * @param functions those that are called; each run begins with new processes of them
   * @param limits `leastCallMs` where calls are to run out of time
   */
  static async begin(
    functions: readonly string[],
    timeScale: number,
    limits: Pick<TestStackOptions, "leastCallMs"> = {},
  ): Promise<FaultStack> {
    const arming = new Arming();
    const wire = await Wire.start(arming);
    const service = await ScriptedService.start();
    const preloadData: WireData = { port: wire.port, timeScale };
    const inner = await TestStack.start({
      ...limits,
      timeScale,
      preloadData,
      polling: false,
      service: service.url,
      preload: join(import.meta.dirname, "worker-wire.ts"),
      props: { desk: true, projects: [{ id: 1 }, { id: 2 }] },
    });
    const place = await makePlace(inner.stack.endpoints);
    return new FaultStack(inner, { arming, wire, service, place, functions, timeScale });
  }

  override async close(): Promise<void> {
    await super.close();
    await Promise.all([this.#wire.close(), this.#service.close(), this.#place.remove()]);
  }

  /** Begins a run: nothing is stored, queued, published or armed. */
  async reset(): Promise<void> {
    this.arming.reset();
    const tables = Object.values(this.endpoints.tables).filter((table) => table !== undefined);
    await Promise.all(tables.map((table) => this.#empty(table)));
    for (const QueueUrl of Object.values(this.endpoints.queues))
      await this.sqs.send(new PurgeQueueCommand({ QueueUrl }));
    this.#seenAlerts = super.alerts().length;
    this.acknowledged.length = 0;
    this.replies.length = 0;
    this.deliveries = 0;
    this.#service.answers = {};
  }

  /** Starts the functions again, which have kept nothing then, and forgets the calls so far. */
  async restart(): Promise<void> {
    await Promise.all(this.#functions.map((name) => this.stack.functions.get(name).kill("all")));
    // The pool hears of a worker's end a moment after it.
    await sleep(20);
    await this.load(...this.#functions);
    this.arming.reset();
  }

  /** What the service says of wallets from now on, by address. */
  answer(answers: Answers): void {
    this.#service.answers = answers;
  }

  /** The messages of this run. */
  override alerts(): LocalAlert[] {
    return super.alerts().slice(this.#seenAlerts);
  }

  /** Posts a body, signed, as the service does: again until it is answered; and has it worked on. */
  async postUntilAnswered(text: string): Promise<void> {
    const post = () => {
      this.deliveries++;
      return this.post(text);
    };
    this.#wire.again = post;
    const { status } = await untilAnswered(post);
    this.replies.push(String(status));
    if (status === 200 || status === 400) this.acknowledged.push(text);
    await this.pump();
  }

  /** Looks a user up until there is an answer. */
  async lookUpUntilAnswered(userId: string): Promise<void> {
    const lookUp = () => this.lookUp(userId);
    this.#wire.again = lookUp;
    const { status, text } = await untilAnswered(lookUp);
    this.replies.push(`${status} ${text}`);
  }

  /** Puts bodies into the queue as the endpoint does, with their receipts one after the other, and has them worked on. */
  async deliverAll(texts: readonly string[], arrival: Arrival): Promise<void> {
    const { hoursAgo = 0, receive = 1 } = arrival;
    await this.queue(texts, Date.now() - hoursAgo * 3_600_000);
    for (let receives = 1; receives < receive; receives++)
      for (const { ReceiptHandle } of await this.#receive("webhook"))
        await this.#showAgain({ QueueUrl: this.endpoints.queues.webhook, ReceiptHandle });
    await this.pump();
  }

  /** Puts bodies into the queue, where they wait. @param before all were received, in milliseconds since 1970 */
  async queue(texts: readonly string[], before = Date.now()): Promise<void> {
    for (const [at, text] of texts.entries()) {
      const receivedAt = new Date(before - texts.length + at).toISOString();
      await this.deliver("", { deliveryId: randomUUID(), receivedAt, body: Buffer.from(text) });
      this.acknowledged.push(text);
      this.deliveries++;
    }
  }

  /** Calls a function as a schedule does: again where it fails, as Lambda does a minute later, and then after two. */
  async call(name: string, event: object): Promise<void> {
    const id = randomUUID();
    const invoke = () => this.stack.functions.get(name).invoke(JSON.stringify(event), id);
    this.#wire.again = invoke;
    for (let tries = 1; tries <= TRIES; tries++) {
      if (tries > 1) await sleep((Math.min(tries - 1, 2) * 60_000) / this.#timeScale);
      const { ok } = await invoke();
      if (ok) return;
    }
    this.replies.push(`${name} fails`);
  }

  /** A command of `vigia`. @returns its exit code and output */
  async vigia(line: string): Promise<{ code: number; out: string }> {
    return this.#place.vigia(line, { now: Date.now() });
  }

  /** A command that must end well. */
  async expectCommand(line: string, stdin: string): Promise<void> {
    const { code, err } = await this.#place.vigia(line, { now: Date.now(), stdin });
    if (code !== 0) throw new Error(`vigia ${line} ended with ${code}: ${err}`);
  }

  /** Feeds the queues to their functions until nothing is left in them, or nothing ends. */
  async pump(): Promise<void> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      const worked = await Promise.all(CONSUMERS.map((consumer) => this.#work(consumer)));
      if (worked.some(Boolean)) continue;
      const waiting = await this.waiting();
      if (CONSUMERS.every(({ queue }) => waiting[queue] === 0)) return;
      await sleep(50);
    }
  }

  /** Number of messages in each queue, waiting, delayed or in flight. */
  async waiting(): Promise<Record<string, number>> {
    const { queues } = this.endpoints;
    const counts = Object.entries(queues).map(async ([name, QueueUrl]) => {
      const { Attributes = {} } = await this.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
      );
      const numbers = Object.entries(Attributes).filter(([name]) => name.startsWith("ApproximateNumberOf"));
      return [name, numbers.reduce((sum, [, count]) => sum + Number(count), 0)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  /** Hands everything that is visible in a queue to its function, as one batch. @returns whether there was something */
  async #work({ queue, name }: (typeof CONSUMERS)[number]): Promise<boolean> {
    const QueueUrl = this.endpoints.queues[queue];
    const records = (await this.#receive(queue)).map((message) => asRecord(message, arnOf(QueueUrl)).record);
    if (records.length === 0) return false;
    const invoke = (Records: unknown) => this.stack.functions.get(name).invoke(JSON.stringify({ Records }));
    this.#wire.again = () => invoke(records.map(receivedAgain));
    const outcome = await invoke(records);
    const ids = records.map(({ messageId }) => messageId);
    const failed = failedMessages(ids, outcome, true);
    for (const { messageId, receiptHandle: ReceiptHandle } of records) {
      const message = { QueueUrl, ReceiptHandle };
      if (!failed.has(messageId)) await this.sqs.send(new DeleteMessageCommand(message));
      // The function may have deleted it.
      else await this.#showAgain(message).catch(() => undefined);
    }
    return true;
  }

  #showAgain(message: { QueueUrl: string; ReceiptHandle: string }): Promise<unknown> {
    return this.sqs.send(new ChangeMessageVisibilityCommand({ ...message, VisibilityTimeout: 0 }));
  }

  async #receive(queue: QueueName) {
    const messages: ReturnType<typeof receiveReply.parse>["Messages"] = [];
    for (;;) {
      const reply = await this.sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.endpoints.queues[queue],
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: 0,
          VisibilityTimeout: OUT_SECONDS,
          MessageSystemAttributeNames: ["All"],
          MessageAttributeNames: ["All"],
        }),
      );
      const { Messages } = receiveReply.parse(reply);
      if (Messages.length === 0) return messages;
      messages.push(...Messages);
    }
  }

  async #empty(TableName: string): Promise<void> {
    const { Table } = await this.database.send(new DescribeTableCommand({ TableName }));
    const names = (Table?.KeySchema ?? []).map(({ AttributeName = "" }) => AttributeName);
    for await (const { Items = [] } of paginateScan({ client: this.database }, { TableName }))
      for (const item of Items) {
        const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
        await this.database.send(new DeleteCommand({ TableName, Key }));
      }
  }
}

function receivedAgain({ attributes, ...record }: SQSRecord): SQSRecord {
  const received = Number(attributes.ApproximateReceiveCount) + 1;
  return { ...record, attributes: { ...attributes, ApproximateReceiveCount: String(received) } };
}

/** Where SQS is asked for a queue by its address, Lambda's event names it by its ARN. */
function arnOf(url: string): string {
  const [account = "", name = ""] = new URL(url).pathname.split("/").slice(1);
  return `arn:aws:sqs:us-east-1:${account}:${name}`;
}

async function untilAnswered<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const reply = await ask();
    if (reply.status < 500 || tries === TRIES) return reply;
  }
}

function namesOf({ stack }: TestStack): Names {
  const { aws, riskService, tables, queues, topics, secrets } = stack.endpoints;
  const services = new Map<string, string>([
    [aws.dynamodb, "dynamodb"],
    [aws.sqs, "sqs"],
    [aws.secretsmanager, "secretsmanager"],
    [riskService, "service"],
  ]);
  const queueNames = Object.entries(queues).map(
    ([name, url]) => [`${new URL(url).pathname}"`, name] as const,
  );
  const others = [tables, topics, secrets].flatMap((group) => Object.entries<string | undefined>(group));
  return {
    functionOf: (name) => stack.functions.find(name)?.name ?? name,
    serviceAt: (origin) => services.get(origin),
    resources: new Map([
      ...queueNames,
      ...others.flatMap(([name, id]) => (id === undefined ? [] : [[id, name] as const])),
    ]),
  };
}
