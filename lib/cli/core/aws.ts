/** The AWS clients of a stack: the emulators of the local one, or those that the environment configures. */

import { BackupClient } from "@aws-sdk/client-backup";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { commandConfig, INVOKING } from "../../aws/clients.ts";
import type { LocalEndpoints } from "../../settings/local-endpoints.ts";
import type { Target } from "./target.ts";

/** The emulators accept any region and any key; these are what the local stack itself uses. */
const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

function configFor(target: Target, service: keyof LocalEndpoints["aws"], limits?: typeof INVOKING) {
  const bounded = commandConfig(target.network, limits);
  if (target.kind === "deployed") return bounded;
  return { ...bounded, ...LOCAL, endpoint: target.local.aws[service] };
}

/** One client of a service for each stack: it holds connections. */
function onePerStack<Client>(make: (target: Target) => Client): (target: Target) => Client {
  const clients = new WeakMap<Target, Client>();
  return (target) => {
    const client = clients.get(target) ?? make(target);
    clients.set(target, client);
    return client;
  };
}

/** DynamoDB with plain JavaScript values. */
export const documents = onePerStack((target) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(configFor(target, "dynamodb")), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);

export const queues = onePerStack((target) => new SQSClient(configFor(target, "sqs")));

export const topics = onePerStack((target) => new SNSClient(configFor(target, "sns")));

export const secretsManager = onePerStack(
  (target) => new SecretsManagerClient(configFor(target, "secretsmanager")),
);

/** No local stack has backups. */
export const backups = onePerStack((target) => new BackupClient(commandConfig(target.network)));

export const lambda = onePerStack((target) => new LambdaClient(configFor(target, "lambda", INVOKING)));
