/** Reads who may do what out of a template: its roles, their policies, and the policies of resources. */

import * as z from "zod/mini";
import { LOCAL_ACCOUNT, type References, resolve } from "../../../infra/local/template/intrinsics.ts";
import { physicalName } from "../../../infra/local/template/resource-names.ts";
import type { Template } from "../../../infra/local/template/template.ts";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { cannotJudge, readPolicy, type Statement } from "./policy.ts";

/** A caller. */
export interface Caller {
  /** ARN in refusals: of a role's session, or of a user with a managed policy and nothing else. */
  arn: string;
  /** Names of it in the policies of resources. */
  principals: string[];
  statements: Statement[];
}

/** Permissions of a template. */
export interface Permissions {
  /** The account as a principal: whom a key's policy hands the key to. */
  account: string;
  /** Roles, and each managed policy as if a user had it alone; by access key id, which is the name. */
  callers: Record<string, Caller>;
  /** The policies of resources, by the resource's ARN. */
  resources: Record<string, Statement[]>;
  /** Principals that may assume a role, by the role's ARN. */
  trust: Record<string, Statement[]>;
  /** The ARN of the key that a resource is encrypted under, by the resource's ARN; those of AWS ask nothing. */
  keys: Record<string, string>;
}

const role = z.strictObject({
  AssumeRolePolicyDocument: z.unknown(),
  Description: z.optional(z.unknown()),
  ManagedPolicyArns: z._default(z.array(z.string()), []),
  Policies: z._default(z.array(z.strictObject({ PolicyDocument: z.unknown(), PolicyName: z.string() })), []),
  Tags: z.optional(z.unknown()),
});
const policy = z.strictObject({
  PolicyDocument: z.unknown(),
  PolicyName: z.string(),
  Roles: z.array(z.string()),
});
const managedPolicy = z.strictObject({
  Description: z.optional(z.string()),
  ManagedPolicyName: z.optional(z.string()),
  Path: z.optional(z.string()),
  PolicyDocument: z.unknown(),
  Roles: z._default(z.array(z.string()), []),
});

/** The resources of one type, with their references resolved. */
type Read = <Schema extends z.ZodMiniType>(
  type: string,
  schema: Schema,
) => { logicalId: string; where: string; properties: z.output<Schema> }[];

/**
 * Reads a template.
 * @throws {Error} that names what cannot be judged here
 */
export function readPermissions(template: Template, references: References): Permissions {
  const read: Read = (type, schema) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([logicalId, { Properties }]) => {
        const where = `${type} ${logicalId}`;
        const result = z.safeParse(schema, resolve(Properties, references));
        if (!result.success) throw cannotJudge(where, issuesLine(issuesOf(result.error)));
        return { logicalId, where, properties: result.data };
      });
  const managed = read("AWS::IAM::ManagedPolicy", managedPolicy).map(({ logicalId, where, properties }) => ({
    arn: references.ref(logicalId),
    name: physicalName(logicalId),
    roles: properties.Roles,
    statements: readPolicy(properties.PolicyDocument, where),
  }));
  const separate = read("AWS::IAM::Policy", policy).map(({ where, properties }) => ({
    roles: properties.Roles,
    statements: readPolicy(properties.PolicyDocument, where),
  }));
  const functions = read("AWS::Lambda::Function", z.looseObject({ Role: z.unknown() }));

  const callers: Record<string, Caller> = {};
  const trust: Record<string, Statement[]> = {};
  for (const { logicalId, where, properties } of read("AWS::IAM::Role", role)) {
    const name = physicalName(logicalId);
    const arn = `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`;
    const own = properties.ManagedPolicyArns.map((managedArn) => {
      const managedPolicy = managed.find((policy) => policy.arn === managedArn);
      if (managedPolicy === undefined)
        throw cannotJudge(where, `the managed policy ${managedArn}, which the template does not define`);
      return managedPolicy;
    });
    const attached = [...separate, ...managed].filter(({ roles }) => roles.includes(name));
    // Lambda names a role's session after the function.
    const session = functions.find((candidate) => candidate.properties.Role === arn);
    callers[name] = {
      arn: `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${name}/${session ? physicalName(session.logicalId) : "local"}`,
      principals: [arn],
      statements: [
        ...properties.Policies.flatMap(({ PolicyDocument }) => readPolicy(PolicyDocument, where)),
        ...[...own, ...attached].flatMap(({ statements }) => statements),
      ],
    };
    trust[arn] = readPolicy(properties.AssumeRolePolicyDocument, where);
  }
  for (const { name, statements } of managed) {
    const arn = `arn:aws:iam::${LOCAL_ACCOUNT}:user/${name}`;
    callers[name] = { arn, principals: [arn], statements };
  }
  const account = `arn:aws:iam::${LOCAL_ACCOUNT}:root`;
  const resources = resourcePolicies(read, references);
  return { account, callers, trust, resources, keys: keysOf(read, references) };
}

