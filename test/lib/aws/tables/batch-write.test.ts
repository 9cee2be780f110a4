import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { mockClient } from "../../../support/mock-client.ts";

const pauses = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));

beforeEach(() => {
  database.reset();
  pauses.splice(0);
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => vi.restoreAllMocks());

function items(count: number) {
  return Array.from({ length: count }, (_, key) => ({ key }));
}

function requests(keys: readonly { key: number }[]) {
  return { Table: keys.map((Item) => ({ PutRequest: { Item } })) };
}

function writtenItems() {
  return database.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
}

describe("many items", () => {
  it("are put 25 a call, without a pause", async () => {
    database.on(BatchWriteCommand).resolves({ UnprocessedItems: {} });
    await putItems(client, "Table", items(50));
    expect(writtenItems()).toEqual([requests(items(25)), requests(items(50).slice(25))]);
    expect(pauses).toEqual([]);
  });

  it("are put again where a busy table leaves some, after a pause that grows", async () => {
    database
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: requests([{ key: 1 }, { key: 2 }]) })
      .resolvesOnce({ UnprocessedItems: requests([{ key: 2 }]) })
      .resolves({});
    await putItems(client, "Table", items(3));
    expect(writtenItems()).toEqual([
      requests(items(3)),
      requests([{ key: 1 }, { key: 2 }]),
      requests([{ key: 2 }]),
    ]);
    expect(pauses).toEqual([50, 100]);
  });

  it("are given up after eight tries, by an error that names the table", async () => {
    database.on(BatchWriteCommand).resolves({ UnprocessedItems: requests([{ key: 0 }]) });
    await expect(putItems(client, "Table", items(1))).rejects.toThrow(
      "The table Table is too busy for a batch of writes: try again later.",
    );
    expect(writtenItems()).toHaveLength(8);
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
  });

  it("make no call where there is nothing to write", async () => {
    await putItems(client, "Table", []);
    expect(writtenItems()).toEqual([]);
  });
});
