import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { documentClient } from "../../../lib/aws/document-client.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { mockClient } from "../../support/mock-client.ts";

/** Answers counts as partitions of these sizes do. @returns the number of items that were read so far */
function partitionsOf(sizes: Readonly<Record<string, number>>): () => number {
  let read = 0;
  mockClient(DynamoDBDocumentClient)
    .on(QueryCommand)
    .callsFake(({ ExpressionAttributeValues, Limit, ExclusiveStartKey }) => {
      const shard: string = ExpressionAttributeValues[":partition"];
      const before: number = ExclusiveStartKey?.at ?? 0;
      const Count = Math.min(Limit, (sizes[shard] ?? 0) - before);
      read += Count;
      const at = before + Count;
      return { Count, ...(at < (sizes[shard] ?? 0) && { LastEvaluatedKey: { at } }) };
    });
  return () => read;
}

it("counts open cases exactly up to the bound, and reads hardly more than it counts", async () => {
  const count = () => new CaseQueries(documentClient(), "Cases").countOpen([1, 2], 1_001);
  const few = partitionsOf({ 1: 601, 2: 5 });
  expect(await count()).toBe(606);
  expect(few()).toBe(606);
  const many = partitionsOf({ 1: 50_000, 2: 50_000 });
  expect(await count()).toBe(1_001);
  expect(many()).toBeLessThan(1_020);
});
