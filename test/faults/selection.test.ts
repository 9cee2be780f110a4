import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Chosen, type ChosenFound, playChosen, shown } from "./chosen.ts";
import { openDoors, openQueue } from "./intake-theatre.ts";
import { openScans } from "./scan-theatre.ts";
import { slowness } from "./slowness.ts";
import type { Theatre } from "./story.ts";

const DOORS: Chosen[] = [
  ["an illegal one is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "refused"],
  ["an illegal one is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "no reply"],
  ["what is not the contract is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "killed after"],
  ["a user is looked up", "GetUser dynamodb:GetItem users #1", "throttled"],
];

const QUEUE: Chosen[] = [
  ["an illegal one", "StoreNotifications dynamodb:PutItem notifications #1", "killed after"],
  ["an illegal one", "StoreNotifications sns:Publish alerts #1", "no reply"],
  ["an illegal one", "StoreNotifications dynamodb:UpdateItem notifications SET alert #1", "refused"],
  [
    "the same again, spelled otherwise",
    "StoreNotifications dynamodb:UpdateItem notifications SET repeats #1",
    "no reply once",
  ],
  [
    "another content, and worse",
    "StoreNotifications dynamodb:UpdateItem notifications SET claims #1",
    "late",
  ],
  ["what is not the contract", "StoreNotifications sns:Publish operations #1", "throttled"],
  ["four at once", "StoreNotifications dynamodb:PutItem notifications #2", "killed before"],
];

const SCANS: Chosen[] = [
  ["a scan", "StartScan dynamodb:PutItem scanRuns #1", "no reply once"],
  ["a scan", "StartScan sqs:SendMessageBatch scan #1", "killed after"],
  ["a scan", "ScanWallets dynamodb:UpdateItem scanRuns SET shards #3", "no reply once"],
  ["a scan", "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1", "refused"],
  ["a scan", "ScanWallets dynamodb:BatchWriteItem walletScans #1", "killed after"],
  ["a scan", "ScanWallets dynamodb:UpdateItem scanRuns SET status #1", "no reply once"],
];

/** Fewer runs at once than in a campaign can do with a faster clock. */
const FASTER = 0.6;

let theatres: Theatre[] = [];
let found: ChosenFound[] = [];

beforeAll(async () => {
  const slow = slowness() * FASTER;
  theatres = await Promise.all([openDoors(slow), openQueue(slow), openScans(slow)]);
  found = await Promise.all(
    [DOORS, QUEUE, SCANS].map((chosen, index) => {
      const theatre = theatres[index];
      return theatre === undefined ? { runs: [], leftBehind: [] } : playChosen(theatre, chosen);
    }),
  );
}, 240_000);
afterAll(() => Promise.all(theatres.map((theatre) => theatre.close())));

describe("a fixed selection of faults", () => {
  it.each([
    ["a post or a look-up", 0, DOORS],
    ["a message of the webhook queue", 1, QUEUE],
    ["a scan", 2, SCANS],
  ])("leaves everything as without it, at each call of %s", (_, index, chosen) => {
    const struck = chosen.map((names) => `${names.join(" / ")}: struck`);
    expect(found[index] && shown(found[index]).sort()).toEqual(struck.sort());
  });

  it("is judged by what is in the table", async () => {
    const [, queue] = theatres;
    const [run] = found[1]?.runs ?? [];
    if (queue === undefined || run === undefined) throw new Error("Nothing was played.");
    const { database, stack } = queue.stack;
    const Key = { key: `1#${run.subject}`, version: "first" };
    await database.send(new DeleteCommand({ TableName: stack.endpoints.tables.notifications, Key }));
    await queue.drain();
    const story = queue.stories.find(({ name }) => name === run.story);
    expect(await story?.violations(run.subject, false)).toContainEqual({
      kind: "lost",
      text: `1#${run.subject} "illegal" was taken and is not stored`,
    });
  });
});
