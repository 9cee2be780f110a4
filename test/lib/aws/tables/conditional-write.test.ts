import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { changeItem, succeedsConditionally } from "../../../../lib/aws/tables/conditional-write.ts";
import { mockClient } from "../../../support/mock-client.ts";

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));

beforeEach(() => database.reset());

const refused = new ConditionalCheckFailedException({
  message: "The conditional request failed",
  $metadata: {},
});
const outage = new Error("the table is away");
const change = { TableName: "Table", Key: { key: "1" }, UpdateExpression: "SET step = :next" };

describe("a conditional write", () => {
  it("was made, was refused, or failed", async () => {
    expect(await succeedsConditionally(Promise.resolve())).toBe(true);
    expect(await succeedsConditionally(Promise.reject(refused))).toBe(false);
    await expect(succeedsConditionally(Promise.reject(outage))).rejects.toBe(outage);
  });
});

describe("a conditional change", () => {
  it("gives the item as it is after it", async () => {
    database.on(UpdateCommand).resolves({ Attributes: { step: 2 } });
    expect(await changeItem(client, change, () => false)).toEqual({ step: 2 });
    expect(database.commandCalls(UpdateCommand)[0]?.args[0].input).toEqual({
      ...change,
      ReturnValues: "ALL_NEW",
    });
    expect(database.commandCalls(GetCommand)).toEqual([]);
  });

  it("that is refused because the SDK has made it already gives the item, read consistently", async () => {
    database
      .on(UpdateCommand)
      .rejects(refused)
      .on(GetCommand)
      .resolves({ Item: { step: 2 } });
    expect(await changeItem(client, change, () => true)).toEqual({ step: 2 });
    expect(await changeItem(client, change, () => false)).toBeUndefined();
    expect(database.commandCalls(GetCommand)[0]?.args[0].input).toEqual({
      TableName: "Table",
      Key: { key: "1" },
      ConsistentRead: true,
    });
  });

  it("that fails is not taken for a refused one", async () => {
    database.on(UpdateCommand).rejects(outage);
    await expect(changeItem(client, change, () => true)).rejects.toBe(outage);
    expect(database.commandCalls(GetCommand)).toEqual([]);
  });
});
