/** A stack of a story, deployed onto the endpoint: made by the properties of its file of tests, and removed with all that it keeps. */

import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import pMap from "p-map";
import type { Page } from "playwright-core";
import { setSecrets } from "../../../../infra/local/local-stack.ts";
import { localProject } from "../../../../infra/local/sandbox/local-projects.ts";
import { type Sandbox, startSandbox } from "../../../../infra/local/sandbox/server.ts";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import type { Target } from "../../../../lib/cli/core/target.ts";
import type { LocalAlert } from "../../../../lib/settings/local-endpoints.ts";
import { TestStack, type TestStackOptions, USUAL_PROJECTS } from "../../../support/test-stack.ts";
import { AlertQueue } from "../alert-queue.ts";
import { Commands } from "../commands.ts";
import { invite, signInFirst } from "../desk/cognito.ts";
import { LEFT_OUT_OF_MINISTACK } from "../left-out.ts";
import { removeStage } from "../removal.ts";
import { type Resource, resourcesOf } from "../stack.ts";

interface StoryParts {
  commands: Commands;
  target: Target;
  folder: string;
  sandbox: Sandbox;
  resources: readonly Resource[];
  queues: ReadonlyMap<LocalAlert["topic"], AlertQueue>;
}

/** Between two looks at a queue that is being emptied. */
const LOOK_MS = 500;

export class StoryStack extends TestStack {
  readonly #parts: StoryParts;
  readonly #alerts: AlertStore;

  private constructor(parts: StoryParts) {
    const { target, folder, commands } = parts;
    super({ stage: commands.stage, endpoints: target, folder });
    this.#parts = parts;
    this.#alerts = new AlertStore(this.database, target.tables.alerts);
  }

  /** The clock of an endpoint is the world's, and its schedules have a day of their own: no other option counts. */
  static async deploy({ props }: TestStackOptions): Promise<StoryStack> {
    const stage = `story-${randomBytes(4).toString("hex")}`;
    const folder = join(mkdtempSync(join(tmpdir(), "vigia-story-")), ".local");
    mkdirSync(folder);
    writeFileSync(join(folder, "alerts.jsonl"), "");
    const projects = props?.projects ?? USUAL_PROJECTS;
    const served = projects.map(({ mexico = false, ...project }) => ({
      ...localProject(project.id),
      ...project,
      mexico,
    }));
    const sandbox = await startSandbox({ port: 0, projects: served });
    const commands = new Commands({ stage, folder, without: LEFT_OUT_OF_MINISTACK });
    const service = { baseUrl: sandbox.url };
    await commands.cdk({ ...props, projects, service }, "deploy", "--require-approval", "never");
    const target = await commands.target();
    await storeSecrets(target, served);
    const queues = await subscribe(stage, target);
    const resources = await resourcesOf(`Vigia-${stage}`);
    return new StoryStack({ commands, target, folder, sandbox, resources, queues });
  }

  /** Waits until the webhook queue is empty, and takes what came of it to the topics. */
  override async settled(): Promise<void> {
    await super.settled();
    await this.#takeAlerts();
  }

  override nextDelivery(ms = LOOK_MS): Promise<void> {
    return sleep(ms);
  }

  override async invoke(shortName: string, input: object): Promise<unknown> {
    const own = this.#parts.resources.find(
      ({ type, id = "" }) => type === "AWS::Lambda::Function" && id.replace(/[0-9A-F]{8}$/, "") === shortName,
    );
    const client = new LambdaClient({});
    const command = new InvokeCommand({ FunctionName: own?.name, Payload: JSON.stringify(input) });
    const { Payload, FunctionError } = await client.send(command).finally(() => client.destroy());
    const answer = new TextDecoder().decode(Payload);
    if (FunctionError !== undefined) throw new Error(`${shortName}: ${answer}`);
    await this.#takeAlerts();
    return JSON.parse(answer);
  }

  override async signIn(page: Page, person: string): Promise<void> {
    const { commands, target } = this.#parts;
    const officer = `${person}@company.example`;
    await invite(commands, target, officer);
    await signInFirst(page, target, officer);
  }

  override async close(): Promise<void> {
    const { sandbox, queues, resources } = this.#parts;
    for (const queue of queues.values()) await queue.remove();
    await removeStage(`Vigia-${this.stage}`, resources);
    await sandbox.close();
    await super.close();
  }

  /** Puts what came to the topics into the file of alerts. */
  async #takeAlerts(): Promise<void> {
    const byTopic = await pMap(this.#parts.queues, async ([topic, queue]) => ({
      topic,
      alerts: await queue.take(),
    }));
    for (const { topic, alerts } of byTopic)
      for (const { subject, event, attributes } of alerts) {
        const text = await this.#textOf(event);
        const alert: LocalAlert = { at: new Date().toISOString(), topic, subject, text, event, attributes };
        appendFileSync(join(this.folder, "alerts.jsonl"), `${JSON.stringify(alert)}\n`);
      }
  }

  /** The mail's text, by the record of the alert: a queue gets the event. What is for operations has no record. */
  async #textOf(event: Record<string, unknown>): Promise<string> {
    const { alertId } = event;
    const record = typeof alertId === "string" ? await this.#alerts.find(alertId) : undefined;
    return record?.message["email"] ?? JSON.stringify(event);
  }
}

/** Those that the signed calls of a test are signed with. */
async function storeSecrets({ secrets }: Target, projects: Parameters<typeof setSecrets>[2]): Promise<void> {
  const documents = new Map<string, string>();
  setSecrets(documents, { InboundSecretArn: secrets.inbound, OutboundSecretArn: secrets.outbound }, projects);
  const client = new SecretsManagerClient({});
  for (const [SecretId, SecretString] of documents)
    await client.send(new PutSecretValueCommand({ SecretId, SecretString }));
  client.destroy();
}

async function subscribe(stage: string, { topics }: Target): Promise<Map<LocalAlert["topic"], AlertQueue>> {
  const queues = new Map<LocalAlert["topic"], AlertQueue>();
  for (const topic of ["alerts", "operations", "escalation"] as const) {
    const arn = topics[topic];
    if (arn === undefined) continue;
    const queue = new AlertQueue();
    await queue.subscribe(`vigia-${stage}-${topic}`, arn);
    queues.set(topic, queue);
  }
  return queues;
}
