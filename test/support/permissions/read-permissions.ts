/** Reads who may do what out of a template: its roles, their policies, and the policies of resources. */

import * as z from "zod/mini";
import { LOCAL_ACCOUNT, type References, resolve } from "../../../infra/local/template/intrinsics.ts";
import { physicalName } from "../../../infra/local/template/resource-names.ts";
import type { Resource, Template } from "../../../infra/local/template/template.ts";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import type { Caller, Permissions } from "./permissions.ts";
import { cannotJudge, readPolicy, type Statement } from "./statement.ts";

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

/**
 * Reads a template.
 * @throws {Error} that names what cannot be judged here
 */
export function readPermissions(template: Template, references: References): Permissions {
  const read: Read = (type, schema) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([logicalId, resource]) => {
        const where = `${type} ${logicalId}`;
        return { logicalId, where, properties: parse(schema, where, resource, references) };
      });
  const roles = read("AWS::IAM::Role", role);
  const managed = managedPolicies(read, references);
  const attached = attachedStatements(read, managed);
  const sessions = sessionNames(template, references);

  const callers: Record<string, Caller> = {};
  const trust: Record<string, Statement[]> = {};
  for (const { logicalId, where, properties } of roles) {
    const name = physicalName(logicalId);
    const arn = `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`;
    callers[name] = {
      arn: `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${name}/${sessions.get(arn) ?? "local"}`,
      principals: [arn],
      statements: [
        ...properties.Policies.flatMap(({ PolicyDocument }) => readPolicy(PolicyDocument, where)),
        ...properties.ManagedPolicyArns.flatMap((one) => ownPolicy(one, where, managed)),
        ...(attached.get(name) ?? []),
      ],
    };
    trust[arn] = readPolicy(properties.AssumeRolePolicyDocument, where);
  }
  for (const { name, statements } of managed) {
    const arn = `arn:aws:iam::${LOCAL_ACCOUNT}:user/${name}`;
    callers[name] = { arn, principals: [arn], statements };
  }
  const account = `arn:aws:iam::${LOCAL_ACCOUNT}:root`;
  return { account, callers, trust, ...accessPolicies(read, references) };
}

interface OwnPolicy {
  arn: string;
  name: string;
  roles: string[];
  statements: Statement[];
}

function managedPolicies(read: Read, references: References): OwnPolicy[] {
  return read("AWS::IAM::ManagedPolicy", managedPolicy).map(({ logicalId, where, properties }) => ({
    arn: references.ref(logicalId) ?? logicalId,
    name: physicalName(logicalId),
    roles: properties.Roles,
    statements: readPolicy(properties.PolicyDocument, where),
  }));
}

/** Statements that separate policies, and managed ones that name roles, give to each role. */
function attachedStatements(read: Read, managed: readonly OwnPolicy[]): Map<string, Statement[]> {
  const attached = new Map<string, Statement[]>();
  const add = (roles: readonly string[], statements: readonly Statement[]) => {
    for (const name of roles) attached.set(name, [...(attached.get(name) ?? []), ...statements]);
  };
  for (const { where, properties } of read("AWS::IAM::Policy", policy))
    add(properties.Roles, readPolicy(properties.PolicyDocument, where));
  for (const { roles, statements } of managed) add(roles, statements);
  return attached;
}

function ownPolicy(arn: string, where: string, managed: readonly OwnPolicy[]): Statement[] {
  const found = managed.find((one) => one.arn === arn);
  if (found === undefined)
    throw cannotJudge(where, `the managed policy ${arn}, which the template does not define`);
  return found.statements;
}

/** Lambda names a role's session after the function; by the role's ARN. */
function sessionNames({ Resources }: Template, references: References): Map<string, string> {
  return new Map(
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === "AWS::Lambda::Function")
      .map(([logicalId, { Properties }]) => [
        String(resolve(Properties["Role"], references)),
        physicalName(logicalId),
      ]),
  );
}

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  where: string,
  { Properties }: Resource,
  references: References,
): z.output<Schema> {
  const result = z.safeParse(schema, resolve(Properties, references));
  if (!result.success) throw cannotJudge(where, issuesLine(issuesOf(result.error)));
  return result.data;
}

/** A template's resources of one type, with their references resolved. */
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

/** Under an AWS-owned key: no caller has to be allowed to use it. */
const withoutKey = z.looseObject({
  KmsKeyId: z.optional(z.undefined()),
  KmsMasterKeyId: z.optional(z.undefined()),
});

/**
 * Reads them.
 * @throws {Error} that names what cannot be judged here
 */
function accessPolicies(read: Read, references: References): Pick<Permissions, "keys" | "resources"> {
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
