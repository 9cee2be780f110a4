import type { LocalEvents } from "../events.ts";
import type { FunctionPool } from "../lambda/function-pool.ts";
import { Judge } from "../permissions/judge.ts";
import type { Resources } from "../template/resources.ts";
import { AwsEndpoint } from "./aws-endpoint.ts";
import { DynamoDb } from "./dynamodb.ts";
import { Messaging } from "./messaging.ts";
import { Outage } from "./outage.ts";
import { SecretsManager } from "./secrets-manager.ts";
import type { PublishedMessage } from "./sns-rules.ts";

/** Values that are known only when the emulators listen already. */
interface Hooks {
  publish(publication: PublishedMessage): void;
  find(id: string): FunctionPool | undefined;
}

/** Everything that emulates AWS around the functions, listening on free ports. */
export class Emulators {
  readonly messaging: Messaging;
  readonly secrets: SecretsManager;
  readonly outage: Outage;
  /** Judges every call, once the template is known. */
  readonly judge: Judge;
  /** Address of each service. */
  readonly urls: { dynamodb: string; sqs: string; sns: string; secretsmanager: string; lambda: string };
  readonly #dynamoDb: DynamoDb;
  readonly #awsEndpoint: AwsEndpoint;
  readonly #hooks: Hooks;

  private constructor(parts: {
    messaging: Messaging;
    messagingUrl: string;
    secrets: SecretsManager;
    outage: Outage;
    judge: Judge;
    dynamoDb: DynamoDb;
    awsEndpoint: AwsEndpoint;
    hooks: Hooks;
  }) {
    this.messaging = parts.messaging;
    this.secrets = parts.secrets;
    this.outage = parts.outage;
    this.judge = parts.judge;
    this.#dynamoDb = parts.dynamoDb;
    this.#awsEndpoint = parts.awsEndpoint;
    this.#hooks = parts.hooks;
    this.urls = {
      dynamodb: parts.dynamoDb.url,
      sqs: parts.messagingUrl,
      sns: parts.messagingUrl,
      secretsmanager: parts.awsEndpoint.url,
      lambda: parts.awsEndpoint.url,
    };
  }

  /** Starts them; there is nothing in them yet. */
  static async start(timeScale: number, events: LocalEvents): Promise<Emulators> {
    const hooks: Hooks = { publish: () => {}, find: () => undefined };
    const outage = new Outage();
    const judge = new Judge(({ message }) => events.emit({ type: "refusal", message }));
    const secrets = new SecretsManager();
    const [{ messaging, url: messagingUrl }, dynamoDb, awsEndpoint] = await Promise.all([
      Messaging.start({ timeScale, outage, judge, onPublish: (publication) => hooks.publish(publication) }),
      DynamoDb.start(outage, events),
      AwsEndpoint.start({ secrets, outage, judge, findFunction: (id) => hooks.find(id) }),
    ]);
    return new Emulators({ messaging, messagingUrl, secrets, outage, judge, dynamoDb, awsEndpoint, hooks });
  }

  /** Calls `publish` for each message that a topic accepts, before its publisher hears of it. */
  onPublish(publish: Hooks["publish"]): void {
    this.#hooks.publish = publish;
  }

  /** Calls of Lambda's Invoke go to the function that `find` finds by its name or ARN. */
  onInvoke(find: Hooks["find"]): void {
    this.#hooks.find = find;
  }

  /** Makes the template's resources, and refuses every caller but the administrator what its policies do not allow. */
  async create({ tables, queues, topics, secrets, permissions }: Resources): Promise<void> {
    this.judge.enforce(permissions);
    this.#dynamoDb.enforce(permissions);
    for (const { arn, properties } of secrets) this.secrets.create(arn, properties.SecretString);
    await Promise.all([this.#dynamoDb.create(tables), this.messaging.create(queues, topics)]);
  }

  /** Stops them; what they held is gone. */
  async close(): Promise<void> {
    await Promise.all([this.messaging.close(), this.#dynamoDb.close(), this.#awsEndpoint.close()]);
  }
}
