/** The Users table, on an emulated DynamoDB. */

import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { InvalidProjectsError } from "../../../lib/users/user-item.ts";
import { UserStore } from "../../../lib/users/users.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";

let emulated: EmulatedTables;
let client: DynamoDBDocumentClient;
let users: UserStore;

beforeAll(async () => {
  emulated = await startTables({ users: TABLE_SHAPES.users });
  client = emulated.client;
  users = new UserStore(client, "users");
});

afterAll(() => emulated.stop());

test("gives back the record that was put, without the key", async () => {
  await users.putUser("Ana.Robles-1 é", INVENTED_USER);
  expect((await users.getUser("Ana.Robles-1 é"))?.record).toEqual(INVENTED_USER);
});

test.each([
  ["does not say which projects may look it up", undefined, false],
  ["names other projects", [1, 2], false],
  ["names it", [1, 0], true],
])("shows the test project a record that %s: %j, %s", async (_, projects, isShown) => {
  await users.putUser("u-test", INVENTED_USER, projects);
  expect(await users.getUser("u-test", [0])).toEqual(
    isShown ? { userId: "u-test", record: INVENTED_USER, projects } : undefined,
  );
});

test("distinguishes user ids of different case", async () => {
  await users.putUser("Case", INVENTED_USER);
  expect(await users.getUser("case")).toBeUndefined();
});

test("writes a batch", async () => {
  await users.putUsers([
    { userId: "b-1", record: INVENTED_USER },
    { userId: "b-2", record: { ...INVENTED_USER, givenName: "Eva" } },
  ]);
  expect((await users.getUser("b-2"))?.record.givenName).toBe("Eva");
});

test("names the fields of a stored record that is invalid, and none of its values", async () => {
  await client.send(
    new PutCommand({
      TableName: "users",
      Item: {
        userId: "broken",
        ...INVENTED_USER,
        email: "not-an-address",
        address: { ...INVENTED_USER.address, city: 7 },
      },
    }),
  );
  await expect(users.getUser("broken")).rejects.toThrow(
    "The stored record of this user is not valid in email, address.city: write it again.",
  );
});

test("says of a number that no double holds only that it is a number", async () => {
  const { NumberValue } = await import("@aws-sdk/lib-dynamodb");
  await client.send(
    new PutCommand({
      TableName: "users",
      Item: {
        userId: "huge",
        ...INVENTED_USER,
        phoneNumber: { countryCode: "+52", phoneNumber: NumberValue.from("55123456785512345678.5") },
      },
    }),
  );
  const failure = await users.getUser("huge").catch((error: unknown) => error);
  expect(String(failure)).toBe(
    "InvalidRecordError: The stored record of this user is not valid in a number: write it again.",
  );
  expect(String(failure)).not.toContain("5512");
});

test("reports a number that no double holds only to who may look the user up", async () => {
  const { NumberValue } = await import("@aws-sdk/lib-dynamodb");
  const huge = NumberValue.from("55123456785512345678.5");
  const put = (userId: string, changes: object) =>
    client.send(new PutCommand({ TableName: "users", Item: { userId, ...INVENTED_USER, ...changes } }));
  await put("huge-2", { phoneNumber: { countryCode: "+52", phoneNumber: huge }, projects: [2] });
  expect(await users.getUser("huge-2", [1])).toBeUndefined();
  await expect(users.getUser("huge-2", [2])).rejects.toThrow("not valid in a number");
  await put("huge-projects", { projects: [huge] });
  await expect(users.getUser("huge-projects", [1])).rejects.toThrow(InvalidProjectsError);
});

test("deletes a user once", async () => {
  await users.putUser("leaving", INVENTED_USER);
  expect(await users.deleteUser("leaving")).toBe(true);
  expect(await users.getUser("leaving")).toBeUndefined();
  expect(await users.deleteUser("leaving")).toBe(false);
});
