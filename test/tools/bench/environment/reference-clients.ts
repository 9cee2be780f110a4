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
    documents: ["GetCommand", "PutCommand", "UpdateCommand"],
    others: { [SNS]: ["SNSClient", "PublishCommand"] },
  },
  GetUser: {
    documents: ["GetCommand"],
    others: { [SECRETS]: ["SecretsManagerClient", "GetSecretValueCommand"] },
  },
  StartScan: {
    documents: ["BatchWriteCommand", "GetCommand", "PutCommand", "UpdateCommand"],
    others: {
      [SQS]: ["SQSClient", "SendMessageBatchCommand"],
      [SNS]: ["SNSClient", "PublishCommand"],
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

/** The reference bundle of a function: it makes each client, and does nothing else. */
export function referenceBundle(name: FunctionName): Uint8Array {
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    stdin: { contents: sourceOf(CLIENTS[name]), resolveDir: join(import.meta.dirname, "../../../..") },
    outdir: "bundle",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`The reference bundle of ${name} is empty.`);
  return file.contents;
}

function sourceOf({ documents = [], others }: Clients): string {
  const lines = Object.entries(others).map(([from, [client, ...commands]]) =>
    exported(from, `new ${client}({})`, [String(client), ...commands], commands),
  );
  if (documents.length > 0) {
    lines.push('import { DynamoDBClient } from "@aws-sdk/client-dynamodb";');
    const made = "DynamoDBDocumentClient.from(new DynamoDBClient({}))";
    lines.push(exported("@aws-sdk/lib-dynamodb", made, ["DynamoDBDocumentClient", ...documents], documents));
  }
  return lines.join("\n");
}

function exported(
  from: string,
  made: string,
  imported: readonly string[],
  commands: readonly string[],
): string {
  const name = from.replace(/\W/g, "_");
  return `import { ${imported.join(", ")} } from "${from}"; export const ${name} = [${made}, ${commands.join(", ")}];`;
}
