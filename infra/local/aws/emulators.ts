import type { FunctionPool } from "../lambda/function-pool.ts";
import type { Resources } from "../template/resources.ts";
import { startAwsEndpoint } from "./aws-endpoint.ts";
import { DynamoDb } from "./dynamodb.ts";
import type { Gate } from "./gate.ts";
import { Messaging } from "./messaging.ts";
import type { PublishedMessage } from "./publication.ts";

/** Facts that are known once the template is: a call of an emulator asks for them. */
interface Surroundings {
  /** Hears of each message that a topic accepts, before its publisher does. */
  onPublish(publication: PublishedMessage): void;
  /** Finds a function by its name or ARN, for Lambda's Invoke. */
  findFunction(id: string): FunctionPool | undefined;
  /** Stands before every service. */
  gate: Gate;
}

/** Everything that emulates AWS around the functions. */
export interface Emulators {
  messaging: Messaging;
  /** The text of each secret, by its ARN. */
  secrets: Map<string, string>;
  /** Address of each service. */
  urls: { dynamodb: string; sqs: string; sns: string; secretsmanager: string; lambda: string };
  /** Nothing is heard, found or refused until it is set. */
  surroundings: Surroundings;
  /** Makes the template's resources. */
  create(resources: Resources): Promise<void>;
  /** Stops them; what they held is gone. */
  close(): Promise<void>;
}

/** Starts them on free ports; there is nothing in them yet. */
export async function startEmulators(timeScale: number): Promise<Emulators> {
  const surroundings: Surroundings = {
    onPublish: () => {},
    findFunction: () => undefined,
    gate: () => undefined,
  };
  const gate: Gate = (request) => surroundings.gate(request);
  const secrets = new Map<string, string>();
  const [{ messaging, url }, dynamoDb, awsEndpoint] = await Promise.all([
    Messaging.start({ timeScale, gate, onPublish: (publication) => surroundings.onPublish(publication) }),
    DynamoDb.start(gate),
    startAwsEndpoint({ secrets, gate, findFunction: (id) => surroundings.findFunction(id) }),
  ]);
  return {
    messaging,
    secrets,
    surroundings,
    urls: {
      dynamodb: dynamoDb.url,
      sqs: url,
      sns: url,
      secretsmanager: awsEndpoint.url,
      lambda: awsEndpoint.url,
    },
    async create({ tables, queues, topics, secrets: storedSecrets }) {
      for (const { arn, properties } of storedSecrets) secrets.set(arn, properties.SecretString);
      await Promise.all([dynamoDb.create(tables), messaging.create(queues, topics)]);
    },
    async close() {
      await Promise.all([messaging.close(), dynamoDb.close(), awsEndpoint.close()]);
    },
  };
}
