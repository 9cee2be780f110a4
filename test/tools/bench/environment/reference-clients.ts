/** What a function cannot do without: its AWS clients with the commands that it sends, bundled as it is bundled. */

import { join } from "node:path";
import { buildSync } from "esbuild";
import { BUNDLE_OPTIONS, type FunctionName } from "../../../../infra/bundles.ts";

const SQS = "@aws-sdk/client-sqs";
const SNS = "@aws-sdk/client-sns";
const SECRETS = "@aws-sdk/client-secrets-manager";

interface Clients {
  /** Commands of the DynamoDB document client. */
  documents?: string[];
  /** Clients with their commands, by package. */
  others: Record<string, string[]>;
}

const CLIENTS: Record<FunctionName, Clients> = {
  ReceiveWebhook: {
    others: {
      [SQS]: ["SQSClient", "SendMessageCommand"],
      [SECRETS]: ["SecretsManagerClient", "GetSecretValueCommand"],
    },
  },
  StoreNotifications: {
    documents: ["GetCommand", "PutCommand", "QueryCommand", "UpdateCommand"],
    others: {
      [SNS]: ["SNSClient", "PublishCommand"],
      // It leaves messages of a later version in their queue.
      [SQS]: ["SQSClient", "ChangeMessageVisibilityBatchCommand"],
    },
  },
  GetUser: {
    documents: ["GetCommand"],
    others: { [SECRETS]: ["SecretsManagerClient", "GetSecretValueCommand"] },
  },
  ApplyHolds: { documents: ["GetCommand", "QueryCommand", "ScanCommand", "UpdateCommand"], others: {} },
  SendBrief: {
    documents: ["GetCommand", "PutCommand", "QueryCommand", "UpdateCommand"],
    others: {
      [SNS]: ["SNSClient", "PublishCommand"],
      [SQS]: ["SQSClient", "GetQueueAttributesCommand"],
    },
  },
  ServeDesk: {
    documents: [
      "BatchGetCommand",
      "DeleteCommand",
      "GetCommand",
      "PutCommand",
      "QueryCommand",
      "UpdateCommand",
    ],
    // Those that it calls by requests of its own are what these take the place of.
    others: {
      "@aws-sdk/client-cloudwatch": ["CloudWatchClient", "DescribeAlarmsCommand"],
      "@aws-sdk/client-lambda": ["LambdaClient", "InvokeCommand"],
      [SNS]: ["SNSClient", "ListSubscriptionsByTopicCommand"],
      [SQS]: ["SQSClient", "GetQueueAttributesCommand"],
    },
  },
  CountDays: {
    documents: ["PutCommand", "QueryCommand"],
    others: { "@aws-sdk/client-lambda": ["LambdaClient", "InvokeCommand"] },
  },
  SendReminders: {
    documents: ["GetCommand", "PutCommand", "QueryCommand", "UpdateCommand"],
    others: { [SNS]: ["SNSClient", "PublishCommand"] },
  },
  StartScan: {
    documents: ["BatchWriteCommand", "GetCommand", "PutCommand", "UpdateCommand"],
    others: {
      [SQS]: ["SQSClient", "SendMessageBatchCommand"],
      [SNS]: ["SNSClient", "ListSubscriptionsByTopicCommand", "PublishCommand"],
      [SECRETS]: ["SecretsManagerClient", "GetSecretValueCommand"],
    },
  },
  ScanWallets: {
    documents: ["BatchWriteCommand", "GetCommand", "QueryCommand", "UpdateCommand"],
    others: {
      [SQS]: ["SQSClient", "ChangeMessageVisibilityCommand", "SendMessageBatchCommand"],
      [SNS]: ["SNSClient", "PublishCommand"],
      [SECRETS]: ["SecretsManagerClient", "GetSecretValueCommand"],
    },
  },
};

/** The calls of the two that answer, in the order in which they make them. */
const SECRET =
  "await clients._aws_sdk_client_secrets_manager[0].send(new GetSecretValueCommand({ SecretId: process.env.INBOUND_SECRET_ARN }));";
const CALLS: Partial<Record<FunctionName, readonly string[]>> = {
  ReceiveWebhook: [
    SECRET,
    'await clients._aws_sdk_client_sqs[0].send(new SendMessageCommand({ QueueUrl: process.env.WEBHOOK_QUEUE_URL, MessageBody: "x".repeat(2_000) }));',
  ],
  GetUser: [
    SECRET,
    'await clients._aws_sdk_lib_dynamodb[0].send(new GetCommand({ TableName: process.env.USERS_TABLE, Key: { userId: "u-1" }, ConsistentRead: true }));',
  ],
};

/** The reference bundle of a function: it makes each client, and its handler makes the function's calls; nothing else. */
export function referenceBundle(name: FunctionName): Uint8Array {
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: sourceOf(name), resolveDir: join(import.meta.dirname, "../../../..") },
    outdir: "bundle",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`The reference bundle of ${name} is empty.`);
  return file.contents;
}

function sourceOf(name: FunctionName): string {
  const { documents = [], others } = CLIENTS[name];
  const lines = Object.entries(others).map(([from, [client, ...commands]]) =>
    exported(from, `new ${client}({})`, [String(client), ...commands], commands),
  );
  if (documents.length > 0) {
    lines.push('import { DynamoDBClient } from "@aws-sdk/client-dynamodb";');
    const made = "DynamoDBDocumentClient.from(new DynamoDBClient({}))";
    lines.push(exported("@aws-sdk/lib-dynamodb", made, ["DynamoDBDocumentClient", ...documents], documents));
  }
  const clients = [...Object.keys(others), ...(documents.length > 0 ? ["@aws-sdk/lib-dynamodb"] : [])];
  const calls = (CALLS[name] ?? []).join("\n");
  lines.push(`const clients = { ${clients.map(identifierOf).join(", ")} };`);
  lines.push(`export const handler = async () => {\n${calls}\n};`);
  return lines.join("\n");
}

function exported(
  from: string,
  made: string,
  imported: readonly string[],
  commands: readonly string[],
): string {
  const name = identifierOf(from);
  return `import { ${imported.join(", ")} } from "${from}"; export const ${name} = [${made}, ${commands.join(", ")}];`;
}

function identifierOf(from: string): string {
  return from.replace(/\W/g, "_");
}
