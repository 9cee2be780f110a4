/** What `vigia doctor` says of the backups of a deployed stack. */

import { BackupClient, ListRecoveryPointsByBackupVaultCommand } from "@aws-sdk/client-backup";
import { afterEach, expect, test } from "vitest";
import { backupChecks } from "../../../../../lib/cli/commands/doctor/backup-checks.ts";
import { runChecks } from "../../../../../lib/cli/commands/doctor/checks.ts";
import type { DeployedTarget } from "../../../../../lib/cli/core/target.ts";
import { mockClient } from "../../../../support/mock-client.ts";
import { deployedTarget, NOW } from "../../support/test-context.ts";

const backup = mockClient(BackupClient);
afterEach(() => backup.reset());

const HOUR_MS = 3_600_000;

async function findings(changes: Partial<DeployedTarget> = {}) {
  const target: DeployedTarget = { ...stage(), ...changes };
  return runChecks(backupChecks, { target, now: NOW });
}

function stage(): DeployedTarget {
  return {
    ...deployedTarget({}),
    backupVault: "vigia-vault",
    deployment: {
      stackName: "Vigia-dev",
      account: "111122223333",
      region: "us-east-1",
      createdAt: NOW - 30 * 24 * HOUR_MS,
      version: "1.0.0",
    },
  };
}

/** Answers for each table with the ages of its backups, in hours. */
function answerWith(ages: Record<string, readonly number[]>, Status: "COMPLETED" | "PARTIAL" = "COMPLETED") {
  backup.on(ListRecoveryPointsByBackupVaultCommand).callsFake(async ({ ByResourceArn, BackupVaultName }) => {
    expect(BackupVaultName).toBe("vigia-vault");
    const [, table = ""] = /^arn:aws:dynamodb:us-east-1:111122223333:table\/(.+)$/.exec(ByResourceArn) ?? [];
    return {
      RecoveryPoints: (ages[table] ?? []).map((hours) => ({
        Status,
        CreationDate: new Date(NOW - hours * HOUR_MS),
      })),
    };
  });
}

test("names the last backup of each table, and fails where it is older than a night and a half", async () => {
  const { tables } = stage();
  answerWith({
    [tables.cases]: [50, 2, 26],
    [tables.notifications]: [37],
    [tables.alerts]: [35],
  });
  expect((await findings()).map(({ about, state, text }) => [about, state, text])).toEqual([
    ["last backup of cases", "ok", new Date(NOW - 2 * HOUR_MS).toISOString()],
    ["last backup of notifications", "failure", new Date(NOW - 37 * HOUR_MS).toISOString()],
    ["last backup of alerts", "ok", new Date(NOW - 35 * HOUR_MS).toISOString()],
    ["last backup of wallets", "failure", "none within 35 days"],
  ]);
});

test("takes no backup that did not end for one", async () => {
  const { tables } = stage();
  answerWith({ [tables.cases]: [2] }, "PARTIAL");
  expect((await findings())[0]).toMatchObject({ state: "failure", text: "none within 35 days" });
});

test("warns of none before the first night of a new stack", async () => {
  answerWith({});
  const { deployment } = stage();
  const results = await findings({ deployment: { ...deployment, createdAt: NOW - HOUR_MS } });
  expect(results.map(({ state, text }) => [state, text])).toEqual(
    Array.from({ length: 4 }, () => ["warning", "none yet"]),
  );
});

test("says nothing of a stack without backups", async () => {
  expect(await findings({ backupVault: undefined })).toEqual([]);
});
