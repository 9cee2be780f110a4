import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { notificationBody } from "../../support/notifications.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;

// The consumer's visibility of three minutes passes in three seconds.
beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 60, props: { desk: true } });
  await stack.load("StoreNotifications");
});
afterAll(() => stack.close());

function queued(id: number, changes: object = {}): Promise<void> {
  return stack.deliver(notificationBody({ id, ...changes }));
}

it("stores and alerts once the topic is back, and counts no repeat", async () => {
  stack.gate.outage("sns", true);
  await queued(2);
  await stack.nextDelivery();
  expectAlerts(2, 0, "while the topic is out of reach");
  stack.gate.outage("sns", false);
  expect(await stack.notification("1#2")).toMatchObject({ repeats: 0, alert: { state: "sent" } });
  expectAlerts(2, 1, "once the topic is back");
});

/** Takes a table away. @returns gives it back, empty */
async function withoutTable(TableName: string): Promise<() => Promise<unknown>> {
  const { Table } = await stack.database.send(new DescribeTableCommand({ TableName }));
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] } = Table ?? {};
  await stack.database.send(new DeleteTableCommand({ TableName }));
  const status = () =>
    stack.database.send(new DescribeTableCommand({ TableName })).then(
      ({ Table: description }) => description?.TableStatus,
      () => "GONE",
    );
  await expect.poll(status).toBe("GONE");
  const table: CreateTableCommandInput = {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions,
    KeySchema,
  };
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
    IndexName,
    KeySchema: keys,
    Projection,
  }));
  return async () => {
    await stack.database.send(
      new CreateTableCommand({
        ...table,
        ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
      }),
    );
    await expect.poll(status).toBe("ACTIVE");
  };
}

function alertsAbout(id: number) {
  return stack.alerts().filter(({ text }) => text.includes(`1#${id}`));
}

/** @param when of the test, for what a failure says */
function expectAlerts(id: number, count: 0 | 1, when: string): void {
  const subjects = alertsAbout(id).map(({ subject }) => subject);
  expect(subjects, `alerts about notification 1#${id} ${when}`).toHaveLength(count);
}

it("alerts immediately where wallets are out of reach, and remembers the wallet later without alerting again", async () => {
  const { wallets } = stack.endpoints.tables;
  const giveBack = await withoutTable(wallets);
  // A wallet that no warm function knows.
  await queued(3, { address: { id: 1, userId: "u-3", address: "0xthird" } });
  await stack.nextDelivery();
  expectAlerts(3, 1, "while the table of wallets is out of reach");
  await giveBack();
  expect(await stack.notification("1#3")).toMatchObject({ repeats: 0, alert: { state: "sent" } });
  const stored = await new WalletStore(stack.database, wallets).ofAddress(1, "0xthird");
  expect(stored).toMatchObject([{ userId: "u-3" }]);
  expectAlerts(3, 1, "after the wallet is remembered");
});

it("alerts once the case can be opened where cases are out of reach, since the message names it", async () => {
  const { cases = "" } = stack.endpoints.tables;
  const giveBack = await withoutTable(cases);
  await queued(7);
  await stack.nextDelivery();
  expectAlerts(7, 0, "while the table of cases is out of reach");
  await giveBack();
  const stored = await stack.notification("1#7");
  const key = stored && caseOfNotification(stored);
  const opened = key && (await new CaseQueries(stack.database, cases).readable(key));
  expect(opened).toMatchObject({ kind: "notification", risk: "illegal" });
  expectAlerts(7, 1, "once its case is open");
});

it("alerts when the records of alerts and the chains are out of reach, and says which record is missing", async () => {
  const { alerts, chains } = stack.endpoints.tables;
  const giveBack = await Promise.all([alerts, chains].map(withoutTable));
  await queued(4);
  const item = await stack.notification("1#4");
  expect(item).toMatchObject({ alert: { state: "sent" } });
  expectAlerts(4, 1, "while the records of alerts are out of reach");
  await Promise.all(giveBack.map((give) => give()));
  const store = new AlertStore(stack.database, alerts);
  expect(await store.find(item?.alert.id ?? "")).toBeUndefined();

  await queued(5);
  const { alert } = (await stack.notification("1#5")) ?? {};
  const [sentAlert] = alertsAbout(5);
  expect(await store.find(alert?.id ?? "")).toMatchObject({
    state: "sent",
    kind: "notification",
    subjects: [{ key: "1#5" }],
    message: { subject: sentAlert?.subject, email: sentAlert?.text },
  });
  expect(sentAlert?.text).toContain(`\nReference ${alert?.id}\n`);
});
