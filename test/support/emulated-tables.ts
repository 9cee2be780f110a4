/** An emulated DynamoDB on a free port of this machine, with empty tables, and a client for it. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { bodyOf, dynaliteServer } from "../../infra/local/aws/dynalite-server.ts";
import { listen } from "../../infra/local/http/loopback.ts";
import type { TableShape } from "../../lib/tables/table-shapes.ts";
import { createTables } from "./shaped-table.ts";

export interface EmulatedTables {
  /** The emulator's. */
  url: string;
  client: DynamoDBDocumentClient;
  stop(): Promise<void>;
}

/** @param shapes of the tables, by their names */
export async function startTables(shapes: Readonly<Record<string, TableShape>>): Promise<EmulatedTables> {
  const { server, answer } = dynaliteServer({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.on("request", async (request, reply) => {
    const body = await bodyOf(request);
    if (body !== undefined) answer(request, body, reply);
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const plain = new DynamoDBClient({ endpoint: url, region: "us-east-1", credentials });
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  await createTables(client, shapes);
  return {
    url,
    client,
    async stop() {
      client.destroy();
      // What a test has left under way comes to its end: a table that is gone would take the process with it.
      await new Promise((stopped) => server.close(stopped));
    },
  };
}
