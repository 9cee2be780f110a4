/** The one way a secret is made here: empty, and filled by `vigia secrets`, never by a deployment. */

import { RemovalPolicy, SecretValue, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

/**
 * A secret that begins as `{}`. CloudFormation writes a value only when the template's changes, and this one never
 * does: what `vigia secrets` puts there survives every deployment.
 */
export class AdapterSecret extends Secret {
  constructor(scope: Construct, id: string, description: string) {
    super(scope, id, {
      description,
      secretStringValue: SecretValue.unsafePlainText("{}"),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(this).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "The risk service issues these secrets, so nothing in AWS can rotate them; `vigia secrets rotate` does, with both the old and the new one in force meanwhile.",
    });
  }
}
