/** Removes a stage with all that it would leave behind: what is kept in earnest is only a cost here. */

import { appendFileSync } from "node:fs";
import { CloudWatchLogsClient, DeleteLogGroupCommand } from "@aws-sdk/client-cloudwatch-logs";
import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  UpdateUserPoolCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { DeleteSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DeleteQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { say } from "./expect.ts";
import { deleteStack, type Resource, resourcesOf } from "./stack.ts";

const KINDS: Record<string, (name: string) => Promise<unknown>> = {
  "AWS::Cognito::UserPool": deleteUserPool,
  "AWS::DynamoDB::Table": deleteTable,
  "AWS::Logs::LogGroup": (logGroupName) =>
    new CloudWatchLogsClient({}).send(new DeleteLogGroupCommand({ logGroupName })),
  "AWS::SecretsManager::Secret": (SecretId) =>
    new SecretsManagerClient({}).send(
      new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }),
    ),
  "AWS::SQS::Queue": (QueueUrl) => new SQSClient({}).send(new DeleteQueueCommand({ QueueUrl })),
};

async function deleteUserPool(UserPoolId: string): Promise<void> {
  const cognito = new CognitoIdentityProviderClient({});
  await cognito.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: "INACTIVE" }));
  await cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
}

async function deleteTable(TableName: string): Promise<void> {
  const database = new DynamoDBClient({});
  await database.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await database.send(new DeleteTableCommand({ TableName }));
}

/** In the project's folder. */
const KEYS_FILE = "conformance-keys.txt";

/** AWS's errors for a resource that is already gone. */
const GONE = new Set([
  "ResourceNotFoundException",
  "QueueDoesNotExist",
  "AWS.SimpleQueueService.NonExistentQueue",
]);

/** Something of this run is still there. */
class NotRemovedError extends Error {
  override name = "NotRemovedError";
}

/**
 * Deletes the stack, then what it retains, as far as it gets. Keys are named alone: they are deleted after a week at
 * the earliest.
 * @param ownResources resources that this run has made, also those that an update has taken out of the stack
 * @throws {NotRemovedError} that names what is left
 */
export async function removeStage(stackName: string, ownResources: readonly Resource[]): Promise<void> {
  if (ownResources.length === 0) return;
  const resources = [...ownResources, ...(await resourcesOf(stackName))];
  const keys = new Set(resources.filter(({ type }) => type === "AWS::KMS::Key").map(({ name }) => name));
  appendFileSync(KEYS_FILE, [...keys].map((key) => `${key}\n`).join(""));
  await deleteStack(stackName);
  const remaining: string[] = [];
  for (const { type, name } of new Map(resources.map((resource) => [resource.name, resource])).values()) {
    await KINDS[type]?.(name).catch((error: unknown) => {
      if (error instanceof Error && GONE.has(error.name)) return;
      remaining.push(`${type} ${name} (${error instanceof Error ? error.message : String(error)})`);
    });
  }
  say(`  left: ${keys.size} keys, named in ${KEYS_FILE}; "aws kms schedule-key-deletion" deletes them`);
  if (remaining.length > 0) throw new NotRemovedError(`These could not be deleted: ${remaining.join("; ")}`);
}
