import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { TableKey, TableShape } from "../../lib/aws/tables/table-shapes.ts";

/** Input for an empty table of a shape, as a restored one is: without expiry, recovery and protection. */
export function tableOf(TableName: string, { key, indexes }: TableShape): CreateTableCommandInput {
  const names = new Set(
    [key, ...indexes].flatMap((keyShape) => schemaOf(keyShape).map((part) => part.AttributeName)),
  );
  return {
    TableName,
    KeySchema: schemaOf(key),
    AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    BillingMode: "PAY_PER_REQUEST",
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.index,
            KeySchema: schemaOf(index),
            Projection:
              index.copies.length === 0
                ? { ProjectionType: "KEYS_ONLY" as const }
                : { ProjectionType: "INCLUDE" as const, NonKeyAttributes: [...index.copies] },
          })),
        }),
  };
}

/** Creates empty tables of these shapes, by their names, in an emulator; they can be used once it returns. */
export async function createTables(
  client: DynamoDBClient,
  shapes: Readonly<Record<string, TableShape>>,
): Promise<void> {
  for (const [name, shape] of Object.entries(shapes))
    await client.send(new CreateTableCommand(tableOf(name, shape)));
  // The emulator answers a moment before a table can be asked.
  const waiting = { client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.1 };
  await Promise.all(Object.keys(shapes).map((TableName) => waitUntilTableExists(waiting, { TableName })));
}

function schemaOf({ partition, sort }: TableKey) {
  return [
    { AttributeName: partition, KeyType: "HASH" as const },
    ...(sort === undefined ? [] : [{ AttributeName: sort, KeyType: "RANGE" as const }]),
  ];
}
