/** The one way a secret is made here, filled by `vigia secrets` and never by a deployment; and the key of confidential data. */

import { RemovalPolicy, SecretValue, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
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

/** One key for topics and logs: each key costs a dollar a month. */
export class ServiceKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: "Vigia: alerts, operations and logs, the audit log of look-ups too",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const { partition, region, account } = Stack.of(this);
    this.addToResourcePolicy(
      new PolicyStatement({
        sid: "Logs",
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        // The list that CloudWatch Logs documents for a log group's key.
        actions: ["kms:Encrypt*", "kms:Decrypt*", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
        resources: ["*"],
        conditions: {
          ArnLike: {
            "kms:EncryptionContext:aws:logs:arn": `arn:${partition}:logs:${region}:${account}:log-group:*`,
          },
        },
      }),
    );
  }
}
