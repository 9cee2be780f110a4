import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { mockClient } from "../../support/mock-client.ts";
import type { Plan } from "./plan.ts";
import { readBack } from "./read-back.ts";

const PLAN: Plan = { projectId: 1, count: 6, perSecond: 1, illegalEvery: 2, firstId: 100, rehearsal: false };

function item(id: number, changes: Record<string, unknown> = {}) {
  const illegal = { state: "sent", at: "2026-03-01T00:00:09.000Z" };
  return {
    key: `1#${id}`,
    receivedAt: "2026-03-01T00:00:00.000Z",
    ...(id % 2 === 0 ? { alert: illegal } : {}),
    ...changes,
  };
}

function look(items: readonly unknown[]) {
  const database = mockClient(DynamoDBDocumentClient);
  database.on(BatchGetCommand).resolves({ Responses: { table: [...items].map((one) => Object(one)) } });
  return readBack({
    database: DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" })),
    table: "table",
    plan: PLAN,
    resent: new Map([[5, 3]]),
    patienceMs: 1,
  });
}

it("finds everything where everything is there once", async () => {
  const found = await look([100, 101, 102, 103, 104, 105].map((id) => item(id)));
  expect(found).toMatchObject({ stored: 6, missing: [], doubled: [], illegal: 3, unalerted: [] });
  expect(found.toAlert.max).toBeCloseTo(9_000, -2);
});

it("finds what is missing, counted twice or not alerted", async () => {
  const found = await look([
    item(101, { repeats: 1 }),
    item(102, { alert: { state: "pending" } }),
    item(103),
    item(104),
    // Sent three times, because two answers did not come.
    item(105, { repeats: 2 }),
  ]);
  expect(found).toMatchObject({
    stored: 5,
    missing: ["1#100"],
    doubled: ["1#101"],
    unalerted: ["1#102"],
  });
});
