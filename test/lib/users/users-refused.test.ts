/** The Users table when DynamoDB is busy or out of reach. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DeleteCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, test } from "vitest";
import { UserStore } from "../../../lib/users/users.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { mockClient } from "../../support/mock-client.ts";

const database = mockClient(DynamoDBDocumentClient);
const users = new UserStore(
  DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" })),
  "users",
);

beforeEach(() => database.reset());

test("a read sees what was written a moment ago", async () => {
  database.on(GetCommand).resolves({});
  await users.getUser("u-1");
  expect(database.commandCalls(GetCommand)[0]?.args[0].input.ConsistentRead).toBe(true);
});

test.each([GetCommand, DeleteCommand])(
  "what DynamoDB says of an outage is passed on: %o",
  async (command) => {
    const outage = new Error("the table is away");
    database.on(command).rejects(outage);
    const call = command === GetCommand ? users.getUser("u-1") : users.deleteUser("u-1");
    await expect(call).rejects.toBe(outage);
  },
);

test("what a busy table did not take is written again", async () => {
  const request = { PutRequest: { Item: { ...INVENTED_USER, userId: "u-2" } } };
  database
    .on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { users: [request] } })
    .resolves({});
  const twoUsers = ["u-1", "u-2"].map((userId) => ({ userId, record: INVENTED_USER }));
  await users.putUsers(twoUsers);
  const requests = database.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
  expect(requests.at(-1)).toEqual({ users: [request] });
});
