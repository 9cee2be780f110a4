/** A local stack whose functions call everything over the fault wire. */

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GetQueueAttributesCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { secretDocuments } from "../../../../infra/local/backing-services.ts";
import type { LocalOptions } from "../../../../infra/local/local-stack.ts";
import { localProject } from "../../../../infra/local/sandbox/local-projects.ts";
import { TestStack } from "../../../support/test-stack.ts";
import { ADDED_RULE } from "../intake/intake-bodies.ts";
import { Ledger } from "../intake/ledger.ts";
import { MessageGroups } from "../intake/message-groups.ts";
import { AlertIndex } from "../intake/model/alert-index.ts";
import { Arming } from "./arming.ts";
import type { Names } from "./described-call.ts";
import { FIRST_SUBJECT } from "./subjects.ts";
import { type PassedCall, Wire } from "./wire.ts";
import type { WireData } from "./wire-headers.ts";
import { WrittenKeys } from "./written-keys.ts";

/** Options of a stack. */
interface FaultOptions extends Partial<LocalOptions> {
  timeScale: number;
  /** The functions that are called. */
  loaded?: readonly string[];
  /** Projects beside those of the settings: more than a template could have. */
  projectIds?: readonly number[];
}

export class FaultStack extends TestStack {
  readonly arming: Arming;
  readonly ledger: Ledger;
  readonly written: WrittenKeys;
  readonly messageGroups: MessageGroups;
  readonly published: AlertIndex;
  readonly #wire: Wire;
  #next = FIRST_SUBJECT;

  private constructor(
    inner: TestStack,
    wire: Wire,
    heard: { arming: Arming; ledger: Ledger; written: WrittenKeys; messageGroups: MessageGroups },
  ) {
    super(inner.stack, inner.folder);
    this.arming = heard.arming;
    this.ledger = heard.ledger;
    this.written = heard.written;
    this.messageGroups = heard.messageGroups;
    this.published = new AlertIndex(inner.stack.events);
    this.#wire = wire;
    wire.names = namesOf(inner);
  }

  static override async start({
    projectIds = [],
    loaded = [],
    ...options
  }: FaultOptions): Promise<FaultStack> {
    const arming = new Arming();
    const ledger = new Ledger();
    const written = new WrittenKeys();
    const messageGroups = new MessageGroups();
    const wire = await Wire.start(arming, (passed: PassedCall) => {
      ledger.hear(passed);
      written.hear(passed);
      messageGroups.hear(passed);
    });
    const projects = projectIds.map((id) => ({ id, mexico: false }));
    const preloadData: WireData = { port: wire.port, timeScale: options.timeScale, projects };
    const workerPreload = join(import.meta.dirname, "worker-wire.ts");
    const inner = await TestStack.start({
      ...options,
      context: { desk: { deadlines: [ADDED_RULE] }, ...options.context },
      workerPreload,
      preloadData,
    });
    giveKeys(inner, projectIds);
    await inner.load(...loaded);
    return new FaultStack(inner, wire, { arming, ledger, written, messageGroups });
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#wire.close();
  }

  /** A subject that no run has had. */
  nextSubject(): string {
    return String(this.#next++);
  }

  /** Restarts functions: their memory, such as a secret, is gone. */
  async restart(functions: readonly string[]): Promise<void> {
    for (const name of functions) await this.stack.functions.get(name).kill("all");
    // The pool hears of a worker's end a moment after it.
    await sleep(20);
  }

  /** Puts a message into the webhook queue. */
  async enqueue(message: string): Promise<void> {
    const { webhook } = this.stack.endpoints.queues;
    await this.sqs.send(new SendMessageCommand({ QueueUrl: webhook, MessageBody: message }));
  }

  /** Number of messages of a queue, waiting or in flight. */
  async waiting(queue: keyof TestStack["stack"]["endpoints"]["queues"]): Promise<number> {
    const { Attributes = {} } = await this.sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: this.stack.endpoints.queues[queue],
        AttributeNames: ["All"],
      }),
    );
    return Object.entries(Attributes)
      .filter(([name]) => name.startsWith("ApproximateNumberOfMessages"))
      .reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

/** The secret of API keys, with those of further projects. */
function giveKeys({ stack: { endpoints, secrets } }: TestStack, projectIds: readonly number[]): void {
  const projects = projectIds.map((id) => ({ ...localProject(id), mexico: false }));
  const { outboundDocument } = secretDocuments([...endpoints.projects, ...projects]);
  secrets.create(endpoints.secrets.outbound, JSON.stringify(outboundDocument));
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
