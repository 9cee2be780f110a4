/** Key of data that is not personal but confidential: the topics and the logs. */

import { RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";

/** One key for topics and logs: each key costs a dollar a month. */
export class ServiceKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: "Vigia: alerts, operations and logs",
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
