/** Removes a stage with all that it would leave behind: what is kept in earnest is only a cost here. */

import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchLogsClient, DeleteLogGroupCommand } from "@aws-sdk/client-cloudwatch-logs";
import { DeleteTableCommand, DynamoDBClient, UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { DeleteSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DeleteQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { say } from "./expect.ts";

/** A resource by its CloudFormation type and its physical name. */
export interface Resource {
  type: string;
  name: string;
  /** Its name in the template. */
  id?: string;
}

/** What a stack consists of, also after its deployment has failed. */
export async function resourcesOf(stackName: string): Promise<Resource[]> {
  const found: Resource[] = [];
  const pages = paginateListStackResources(
    { client: new CloudFormationClient({}) },
    { StackName: stackName },
  );
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const {
      ResourceType = "",
      PhysicalResourceId = "",
      LogicalResourceId = "",
    } of StackResourceSummaries) {
      if (PhysicalResourceId !== "")
        found.push({ type: ResourceType, name: PhysicalResourceId, id: LogicalResourceId });
    }
  }
  return found;
}

const KINDS: Record<string, (name: string) => Promise<unknown>> = {
  "AWS::DynamoDB::Table": deleteTable,
  "AWS::Logs::LogGroup": (logGroupName) =>
    new CloudWatchLogsClient({}).send(new DeleteLogGroupCommand({ logGroupName })),
  "AWS::SecretsManager::Secret": (SecretId) =>
    new SecretsManagerClient({}).send(
      new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }),
    ),
  "AWS::SQS::Queue": (QueueUrl) => new SQSClient({}).send(new DeleteQueueCommand({ QueueUrl })),
};

async function deleteTable(TableName: string): Promise<void> {
  const database = new DynamoDBClient({});
  await database.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  await database.send(new DeleteTableCommand({ TableName }));
}

const POLL_MS = 2_000;
const MAX_POLLS = 600;

/** By itself: `cdk destroy` takes it for failed where an endpoint goes on for a moment to show the status from before. */
async function deleteStack(StackName: string): Promise<void> {
  const cloudFormation = new CloudFormationClient({});
  await cloudFormation.send(new DeleteStackCommand({ StackName }));
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const found = await cloudFormation
      .send(new DescribeStacksCommand({ StackName }))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === "ValidationError") return undefined;
        throw error;
      });
    const status = found?.Stacks?.[0]?.StackStatus;
    if (status === undefined || status === "DELETE_COMPLETE") return;
    if (status === "DELETE_FAILED") break;
    await sleep(POLL_MS);
  }
  throw new Error(`The stack ${StackName} could not be deleted: see its events in CloudFormation.`);
}

/** In the project's folder. */
const KEYS_FILE = "conformance-keys.txt";

/** What AWS calls the absence of what is already gone. */
const GONE = new Set([
  "ResourceNotFoundException",
  "QueueDoesNotExist",
  "AWS.SimpleQueueService.NonExistentQueue",
]);

/**
 * Destroys the stack, then what it retains. Keys are named alone: they are deleted after a week at the earliest.
 * @param made resources that this run has seen, also those that an update has taken out of the stack
 */
export async function removeStage(stage: string, made: Resource[]): Promise<void> {
  if (made.length === 0) return;
  const resources = [...made, ...(await resourcesOf(`Vigia-${stage}`))];
  await deleteStack(`Vigia-${stage}`);
  for (const { type, name } of new Map(resources.map((one) => [one.name, one])).values()) {
    await KINDS[type]?.(name).catch((error: unknown) => {
      if (!(error instanceof Error) || !GONE.has(error.name)) throw error;
    });
  }
  const keys = new Set(resources.filter(({ type }) => type === "AWS::KMS::Key").map(({ name }) => name));
  writeFileSync(KEYS_FILE, [...keys].map((key) => `${key}\n`).join(""));
  say(`  left: ${keys.size} keys, named in ${KEYS_FILE}; "aws kms schedule-key-deletion" deletes them`);
}
