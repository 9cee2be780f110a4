/** Reads who may do what out of a template: its roles, their policies, and the policies of resources. */

import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { LOCAL_ACCOUNT, type References, resolve } from "../template/intrinsics.ts";
import { physicalName } from "../template/resource-names.ts";
import type { Resource, Template } from "../template/template.ts";
import { accessPolicies, type Read } from "./access-policies.ts";
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

/** What policies of their own, and managed ones that name roles, give to each role. */
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
