/** The AWS clients of a stack: the emulators of the local one, or those that the environment configures. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { clientConfig, FROM_COMMAND, INVOKING } from "../../aws/clients.ts";
import type { LocalEndpoints } from "../../settings/local-endpoints.ts";
import type { Target } from "./target.ts";

/** The emulators accept any region and any key; these are what the local stack itself uses. */
const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

function configFor({ local }: Target, service: keyof LocalEndpoints["aws"], limits = FROM_COMMAND) {
  const bounded = clientConfig(limits);
  return local === undefined ? bounded : { ...bounded, ...LOCAL, endpoint: local.aws[service] };
}

/** DynamoDB with plain JavaScript values. */
export function documents(target: Target): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient(configFor(target, "dynamodb")), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

export function queues(target: Target): SQSClient {
  return new SQSClient(configFor(target, "sqs"));
}

export function topics(target: Target): SNSClient {
  return new SNSClient(configFor(target, "sns"));
}

export function secretsManager(target: Target): SecretsManagerClient {
  return new SecretsManagerClient(configFor(target, "secretsmanager"));
}

export function lambda(target: Target): LambdaClient {
  return new LambdaClient(configFor(target, "lambda", INVOKING));
}