const queuePolicy = z.strictObject({ PolicyDocument: z.unknown(), Queues: z.array(z.string()) });
const topicPolicy = z.strictObject({ PolicyDocument: z.unknown(), Topics: z.array(z.string()) });
const functionPermission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceAccount: z.optional(z.string()),
  SourceArn: z.optional(z.string()),
});

function resourcePolicies(read: Read, references: References): Record<string, Statement[]> {
  const statementsByRole: Record<string, Statement[]> = {};
  const add = (arn: string, document: unknown, where: string) => {
    statementsByRole[arn] = [...(statementsByRole[arn] ?? []), ...readPolicy(document, where)];
  };
  const queues = read("AWS::SQS::Queue", withoutKey);
  for (const { where, properties } of read("AWS::SQS::QueuePolicy", queuePolicy))
    for (const url of properties.Queues) {
      const queue = queues.find(({ logicalId }) => references.ref(logicalId) === url);
      const arn = references.attribute(queue?.logicalId ?? "", "Arn");
      add(arn ?? url, properties.PolicyDocument, where);
    }
  for (const { where, properties } of read("AWS::SNS::TopicPolicy", topicPolicy))
    for (const arn of properties.Topics) add(arn, properties.PolicyDocument, where);
  for (const { logicalId, where, properties } of read(
    "AWS::KMS::Key",
    z.looseObject({ KeyPolicy: z.unknown() }),
  ))
    add(references.attribute(logicalId, "Arn") ?? logicalId, properties.KeyPolicy, where);
  for (const { where, properties } of read("AWS::Lambda::Permission", functionPermission))
    add(properties.FunctionName, asPolicy(properties), where);
  for (const { where } of read("AWS::SecretsManager::ResourcePolicy", z.unknown()))
    throw cannotJudge(where, "a secret's own policy");
  return statementsByRole;
}

/** A permission as the policy that Lambda makes of it. */
function asPolicy({ SourceArn, SourceAccount, ...permission }: z.output<typeof functionPermission>) {
  const statement = {
    Effect: "Allow",
    Action: permission.Action,
    Resource: permission.FunctionName,
    Principal: { Service: permission.Principal },
    Condition: {
      ...(SourceArn === undefined ? {} : { ArnLike: { "aws:SourceArn": SourceArn } }),
      ...(SourceAccount === undefined ? {} : { StringEquals: { "aws:SourceAccount": SourceAccount } }),
    },
  };
  return { Version: "2012-10-17", Statement: [statement] };
}

/** Under an AWS-owned key: no caller has to be allowed to use it. */
const withoutKey = z.looseObject({
  KmsKeyId: z.optional(z.undefined()),
  KmsMasterKeyId: z.optional(z.undefined()),
});
const table = z.looseObject({
  SSESpecification: z.optional(z.looseObject({ KMSMasterKeyId: z.optional(z.string()) })),
  // A policy of its own would have to be read here.
  ResourcePolicy: z.optional(z.undefined()),
});
const topic = z.looseObject({ KmsMasterKeyId: z.optional(z.string()) });

function keysOf(read: Read, references: References): Record<string, string> {
  read("AWS::SecretsManager::Secret", withoutKey);
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
