/** The template's tables and secrets. */

import { describe, expect, test } from "vitest";
import { NOTIFICATION_LIST_ATTRIBUTES } from "../../lib/aws/tables/keys.ts";
import { readListed } from "../../lib/intake/notifications/notification-schema.ts";
import { readAt, storedItem } from "../support/deliveries.ts";
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

  test("copy into the indexes by time and by user what lists show, and into the others keys alone", () => {
    const { GlobalSecondaryIndexes } = resourceOf(template, "AWS::DynamoDB::Table", "Notifications");
    const copies = GlobalSecondaryIndexes.map(({ IndexName, Projection }: Properties) => [
      IndexName,
      Projection.ProjectionType,
    ]);
    expect(Object.fromEntries(copies)).toEqual({
      byTime: "INCLUDE",
      byUser: "INCLUDE",
      byWallet: "KEYS_ONLY",
      byHash: "KEYS_ONLY",
    });
    const item: Record<string, unknown> = storedItem(readAt("2026-01-01T00:00:00.000Z"));
    const copied = ["key", "revision", "receivedAt", ...NOTIFICATION_LIST_ATTRIBUTES];
    const listed = readListed(Object.fromEntries(copied.map((name) => [name, item[name]])));
    expect(listed).toMatchObject({ id: "42", laws: [{ name: "LFPIORPI" }], amount: { usd: "3000" } });
  });

  /** A list is frozen with the release: CloudFormation cannot change what an index copies. See docs/operate/upgrade.md. */
  test("copy exactly this, with room for two more in an index that lists read", () => {
    const copies = (table: string) =>
      Object.fromEntries(
        resourceOf(synthesize(WITH_DESK), "AWS::DynamoDB::Table", table)["GlobalSecondaryIndexes"].map(
          ({ IndexName, Projection }: Properties) => [IndexName, Projection.NonKeyAttributes ?? []],
        ),
      );
    const listed = [
      "kind",
      "risk",
      "riskNow",
      "topLaws",
      "lawCount",
      "chainId",
      "userId",
      "address",
      "txHash",
      "timestamp",
      "amount",
      "usd",
      "symbol",
      "decimals",
      "message",
      "alert",
      "alertAt",
      "alertId",
    ];
    expect(copies("Notifications")).toEqual({ byTime: listed, byUser: listed, byWallet: [], byHash: [] });
    expect(listed.length).toBeLessThanOrEqual(18);
    const ofCase = [
      "dues",
      "owner",
      "filingCount",
      "notices",
      "outcome",
      "decidedAt",
      "isRevisedSince",
      "stepCount",
    ];
    const byReceipt = ["facts", "receivedAt", "dueAt", ...ofCase];
    expect(copies("Cases")).toEqual({
      byTime: byReceipt,
      open: ["facts", "receivedAt", "order", ...ofCase],
      byUser: byReceipt,
      byEvent: ["event"],
    });
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
    const newTables = [...resourcesOf(taken, "AWS::DynamoDB::Table").keys()];
    expect(newTables).toEqual([
      "Wallets",
      "WalletScans",
      "ScanRuns",
      "Chains",
      "Rates",
      "Alerts",
      "DeskSessions",
    ]);
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
    expect(stored).toContain(":table/notifications-restored");
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
