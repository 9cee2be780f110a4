/** The doctor's findings about a table that was taken over, by AWS's description of it. */

import { expect, test } from "vitest";
import { type FoundTable, problemsOf } from "../../../../../lib/cli/commands/doctor/deployed-checks.ts";

const hash = (AttributeName: string) => ({ AttributeName, KeyType: "HASH" as const });
const range = (AttributeName: string) => ({ AttributeName, KeyType: "RANGE" as const });

const WALLETS: FoundTable = {
  table: {
    TableName: "wallets-restored",
    KeySchema: [hash("shardKey"), range("walletKey")],
    GlobalSecondaryIndexes: [
      {
        IndexName: "byUser",
        KeySchema: [hash("userKey"), range("walletKey")],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
      {
        IndexName: "byScore",
        KeySchema: [hash("ranked"), range("rank")],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
    DeletionProtectionEnabled: true,
  },
  expires: undefined,
  recoverable: true,
};

const USERS: FoundTable = {
  table: {
    TableName: "users-restored",
    KeySchema: [hash("userId")],
    DeletionProtectionEnabled: true,
    SSEDescription: { KMSMasterKeyArn: "arn:aws:kms:us-east-1:000000000000:key/1" },
  },
  expires: undefined,
  recoverable: true,
};

const textsOf = (...args: Parameters<typeof problemsOf>) => problemsOf(...args).map(({ text }) => text);

test("finds nothing in a table that is as the stack makes it, nor in an index that copies more", () => {
  expect(problemsOf("wallets", WALLETS)).toEqual([]);
  expect(problemsOf("users", USERS)).toEqual([]);
  const everything = WALLETS.table.GlobalSecondaryIndexes?.map((index) => ({
    ...index,
    Projection: { ProjectionType: "ALL" as const },
  }));
  expect(
    problemsOf("wallets", { ...WALLETS, table: { ...WALLETS.table, GlobalSecondaryIndexes: everything } }),
  ).toEqual([]);
});

test("names all that a restored table has lost, each with the command that brings it back", () => {
  const { GlobalSecondaryIndexes: _, ...table } = WALLETS.table;
  const lost = {
    table: { ...table, DeletionProtectionEnabled: false },
    expires: undefined,
    recoverable: false,
  };
  const restore = "--table-name wallets-restored";
  expect(problemsOf("wallets", lost)).toEqual([
    {
      text: "lacks the index byUser of userKey and walletKey with 0 copied attributes",
      toDo: "restore it again with all of its indexes",
    },
    {
      text: "lacks the index byScore of ranked and rank with 0 copied attributes",
      toDo: "restore it again with all of its indexes",
    },
    {
      text: "cannot be restored to a point in time",
      toDo: `run "aws dynamodb update-continuous-backups ${restore} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"`,
    },
    {
      text: "can be deleted by mistake",
      toDo: `run "aws dynamodb update-table ${restore} --deletion-protection-enabled"`,
    },
  ]);
});

test("names a table of another kind by its key", () => {
  expect(textsOf("chains", WALLETS)).toEqual([
    "has the key shardKey and walletKey in place of chainId: it is another table",
  ]);
});

test("says where nothing expires, and where personal data has no key of its own", () => {
  const runs = { ...WALLETS, table: { ...WALLETS.table, KeySchema: [hash("projectId"), range("runId")] } };
  expect(textsOf("scanRuns", runs)).toEqual(["keeps items forever: nothing expires"]);
  expect(textsOf("scanRuns", { ...runs, expires: "expiresAt" })).toEqual([]);
  const { SSEDescription: _, ...table } = USERS.table;
  expect(textsOf("users", { ...USERS, table })).toEqual([
    "stores personal data without its own encryption key",
  ]);
});
