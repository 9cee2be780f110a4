/** The policies of queues, topics, keys and functions, and which resource is encrypted under which key. */

import * as z from "zod/mini";
import type { References } from "../template/intrinsics.ts";
import type { Permissions } from "./permissions.ts";
import { cannotJudge, readPolicy, type Statement } from "./statement.ts";

/** A template's resources of one type, with what their references stand for. */
export type Read = <Schema extends z.ZodMiniType>(
  type: string,
  schema: Schema,
) => { logicalId: string; where: string; properties: z.output<Schema> }[];

const queuePolicy = z.strictObject({ PolicyDocument: z.unknown(), Queues: z.array(z.string()) });
const topicPolicy = z.strictObject({ PolicyDocument: z.unknown(), Topics: z.array(z.string()) });
const key = z.looseObject({ KeyPolicy: z.unknown() });
const functionPermission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceAccount: z.optional(z.string()),
  SourceArn: z.optional(z.string()),
});
const table = z.looseObject({
  SSESpecification: z.optional(z.looseObject({ KMSMasterKeyId: z.optional(z.string()) })),
  // A policy of its own would have to be read here.
  ResourcePolicy: z.optional(z.undefined()),
});
const topic = z.looseObject({ KmsMasterKeyId: z.optional(z.string()) });

/** Under a key of AWS alone: nobody has to be allowed to use it. */
const withoutKey = z.looseObject({
  KmsKeyId: z.optional(z.undefined()),
  KmsMasterKeyId: z.optional(z.undefined()),
});

/**
 * Reads them.
 * @throws {Error} that names what cannot be judged here
 */
export function accessPolicies(read: Read, references: References): Pick<Permissions, "keys" | "resources"> {
  for (const type of ["AWS::SQS::Queue", "AWS::SecretsManager::Secret"]) read(type, withoutKey);
  for (const { where } of read("AWS::SecretsManager::ResourcePolicy", z.unknown()))
    throw cannotJudge(where, "a secret's own policy");
  return { resources: resourcePolicies(read, references), keys: keysOf(read, references) };
}

function resourcePolicies(read: Read, references: References): Record<string, Statement[]> {
  const found: Record<string, Statement[]> = {};
  const add = (arn: string, statements: readonly Statement[]) => {
    found[arn] = [...(found[arn] ?? []), ...statements];
  };
  const queueArns = new Map(
    read("AWS::SQS::Queue", z.unknown()).map(({ logicalId }) => [
      references.ref(logicalId),
      references.attribute(logicalId, "Arn"),
    ]),
  );
  for (const { where, properties } of read("AWS::SQS::QueuePolicy", queuePolicy))
    for (const url of properties.Queues)
      add(queueArns.get(url) ?? url, readPolicy(properties.PolicyDocument, where));
  for (const { where, properties } of read("AWS::SNS::TopicPolicy", topicPolicy))
    for (const arn of properties.Topics) add(arn, readPolicy(properties.PolicyDocument, where));
  for (const { logicalId, where, properties } of read("AWS::KMS::Key", key))
    add(references.attribute(logicalId, "Arn") ?? logicalId, readPolicy(properties.KeyPolicy, where));
  for (const { where, properties } of read("AWS::Lambda::Permission", functionPermission))
    add(properties.FunctionName, readPolicy(asPolicy(properties), where));
  return found;
}

/** A permission as the statement that Lambda makes of it. */
function asPolicy(given: z.output<typeof functionPermission>) {
  const condition = {
    ...(given.SourceArn === undefined ? {} : { ArnLike: { "aws:SourceArn": given.SourceArn } }),
    ...(given.SourceAccount === undefined
      ? {}
      : { StringEquals: { "aws:SourceAccount": given.SourceAccount } }),
  };
  const statement = {
    Effect: "Allow",
    Action: given.Action,
    Resource: given.FunctionName,
    Principal: { Service: given.Principal },
    Condition: condition,
  };
  return { Version: "2012-10-17", Statement: [statement] };
}

function keysOf(read: Read, references: References): Record<string, string> {
  const tables = read("AWS::DynamoDB::Table", table).map(({ logicalId, properties }) => [
    references.attribute(logicalId, "Arn"),
    properties.SSESpecification?.KMSMasterKeyId,
  ]);
  const topics = read("AWS::SNS::Topic", topic).map(({ logicalId, properties }) => [
    references.ref(logicalId),
    properties.KmsMasterKeyId,
  ]);
  return Object.fromEntries(
    [...tables, ...topics].filter(([arn, keyArn]) => arn !== undefined && keyArn !== undefined),
  );
}
