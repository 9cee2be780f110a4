/** The one way a table is made here: on demand, recoverable to any second, and kept when the stack goes. */

import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";

export interface TableKey {
  readonly partition: string;
  readonly sort?: string;
}

export interface AdapterTableProps {
  key: TableKey;
  /** The attribute that holds when an item may expire; items of a table without one stay. */
  expires?: string;
  /** A key of our own; where there is none, the account's key for DynamoDB. */
  encryptionKey?: IKey;
}

/** A table without a name of its own, so that it can be replaced. All keys are text. */
export class AdapterTable extends Table {
  constructor(scope: Construct, id: string, { key, expires, encryptionKey }: AdapterTableProps) {
    super(scope, id, {
      ...keyAttributes(key),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
      deletionProtection: true,
      ...(expires === undefined ? {} : { timeToLiveAttribute: expires }),
      ...(encryptionKey === undefined
        ? { encryption: TableEncryption.AWS_MANAGED }
        : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    });
  }
}

/** A key as CDK wants it, for tables and indexes alike. */
export function keyAttributes({ partition, sort }: TableKey) {
  return {
    partitionKey: { name: partition, type: AttributeType.STRING },
    ...(sort === undefined ? {} : { sortKey: { name: sort, type: AttributeType.STRING } }),
  };
}
