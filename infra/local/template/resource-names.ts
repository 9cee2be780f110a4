/** Name of each resource on this machine: the value of its references in the template. */

import { LOCAL_ACCOUNT, LOCAL_REGION, type References } from "./intrinsics.ts";
import type { Resource, Template } from "./template.ts";

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

/** Values of references to the resources of `template`. */
export function references(template: Template, addresses: Addresses): References {
  const find = (logicalId: string): Resource | undefined => template.Resources[logicalId];
  return {
    ref(logicalId) {
      const resource = find(logicalId);
      if (resource === undefined) return template.Parameters[logicalId]?.Default;
      return refOf(resource.Type, physicalName(logicalId), addresses);
    },
    attribute(logicalId, name) {
      const resource = find(logicalId);
      return resource === undefined ? undefined : attributesOf(resource.Type, logicalId, addresses)[name];
    },
  };
}

function refOf(type: string, name: string, addresses: Addresses): string {
  switch (type) {
    case "AWS::SQS::Queue":
      return queueUrl(name, addresses);
    case "AWS::SNS::Topic":
      return arn("sns", name);
    case "AWS::SecretsManager::Secret":
      return arn("secretsmanager", `secret:${name}`);
    case "AWS::IAM::ManagedPolicy":
      return `arn:aws:iam::${LOCAL_ACCOUNT}:policy/${name}`;
    default:
      return name;
  }
}

function attributesOf(type: string, logicalId: string, addresses: Addresses): Record<string, string> {
  const name = physicalName(logicalId);
  switch (type) {
    case "AWS::ApiGatewayV2::Api":
      return {
        ApiEndpoint: (shortName(logicalId) === DESK_API ? addresses.desk : addresses.adapter) ?? "",
        ApiId: name,
      };
    case "AWS::Cognito::UserPool":
      return { Arn: arn("cognito-idp", `userpool/${name}`) };
    case "AWS::DynamoDB::Table":
      return { Arn: arn("dynamodb", `table/${name}`) };
    case "AWS::IAM::Role":
      return { Arn: `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`, RoleId: name };
    case "AWS::KMS::Key":
      return { Arn: arn("kms", `key/${name}`), KeyId: name };
    case "AWS::Lambda::Function":
      return { Arn: arn("lambda", `function:${name}`) };
    case "AWS::Logs::LogGroup":
      return { Arn: `${arn("logs", `log-group:${name}`)}:*` };
    case "AWS::Scheduler::Schedule":
      return { Arn: arn("scheduler", `schedule/default/${name}`) };
    case "AWS::SNS::Topic":
      return { TopicArn: arn("sns", name), TopicName: name };
    case "AWS::SQS::Queue":
      return { Arn: arn("sqs", name), QueueName: name, QueueUrl: queueUrl(name, addresses) };
    case "AWS::SecretsManager::Secret":
      return { Id: arn("secretsmanager", `secret:${name}`) };
    default:
      return {};
  }
}

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;
}

/** The SDK sends to the host of a queue's URL, in spite of a configured endpoint. */
function queueUrl(name: string, { sqs }: Addresses): string {
  return `${sqs}/${LOCAL_ACCOUNT}/${name}`;
}
