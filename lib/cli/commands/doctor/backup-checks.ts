/** Checks of the last backup of each table, where the stack has backups. */

import { type BackupClient, paginateListRecoveryPointsByBackupVault } from "@aws-sdk/client-backup";
import type { Finding } from "../../../reports/health/checks.ts";
import { BACKED_UP, MOST_BACKUP_HOURS, NIGHTS_KEPT } from "../../../settings/limits.ts";
import { backups } from "../../core/aws.ts";
import type { DeployedTarget } from "../../core/target.ts";
import { type Check, failure, ok, warning } from "./checks.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const BACKUP_AGE_MS = MOST_BACKUP_HOURS * HOUR_MS;

export const backupChecks: readonly Check[] = [
  {
    about: "backups",
    run: async ({ target, now }) => {
      if (target.kind === "local" || target.backupVault === undefined) return [];
      const vault = target.backupVault;
      return Promise.all(BACKED_UP.map((table) => lastBackup(target, vault, table, now)));
    },
  },
];

async function lastBackup(
  target: DeployedTarget,
  vault: string,
  table: (typeof BACKED_UP)[number],
  now: number,
): Promise<Finding> {
  const about = `last backup of ${table}`;
  const last = await newestBackup(backups(target), vault, arnOf(target, table), now);
  if (last !== undefined) {
    const text = last.toISOString();
    if (now - last.getTime() <= BACKUP_AGE_MS) return ok(about, text);
    return failure(about, text, "see docs/operate/alarms.md#backupfailing");
  }
  const createdAt = target.deployment.createdAt ?? 0;
  return now - createdAt <= BACKUP_AGE_MS
    ? warning(about, "none yet", "look again after the first night, see docs/operate/backups.md")
    : failure(
        about,
        `none within ${NIGHTS_KEPT} days`,
        "wait for the next morning if backups are new, otherwise see docs/operate/alarms.md#backupfailing",
      );
}

/** @returns when the newest backup was begun that can be restored; undefined without one */
async function newestBackup(
  client: BackupClient,
  vault: string,
  tableArn: string,
  now: number,
): Promise<Date | undefined> {
  const pages = paginateListRecoveryPointsByBackupVault(
    { client },
    {
      BackupVaultName: vault,
      ByResourceArn: tableArn,
      ByCreatedAfter: new Date(now - NIGHTS_KEPT * DAY_MS),
    },
  );
  let newest: Date | undefined;
  for await (const { RecoveryPoints = [] } of pages)
    for (const { Status, CreationDate } of RecoveryPoints)
      if (Status === "COMPLETED" && CreationDate !== undefined && CreationDate > (newest ?? 0))
        newest = CreationDate;
  return newest;
}

function arnOf({ tables, deployment }: DeployedTarget, table: (typeof BACKED_UP)[number]): string {
  return `arn:aws:dynamodb:${deployment.region}:${deployment.account}:table/${tables[table]}`;
}
