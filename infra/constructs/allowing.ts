/** Statements of policies that are as plain as most are. */

import { PolicyStatement } from "aws-cdk-lib/aws-iam";

/** Allows exactly these actions on exactly these resources, by ARN. */
export function allowing(actions: readonly string[], resources: string | readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [resources].flat() });
}
