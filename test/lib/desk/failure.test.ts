/** A page that fails says so, and its log names the place: never a text of a user. */

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, vi } from "vitest";
import { logger } from "../../../lib/aws/observe.ts";
import { deskApp } from "../../../lib/desk/app.tsx";
import { readEnvironment, serveDeskEnv } from "../../../lib/settings/env.ts";
import { DESK_VARIABLES } from "../../support/desk/desk-environment.ts";
import { mockClient } from "../../support/mock-client.ts";

it("is answered with 503 and a way on, and nothing of the error's words", async () => {
  const database = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  mockClient(database).on(GetCommand).rejects(new Error("CANARY: the note of a case"));
  const error = vi.spyOn(logger, "error").mockImplementation(() => {});
  const environment = readEnvironment(serveDeskEnv, DESK_VARIABLES);
  const app = deskApp({
    environment,
    database,
    startScan: async () => {},
  });
  const reply = await app.request("https://desk.example/c/1.1", {
    headers: { cookie: "__Host-vigia-desk=x" },
  });
  expect(reply.status).toBe(503);
  const text = await reply.text();
  expect(text).toContain("nada se registra dos veces");
  expect(text).not.toContain("CANARY");
  expect(error.mock.calls).toMatchObject([["a page of the desk could not be made", { error: "Error" }]]);
  expect(JSON.stringify(error.mock.calls)).not.toContain("CANARY");
});
