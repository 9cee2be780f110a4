/** The backups in the template: what they hold, how long, and who could delete them. */

import { describe, expect, test } from "vitest";
import type { BackupsProps } from "../../lib/settings/settings.ts";
import {
  type Properties,
  permissionsIn,
  resourceOf,
  resourcesOf,
  synthesize,
  targetOf,
} from "./synthesized.ts";

const template = synthesize({ backups: true });

function onlyOf(type: string, backups: boolean | BackupsProps): Properties {
  const [first, ...others] = [...resourcesOf(synthesize({ backups }), type).values()];
  if (first === undefined || others.length > 0) throw new Error(`The template has not one ${type}.`);
  return first.Properties;
}

function rulesOf(backups: boolean | BackupsProps) {
  return onlyOf("AWS::Backup::BackupPlan", backups)["BackupPlan"].BackupPlanRule.map(
    ({ RuleName, ScheduleExpression, ScheduleExpressionTimezone, Lifecycle }: Properties) => [
      RuleName,
      ScheduleExpression,
      ScheduleExpressionTimezone,
      Lifecycle.DeleteAfterDays,
    ],
  );
}

test("a stack has no backups unless its settings ask for them", () => {
  const types = Object.values(synthesize().Resources).map(({ Type }) => Type);
  expect(types.filter((type) => type.startsWith("AWS::Backup"))).toEqual([]);
});

describe("the backups", () => {
  test("hold cases, notifications, alerts and wallets, and neither users nor sessions", () => {
    const { Resources } = onlyOf("AWS::Backup::BackupSelection", true)["BackupSelection"];
    expect(Resources.map(targetOf).toSorted()).toEqual(["Alerts", "Cases", "Notifications", "Wallets"]);
  });

  test("are made each night for 35 days and each month for as long as records are kept", () => {
    expect(rulesOf(true)).toEqual([
      ["nightly", "cron(30 5 * * ? *)", "America/Mexico_City", 35],
      ["monthly", "cron(30 18 1 * ? *)", "America/Mexico_City", 3653],
    ]);
    expect(onlyOf("AWS::Backup::BackupPlan", true)["BackupPlan"].BackupPlanName).toBe("vigia-dev");
    expect(rulesOf({ retentionYears: 5 })[1]).toContain(1827);
    expect(rulesOf({ retentionYears: 100 })[1]).toContain(36_500);
  });

  test("are in a vault that outlives the stack, and whose lock refuses to delete one within 35 days", () => {
    const [vault] = [...resourcesOf(template, "AWS::Backup::BackupVault").values()];
    expect(vault?.Properties["LockConfiguration"]).toEqual({ MinRetentionDays: 35 });
    expect([vault?.DeletionPolicy, vault?.UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
    // With the stack's own id in it, another stack of the name finds it free.
    expect(JSON.stringify(vault?.Properties["BackupVaultName"])).toContain("AWS::StackId");
  });

  test("are locked for ever three days after a deployment that says so", () => {
    expect(onlyOf("AWS::Backup::BackupVault", { compliance: true })["LockConfiguration"]).toEqual({
      MinRetentionDays: 35,
      ChangeableForDays: 3,
    });
  });

  test("go into a vault that exists where one is named, and no other is made", () => {
    const used = synthesize({ backups: { vaultName: "vigia-before" } });
    expect(resourcesOf(used, "AWS::Backup::BackupVault").size).toBe(0);
    const plan = resourceOf(used, "AWS::Backup::BackupPlan", "BackupPlan")["BackupPlan"];
    expect(plan.BackupPlanRule.map(({ TargetBackupVault }: Properties) => TargetBackupVault)).toEqual([
      "vigia-before",
      "vigia-before",
    ]);
    expect(used.Outputs["BackupVaultName"]?.Value).toBe("vigia-before");
  });

  test("are made by a role that reads no item and deletes no backup", () => {
    const tables = ["Alerts", "Cases", "Notifications", "Wallets"];
    expect(permissionsIn(template)["BackupRole"]).toEqual([
      "backup:DescribeBackupVault BackupVault",
      ...["DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"].flatMap((action) =>
        tables.map((table) => `dynamodb:${action} ${table}`),
      ),
    ]);
    const { Statement } = resourceOf(template, "AWS::IAM::Role", "BackupRole")["AssumeRolePolicyDocument"];
    expect(Statement).toEqual([
      { Action: "sts:AssumeRole", Effect: "Allow", Principal: { Service: "backup.amazonaws.com" } },
    ]);
  });

  test("can be listed by an operator, and are deleted by no policy of the stack", () => {
    const backupActions = Object.entries(permissionsIn(template)).flatMap(([holder, allowed]) =>
      allowed.filter((action) => action.startsWith("backup:")).map((action) => `${holder}: ${action}`),
    );
    expect(backupActions).toEqual([
      "BackupRole: backup:DescribeBackupVault BackupVault",
      "Operator: backup:ListRecoveryPointsByBackupVault BackupVault",
    ]);
  });

  test("raise an alarm where a job ends without one, and where none comes", () => {
    const failing = resourceOf(template, "AWS::CloudWatch::Alarm", "BackupFailing");
    const metrics = failing["Metrics"].flatMap(({ MetricStat, Expression }: Properties) =>
      MetricStat === undefined ? [Expression] : [MetricStat.Metric.MetricName],
    );
    expect(metrics).toEqual([
      "FILL(failed, 0) + FILL(expired, 0) + FILL(aborted, 0)",
      "NumberOfBackupJobsFailed",
      "NumberOfBackupJobsExpired",
      "NumberOfBackupJobsAborted",
    ]);
    const absent = resourceOf(template, "AWS::CloudWatch::Alarm", "BackupAbsent");
    expect(absent).toMatchObject({
      Namespace: "AWS/Backup",
      MetricName: "NumberOfBackupJobsCompleted",
      EvaluationPeriods: 36,
      Period: 3_600,
    });
    expect(absent["InsufficientDataActions"].map(targetOf)).toEqual(["OperationsTopic"]);
    for (const { Dimensions } of [
      absent,
      ...failing["Metrics"].flatMap(({ MetricStat }: Properties) => MetricStat?.Metric ?? []),
    ])
      expect(Dimensions.map(({ Name, Value }: Properties) => [Name, targetOf(Value)])).toEqual([
        ["BackupVaultName", "BackupVault"],
      ]);
  });

  test.each([
    [
      "en",
      /^[A-Z].{20,}\. The compliance officer\b.{10,}\. To do: .{20,}\. More: docs\/operate\/alarms\.md#[a-z]+ /,
    ],
    [
      "es",
      /^\p{Lu}.{20,}\. .*cumplimiento\b.{10,}\. Qué hacer: .{20,}\. Más: docs\/operate\/alarms\.md#[a-z]+ /u,
    ],
  ] as const)("say in %s what happened, who is affected and what to do", (language, form) => {
    const described = synthesize({ backups: true, language });
    for (const name of ["BackupFailing", "BackupAbsent"])
      expect(resourceOf(described, "AWS::CloudWatch::Alarm", name)["AlarmDescription"]).toMatch(form);
  });
});
