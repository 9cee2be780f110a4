import type { FunctionPool } from "../lambda/function-pool.ts";
import type { LocalEvents } from "../lambda/run-events.ts";
import type { Resources } from "../template/resources.ts";
import { startAwsEndpoint } from "./aws-endpoint.ts";
import { DynamoDb } from "./dynamodb.ts";
import type { Gate } from "./gate.ts";
import { Messaging } from "./messaging.ts";
import type { PublishedMessage } from "./publication.ts";
import { SecretsManager } from "./secrets-manager.ts";

/** Everything that emulates AWS around the functions. */
export interface Emulators {
  messaging: Messaging;
  secrets: SecretsManager;
  /** Address of each service. */
  urls: { dynamodb: string; sqs: string; sns: string; secretsmanager: string; lambda: string };
  /** Calls `publish` for each message that a topic accepts, before its publisher hears of it. */
  onPublish(publish: (publication: PublishedMessage) => void): void;
  /** Calls of Lambda's Invoke go to the function that `find` finds by its name or ARN. */
  onInvoke(find: (id: string) => FunctionPool | undefined): void;
  /** From now on calls go through the gate. */
  onCall(gate: Gate): void;
  /** Makes the template's resources. */
  create(resources: Resources): Promise<void>;
  /** Stops them; what they held is gone. */
  close(): Promise<void>;
}

/** Starts them on free ports; there is nothing in them yet. */
export async function startEmulators(timeScale: number, events: LocalEvents): Promise<Emulators> {
  let onPublish: (publication: PublishedMessage) => void = () => {};
  let findFunction: (id: string) => FunctionPool | undefined = () => undefined;
  let gate: Gate = () => undefined;
  const throughGate: Gate = (request) => gate(request);
  const secrets = new SecretsManager();
  const [{ messaging, url }, dynamoDb, awsEndpoint] = await Promise.all([
    Messaging.start({ timeScale, gate: throughGate, onPublish: (publication) => onPublish(publication) }),
    DynamoDb.start(events),
    startAwsEndpoint({ secrets, gate: throughGate, findFunction: (id) => findFunction(id) }),
  ]);
  return {
    messaging,
    secrets,
    urls: {
      dynamodb: dynamoDb.url,
      sqs: url,
      sns: url,
      secretsmanager: awsEndpoint.url,
      lambda: awsEndpoint.url,
    },
    onPublish(publish) {
      onPublish = publish;
    },
    onInvoke(find) {
      findFunction = find;
    },
    onCall(made) {
      gate = made;
      dynamoDb.onCall(made);
    },
    async create({ tables, queues, topics, secrets: made }) {
      for (const { arn, properties } of made) secrets.create(arn, properties.SecretString);
      await Promise.all([dynamoDb.create(tables), messaging.create(queues, topics)]);
    },
    async close() {
      await Promise.all([messaging.close(), dynamoDb.close(), awsEndpoint.close()]);
    },
  };
}
