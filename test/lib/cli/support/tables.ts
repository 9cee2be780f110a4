/** Every table of a stack, empty, as the template makes them; under the names of the endpoints in test-context.ts. */

import { CreateTableCommand, DynamoDBClient, type KeySchemaElement } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import {
  ALERTS_KEY,
  CHAINS_KEY,
  RATES_KEY,
  SCAN_RUNS_KEY,
  USERS_KEY,
  WALLET_SCANS_KEY,
  WALLETS_BY_USER,
  WALLETS_KEY,
} from "../../../../lib/store/keys.ts";
import type { Emulator } from "../../../support/dynamo.ts";
import { createNotificationsTable } from "../../../support/notifications-table.ts";

interface Key {
  partition: string;
  sort?: string;
}

/** Creates them. @returns a client for them */
export async function createTables(dynamo: Emulator): Promise<DynamoDBDocumentClient> {
  const client = new DynamoDBClient(dynamo.config);
  const create = (name: string, key: Key, index?: Key & { index: string }) =>
    client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [...new Set([...namesOf(key), ...(index ? namesOf(index) : [])])].map(
          (AttributeName) => ({ AttributeName, AttributeType: "S" }),
        ),
        KeySchema: schemaOf(key),
        ...(index === undefined
          ? {}
          : {
              GlobalSecondaryIndexes: [
                {
                  IndexName: index.index,
                  KeySchema: schemaOf(index),
                  Projection: { ProjectionType: "KEYS_ONLY" },
                },
              ],
            }),
      }),
    );
  await create("users", USERS_KEY);
  await create("wallets", WALLETS_KEY, WALLETS_BY_USER);
  await create("wallet-scans", WALLET_SCANS_KEY);
  await create("scan-runs", SCAN_RUNS_KEY);
  await create("chains", CHAINS_KEY);
  await create("alerts", ALERTS_KEY);
  await create("rates", RATES_KEY);
  return createNotificationsTable(dynamo, "notifications");
}

function namesOf({ partition, sort }: Key): string[] {
  return sort === undefined ? [partition] : [partition, sort];
}

function schemaOf(key: Key): KeySchemaElement[] {
  return namesOf(key).map((AttributeName, at) => ({ AttributeName, KeyType: at === 0 ? "HASH" : "RANGE" }));
}
