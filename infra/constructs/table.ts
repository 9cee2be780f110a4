/** Table, as every table of the stack is created: on demand, recoverable to any second, kept when the stack is deleted. */

import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { TableKey, TableShape } from "../../lib/aws/tables/table-shapes.ts";

interface AdapterTableProps {
  shape: TableShape;
  /** Customer-managed key; without it, the account's key for DynamoDB. */
  encryptionKey?: IKey;
}

/** A table without a name of its own, so that it can be replaced. */
export class AdapterTable extends Table {
  constructor(scope: Construct, id: string, { shape, encryptionKey }: AdapterTableProps) {
    super(scope, id, {
      ...keyAttributes(shape.key),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
      deletionProtection: true,
      ...(shape.expires === undefined ? {} : { timeToLiveAttribute: shape.expires }),
      ...(encryptionKey === undefined
        ? { encryption: TableEncryption.AWS_MANAGED }
        : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    });
    for (const { copies, ...index } of shape.indexes) {
      this.addGlobalSecondaryIndex({
        indexName: index.index,
        ...keyAttributes(index),
        ...(copies.length === 0
          ? { projectionType: ProjectionType.KEYS_ONLY }
          : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...copies] }),
      });
    }
  }
}

/** A table as the parts use it, made here or imported. */
export type UsedTable = Table | ITable;

/**
 * An existing table, restored or left behind by a stack: this stack uses it, and neither changes nor removes it.
 * @param name undefined where none is taken over
 */
export function takenOver(scope: Construct, id: string, name: string | undefined): UsedTable | undefined {
  return name === undefined ? undefined : Table.fromTableName(scope, id, name);
}

/** ARNs of a table's indexes. */
export function indexArns({ tableArn }: UsedTable, ...indexes: readonly { index: string }[]): string[] {
  return indexes.map(({ index }) => `${tableArn}/index/${index}`);
}

/** A key as CDK wants it, for tables and indexes alike. */
function keyAttributes({ partition, sort }: TableKey) {
  return {
    partitionKey: { name: partition, type: AttributeType.STRING },
    ...(sort === undefined ? {} : { sortKey: { name: sort, type: AttributeType.STRING } }),
  };
}
