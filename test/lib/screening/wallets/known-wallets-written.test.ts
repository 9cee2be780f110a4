/** Writes of a wallet, call by call. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { KnownWallets } from "../../../../lib/screening/wallets/known-wallets.ts";
import { mockClient } from "../../../support/mock-client.ts";

const database = mockClient(DynamoDBDocumentClient);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
let known: KnownWallets;

beforeEach(() => {
  database.reset();
  database.on(PutCommand).resolves({});
  known = new KnownWallets(client, "Wallets");
});

function see(address: string, changes: { userId?: string; description?: string } = {}) {
  const seenAt = "2026-01-01T00:00:00.000Z";
  return known.remember({ projectId: 1, chainId: "1", address, source: "notification", seenAt, ...changes });
}

it("a description is cut to 200 characters, and an empty one is left out", async () => {
  database.on(GetCommand).resolves({});
  await see("0xa", { description: "d".repeat(300) });
  await see("0xb", { description: "" });
  const written = database.commandCalls(PutCommand).map(({ args }) => args[0].input.Item?.["description"]);
  expect(written).toEqual([`${"d".repeat(199)}…`, undefined]);
});

it("an owner's id of 1,900 bytes is a key, and a longer one is one of those that are not kept", async () => {
  database.on(GetCommand).resolves({});
  await see("0xa", { userId: "ñ".repeat(950) });
  await see("0xb", { userId: "ñ".repeat(951) });
  const written = database.commandCalls(PutCommand).map(({ args }) => args[0].input.Item);
  expect(written.map((item) => [item?.["userKey"], item?.["moreOwners"]])).toEqual([
    [`1#${"ñ".repeat(950)}`, undefined],
    [undefined, true],
  ]);
});
