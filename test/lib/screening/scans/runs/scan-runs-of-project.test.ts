import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { ScanRunStore } from "../../../../../lib/screening/scans/runs/scan-runs.ts";
import { mockClient } from "../../../../support/mock-client.ts";

const database = mockClient(DynamoDBDocumentClient);
const runs = new ScanRunStore(
  DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" })),
  "scan-runs",
);

function item(runId: string) {
  return {
    projectId: "1",
    runId,
    status: "completed",
    trigger: "manual",
    startedAt: "2026-01-01T00:00:00.000Z",
    shards: {},
  };
}

it("reads the runs of a project page by page, an empty page among them", async () => {
  const cursor = (runId: string) => ({ projectId: "1", runId });
  database
    .on(QueryCommand)
    .resolvesOnce({ Items: [item("c")], LastEvaluatedKey: cursor("c") })
    .resolvesOnce({ LastEvaluatedKey: cursor("b") })
    .resolvesOnce({ Items: [item("a")] });
  const found = await Array.fromAsync(runs.ofProject(1));
  expect(found.map(({ runId }) => runId)).toEqual(["c", "a"]);
  const calls = database.commandCalls(QueryCommand).map(({ args }) => args[0].input);
  expect(calls.map((input) => input.ExclusiveStartKey)).toEqual([undefined, cursor("c"), cursor("b")]);
  expect(calls.every((input) => input.ScanIndexForward === false)).toBe(true);
});

it("reads a run consistently", async () => {
  database.on(GetCommand).resolves({ Item: item("a") });
  expect((await runs.get(1, "a"))?.status).toBe("completed");
  expect(database.commandCalls(GetCommand).map(({ args }) => args[0].input)).toEqual([
    { TableName: "scan-runs", Key: { projectId: "1", runId: "a" }, ConsistentRead: true },
  ]);
});
