/** Statements of policies. */

import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { UsedTable } from "./table.ts";

/** Allows exactly these actions on exactly these resources, by ARN. */
export function allowing(actions: readonly string[], resources: string | readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [resources].flat() });
}

/** Actions, and the resources by ARN on which they are allowed. */
export type Grant = readonly [actions: readonly string[], resources: string | readonly string[]];

/** Statements that allow all of this and name each resource once: a managed policy has room for 6,144 characters. */
export function gathered(grants: readonly Grant[]): PolicyStatement[] {
  const allowed = new Map<string, string[]>();
  for (const [actions, resources] of grants)
    for (const resource of [resources].flat())
      allowed.set(resource, [...(allowed.get(resource) ?? []), ...actions]);
  const alike = Map.groupBy(allowed, ([, actions]) => [...new Set(actions)].sort().join());
  return [...alike].map(([actions, found]) =>
    allowing(
      actions.split(","),
      found.map(([resource]) => resource),
    ),
  );
}

/** A statement that lets somebody query a table for these attributes and no others. */
export function readingOnly({ tableArn }: UsedTable, attributes: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    actions: ["dynamodb:Query"],
    resources: [tableArn],
    conditions: {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": [...attributes] },
      StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    },
  });
}
