/** Tables as a restore leaves them: the same items under another name, without expiry, recovery and protection. */

import {
  type AttributeValue,
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import pMap from "p-map";
import { TABLE_SHAPES, type TableName, type TableShape } from "../../../lib/aws/tables/table-shapes.ts";
import type { Target } from "../../../lib/cli/core/target.ts";
import { tableOf } from "../../support/shaped-table.ts";
import { TABLE_NAMES } from "../../support/table-names.ts";

const CONCURRENT_WRITES = 16;
const MAX_WAIT_S = 300;

const database = new DynamoDBClient({});

interface CopyOptions {
  usersKeyArn: string;
  /** Called with each table as soon as it is made. */
  onMade: (tableName: string) => void;
}

/** Copies every table of a stack. @returns the settings that take the copies over */
export async function copyTables(
  target: Target,
  prefix: string,
  { usersKeyArn, onMade }: CopyOptions,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = { usersKeyArn };
  for (const name of TABLE_NAMES) {
    settings[name] = `${prefix}-${name}`;
    await makeTable(settings[name], TABLE_SHAPES[name], name === "users" ? usersKeyArn : undefined);
    onMade(settings[name]);
    const from = target.tables[name];
    if (from !== undefined) await copyItems(from, settings[name]);
  }
  return settings;
}

async function makeTable(TableName: string, shape: TableShape, usersKey?: string): Promise<void> {
  const encryption =
    usersKey === undefined
      ? {}
      : { SSESpecification: { Enabled: true, SSEType: "KMS" as const, KMSMasterKeyId: usersKey } };
  await database.send(new CreateTableCommand({ ...tableOf(TableName, shape), ...encryption }));
  await waitUntilTableExists({ client: database, maxWaitTime: MAX_WAIT_S }, { TableName });
}

async function copyItems(from: string, to: string): Promise<void> {
  await putItems(to, await itemsOf(from));
}

/** Every item of a table. */
async function itemsOf(TableName: string): Promise<Record<string, AttributeValue>[]> {
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client: database }, { TableName })) items.push(...Items);
  return items;
}

async function putItems(TableName: string, items: readonly Record<string, AttributeValue>[]): Promise<void> {
  await pMap(items, (Item) => database.send(new PutItemCommand({ TableName, Item })), {
    concurrency: CONCURRENT_WRITES,
  });
}

/** What restore.md says to set on a table that was restored. */
export async function mendTables(settings: Readonly<Record<string, string>>): Promise<void> {
  for (const name of TABLE_NAMES) await mend(name, settings[name] ?? "");
}

async function mend(name: TableName, TableName: string): Promise<void> {
  const { expires }: TableShape = TABLE_SHAPES[name];
  if (expires !== undefined)
    await database.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: expires },
      }),
    );
  await database.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  await database.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}
