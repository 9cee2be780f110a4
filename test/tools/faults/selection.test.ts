import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Chosen, type ChosenFound, runChosen, shown } from "./chosen.ts";
import { CHANGES } from "./intake/change-scenarios.ts";
import { DELIVERIES } from "./intake/delivery-scenarios.ts";
import { openEndpoints, openQueueWith } from "./intake/intake-environments.ts";
import { openReminders } from "./reminders/reminder-environment.ts";
import { openScans } from "./scans/scan-environment.ts";
import type { Environment } from "./scenario.ts";
import { slowness } from "./slowness.ts";

const ENDPOINTS: Chosen[] = [
  ["an illegal one is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "no reply"],
  ["a user is looked up", "GetUser dynamodb:GetItem users #1", "throttled"],
];

const QUEUE: Chosen[] = [
  ["an illegal one", "StoreNotifications dynamodb:PutItem notifications #1", "crash after"],
  ["an illegal one", "StoreNotifications sns:Publish alerts #1", "no reply"],
  ["an illegal one", "StoreNotifications dynamodb:UpdateItem notifications SET alert #1", "refused"],
  [
    "the same again, spelled otherwise",
    "StoreNotifications dynamodb:UpdateItem notifications SET repeats #1",
    "no reply once",
  ],
];

const SCANS: Chosen[] = [
  ["a scan", "StartScan dynamodb:PutItem scanRuns #1", "no reply once"],
  ["a scan", "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1", "refused"],
  ["a scan", "ScanWallets dynamodb:BatchWriteItem walletScans #1", "crash after"],
];

const REMINDERS: Chosen[] = [
  ["reminders of an hour", "SendReminders dynamodb:PutItem alerts #1", "crash after"],
  ["reminders of an hour", "SendReminders dynamodb:UpdateItem alerts SET state #1", "throttled"],
];

/** Fewer concurrent runs than in a campaign can do with a faster clock. */
const FASTER = 0.6;

let environments: Environment[] = [];
let found: ChosenFound[] = [];

beforeAll(async () => {
  const measured = slowness();
  const slow = measured * FASTER;
  environments = await Promise.all([
    openEndpoints(slow),
    openQueueWith("queue", { ...DELIVERIES, ...CHANGES }, slow),
    openScans(slow),
    openReminders(measured),
  ]);
  found = await Promise.all(
    [ENDPOINTS, QUEUE, SCANS, REMINDERS].map((chosen, index) => {
      const environment = environments[index];
      return environment === undefined ? { runs: [], leftBehind: [] } : runChosen(environment, chosen);
    }),
  );
}, 240_000);
afterAll(() => Promise.all(environments.map((environment) => environment.close())));

describe("a fixed selection of faults", () => {
  it.each([
    ["a post or a look-up", 0, ENDPOINTS],
    ["a message of the webhook queue", 1, QUEUE],
    ["a scan", 2, SCANS],
    ["reminders", 3, REMINDERS],
  ])("leaves everything as without it, at each call of %s", (_, index, chosen) => {
    const injected = chosen.map((names) => `${names.join(" / ")}: injected`);
    expect(found[index] && shown(found[index]).sort()).toEqual(injected.sort());
  });

  it("is judged by what is in the table", async () => {
    const [, queue] = environments;
    const [run] = found[1]?.runs ?? [];
    if (queue === undefined || run === undefined) throw new Error("Nothing was run.");
    const { database, stack } = queue.stack;
    const Key = { key: `1#${run.subject}`, version: "first" };
    await database.send(new DeleteCommand({ TableName: stack.endpoints.tables.notifications, Key }));
    await queue.drain?.();
    const scenario = queue.scenarios.find(({ name }) => name === run.scenario);
    expect(await scenario?.violations(run.subject, false)).toContainEqual({
      kind: "lost",
      text: `1#${run.subject} "illegal" was taken and is not stored`,
    });
  });
});
