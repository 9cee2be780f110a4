import { expect, it } from "vitest";
import { isRefusalOf } from "./withheld.ts";

const TABLES = "arn:aws:dynamodb:us-east-1:000000000000:table";
const refusal = (caller: string, action: string, resource: string) =>
  `User: arn:aws:${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
const ROLE = "sts::000000000000:assumed-role/Vigia-local-GetUserRole/Vigia-local-GetUser";

it.each([
  ["a role's", "Vigia-local-GetUserRole", refusal(ROLE, "dynamodb:GetItem", `${TABLES}/Users`), true],
  [
    "a policy's",
    "Vigia-local-Reader",
    refusal("iam::0:user/Vigia-local-Reader", "dynamodb:GetItem", `${TABLES}/Users`),
    true,
  ],
  ["another action", "Vigia-local-GetUserRole", refusal(ROLE, "dynamodb:GetItems", `${TABLES}/Users`), false],
  ["another role's", "Vigia-local-GetUser", refusal(ROLE, "dynamodb:GetItem", `${TABLES}/Users`), false],
  ["another table", "Vigia-local-GetUserRole", refusal(ROLE, "dynamodb:GetItem", `${TABLES}/Rates`), false],
])("knows whether a refusal is for want of a permission: %s", (_, caller, message, expected) => {
  const permission = { caller, action: "dynamodb:getitem", resource: `${TABLES}/Users` };
  expect(isRefusalOf(permission, message)).toBe(expected);
});

it("takes the refusal of a log's stream for one of its group", () => {
  const group = "arn:aws:logs:us-east-1:000000000000:log-group:Vigia-local-GetUserLog";
  const permission = {
    caller: "Vigia-local-GetUserRole",
    action: "logs:putlogevents",
    resource: `${group}:*`,
  };
  expect(isRefusalOf(permission, refusal(ROLE, "logs:PutLogEvents", `${group}:log-stream:local`))).toBe(true);
});
