/** Statements of policies. */

import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { UsedTable } from "./table.ts";

/** Allows exactly these actions on exactly these resources, by ARN. */
export function allowing(actions: readonly string[], resources: string | readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [resources].flat() });
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
