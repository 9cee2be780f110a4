/** Name of each resource on this machine: the value of its references in the template. */

import { LOCAL_ACCOUNT, LOCAL_REGION, type References } from "./intrinsics.ts";
import type { Template } from "./template.ts";

/** Addresses that are known only once something listens. */
interface Addresses {
  /** URL of SQS, without a slash at the end. */
  sqs: string;
  /** URL of the adapter. */
  adapter: string;
  /** URL of the desk; without a desk, its API has no address. */
  desk?: string;
}

/** The HTTP API of the desk, by its short name; the other one is the adapter's. */
export const DESK_API = "DeskApi";

/** The name of a resource: `Vigia-local-` and its logical id without CDK's hash. */
export function physicalName(logicalId: string): string {
  return `Vigia-local-${shortName(logicalId)}`;
}

/** A logical id without the hash that CDK puts behind it: `GetUser`. */
export function shortName(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, "");
}

const regional = (service: string, prefix: string) => (name: string) =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${prefix}${name}`;
const iam = (prefix: string) => (name: string) => `arn:aws:iam::${LOCAL_ACCOUNT}:${prefix}${name}`;

/** The ARN of a resource by its type. */
const ARNS: Readonly<Record<string, (name: string) => string>> = {
  "AWS::Backup::BackupVault": regional("backup", "backup-vault:"),
  "AWS::Cognito::UserPool": regional("cognito-idp", "userpool/"),
  "AWS::DynamoDB::Table": regional("dynamodb", "table/"),
  "AWS::IAM::ManagedPolicy": iam("policy/"),
  "AWS::IAM::Role": iam("role/"),
  "AWS::KMS::Key": regional("kms", "key/"),
  "AWS::Lambda::Function": regional("lambda", "function:"),
  "AWS::Logs::LogGroup": (name) => `${regional("logs", "log-group:")(name)}:*`,
  "AWS::SNS::Topic": regional("sns", ""),
  "AWS::SQS::Queue": regional("sqs", ""),
  "AWS::Scheduler::Schedule": regional("scheduler", "schedule/default/"),
  "AWS::SecretsManager::Secret": regional("secretsmanager", "secret:"),
};

/** Types whose references are their ARNs; those of others are their names. */
const REFERRED_BY_ARN = new Set([
  "AWS::IAM::ManagedPolicy",
  "AWS::SNS::Topic",
  "AWS::SecretsManager::Secret",
]);

/** Values of references to the resources of `template`. */
export function references({ Resources, Parameters }: Template, addresses: Addresses): References {
  return {
    ref(logicalId) {
      const type = Resources[logicalId]?.Type;
      if (type === undefined) return Parameters[logicalId]?.Default;
      const name = physicalName(logicalId);
      // The SDK sends to the host of a queue's URL, in spite of a configured endpoint.
      if (type === "AWS::SQS::Queue") return `${addresses.sqs}/${LOCAL_ACCOUNT}/${name}`;
      return REFERRED_BY_ARN.has(type) ? ARNS[type]?.(name) : name;
    },
    attribute(logicalId, attribute) {
      const type = Resources[logicalId]?.Type;
      if (type === undefined) return undefined;
      const name = physicalName(logicalId);
      switch (attribute) {
        case "Arn":
        case "BackupVaultArn":
          return ARNS[type]?.(name);
        case "BackupVaultName":
        case "QueueName":
        case "TopicName":
          return name;
        case "ApiEndpoint":
          return (shortName(logicalId) === DESK_API ? addresses.desk : addresses.adapter) ?? "";
        default:
          return undefined;
      }
    },
  };
}
