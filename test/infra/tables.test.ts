/** The template's tables and secrets. */

import { describe, expect, test } from "vitest";
import { listedAttributes } from "../../lib/intake/notifications/notification-attributes.ts";
import { type Properties, resourceOf, resourcesOf, synthesize, targetOf, WITH_DESK } from "./synthesized.ts";

const template = synthesize();

describe("the tables", () => {
  const tables = resourcesOf(template, "AWS::DynamoDB::Table");

  test.each([...tables])("%s can be recovered, is encrypted, and outlives the stack", (_, table) => {
    expect(table.Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
    });
    expect(table.DeletionPolicy).toBe("Retain");
  });

  test("have a key of their own for personal data, which rotates", () => {
    const users = resourceOf(template, "AWS::DynamoDB::Table", "Users");
    expect(targetOf(users["SSESpecification"].KMSMasterKeyId)).toBe("PersonalDataKey");
    expect(resourceOf(template, "AWS::KMS::Key", "PersonalDataKey")["EnableKeyRotation"]).toBe(true);
  });

  test("copy into the indexes of notifications exactly what lists show", () => {
    const { GlobalSecondaryIndexes } = resourceOf(template, "AWS::DynamoDB::Table", "Notifications");
    const tableKey = ["key", "version"];
    for (const { KeySchema, Projection } of GlobalSecondaryIndexes) {
      const keys = [...tableKey, ...KeySchema.map(({ AttributeName }: Properties) => AttributeName)];
      const listed = Object.keys(listedAttributes()).filter((name) => !keys.includes(name));
      expect(Projection.NonKeyAttributes.toSorted()).toEqual(listed.toSorted());
    }
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Projection.html
  test("copy at most 20 attributes into an index, and 100 into those of a table", () => {
    const withDesk = resourcesOf(synthesize(WITH_DESK), "AWS::DynamoDB::Table");
    for (const [name, { Properties }] of withDesk) {
      const counts = (Properties["GlobalSecondaryIndexes"] ?? []).map(
        ({ Projection }: Properties) => Projection.NonKeyAttributes?.length ?? 0,
      );
      expect(Math.max(0, ...counts), name).toBeLessThanOrEqual(20);
      expect(
        counts.reduce((sum: number, count: number) => sum + count, 0),
        name,
      ).toBeLessThanOrEqual(100);
    }
  });
});

describe("tables that are taken over", () => {
  const usersKeyArn = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
  const taken = synthesize({
    tables: {
      users: "users-restored",
      usersKeyArn,
      notifications: "notifications-restored",
      cases: "cases-restored",
    },
    desk: true,
  });

  test("are used and not made, so that the stack never removes them", () => {
    const made = [...resourcesOf(taken, "AWS::DynamoDB::Table").keys()];
    expect(made).toEqual(["Wallets", "WalletScans", "ScanRuns", "Chains", "Rates", "Alerts", "DeskSessions"]);
    const { Variables } = resourceOf(taken, "AWS::Lambda::Function", "StoreNotifications")["Environment"];
    expect(Variables.NOTIFICATIONS_TABLE).toBe("notifications-restored");
    expect(taken.Outputs).toMatchObject({
      UsersTable: { Value: "users-restored" },
      CasesTable: { Value: "cases-restored" },
    });
  });

  test("are what the roles allow, with the key that encrypts personal data", () => {
    expect([...resourcesOf(taken, "AWS::KMS::Key").keys()]).toEqual(["ServiceKey"]);
    const allowed = JSON.stringify(resourceOf(taken, "AWS::IAM::Policy", "GetUserRoleDefaultPolicy"));
    expect(allowed).toContain(":table/users-restored");
    expect(allowed).toContain(usersKeyArn);
    const stored = JSON.stringify(
      resourceOf(taken, "AWS::IAM::Policy", "StoreNotificationsRoleDefaultPolicy"),
    );
    expect(stored).toContain(':table/notifications-restored"');
  });
});

describe("the secrets", () => {
  test.each([...resourcesOf(template, "AWS::SecretsManager::Secret")])(
    "%s begins empty and outlives the stack",
    (_, { Properties, DeletionPolicy }) => {
      expect(Properties["SecretString"]).toBe("{}");
      expect(DeletionPolicy).toBe("RetainExceptOnCreate");
    },
  );
});
