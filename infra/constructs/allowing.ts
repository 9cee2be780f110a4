/** Statements of policies. */

import { Stack, Token, Validations } from "aws-cdk-lib";
import { type ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/** Allows exactly these actions on exactly these resources, by ARN. */
export function allowing(actions: readonly string[], ...resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources] });
}

/** Actions, and the resources by ARN on which they are allowed. */
export type Grant = readonly [actions: readonly string[], resources: readonly string[]];

/**
 * The stack of a scope as a policy has to name it: a command asks for it by name, and CloudFormation then looks for
 * permission on `stack/<name>/*`, which no ARN with the stack's own id matches.
 */
export function stackByName(scope: Construct): string {
  const { stackName } = Stack.of(scope);
  return Stack.of(scope).formatArn({
    service: "cloudformation",
    resource: "stack",
    resourceName: `${stackName}/*`,
  });
}

/** Tells the rules of the template why a policy's resource ends in a wildcard. */
export function acknowledgeStackByName(policy: ManagedPolicy): void {
  const { stackName, partition, region, account } = policy.stack;
  const place = [
    literalOr(partition, "Partition"),
    "cloudformation",
    literalOr(region, "Region"),
    literalOr(account, "AccountId"),
  ].join(":");
  Validations.of(policy).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:${place}:stack/${stackName}/*]`,
    reason:
      "CloudFormation authorizes a stack that is asked for by name as stack/<name>/*: it is this one alone.",
  });
}

/** A part of an ARN as the rules print it: by name where the template does not know it. */
function literalOr(value: string, name: string): string {
  return Token.isUnresolved(value) ? `<AWS::${name}>` : value;
}

/** Statements that allow all of this and name each resource once: a managed policy has room for 6,144 characters. */
export function mergeGrants(grants: readonly Grant[]): PolicyStatement[] {
  const allowed = new Map<string, string[]>();
  for (const [actions, resources] of grants)
    for (const resource of resources) allowed.set(resource, [...(allowed.get(resource) ?? []), ...actions]);
  const alike = Map.groupBy(allowed, ([, actions]) => [...new Set(actions)].sort().join());
  return [...alike].map(([actions, resources]) =>
    allowing(actions.split(","), ...resources.map(([resource]) => resource)),
  );
}
