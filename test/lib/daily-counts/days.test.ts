/** The calls of the days' stores, each as it is. */

import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, test, vi } from "vitest";
import { DayContents } from "../../../lib/daily-counts/day-contents.ts";
import { emptyDay } from "../../../lib/daily-counts/day-count.ts";
import { DayCounter } from "../../../lib/daily-counts/day-counter.ts";
import { dayCsv } from "../../../lib/daily-counts/day-csv.ts";
import { DayStore } from "../../../lib/daily-counts/days.ts";
import { TouchedDays } from "../../../lib/daily-counts/touched-days.ts";
import { logger } from "../../../lib/platform/observe.ts";
import { mockClient } from "../../support/mock-client.ts";

const COUNTED = {
  projectId: 1,
  timeZone: "America/Mexico_City",
  countedAt: "2026-03-03T10:00:00.000Z",
  count: emptyDay(),
};

function mocked() {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
  const mock = mockClient(documents);
  return { documents, mock, inputs: () => mock.calls().map(({ args: [{ input }] }) => input) };
}

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(found);
}

describe("a day", () => {
  it("is stored unless a later count exists, and expires with its first notification", async () => {
    const { documents, mock, inputs } = mocked();
    mock.on(PutCommand).rejects(new ConditionalCheckFailedException({ message: "", $metadata: {} }));
    const begins = new Date("2026-03-02T06:00:00.000Z");
    await new DayStore(documents, "Cases").put({ day: "2026-03-02", ...COUNTED }, begins, 10);
    expect(inputs()).toEqual([
      {
        TableName: "Cases",
        Item: { subject: "days#1", opened: "2026-03-02", ...COUNTED, expiresAt: 2_088_050_400 },
        ConditionExpression: "NOT attribute_type(countedAt, :text) OR countedAt <= :countedAt",
        ExpressionAttributeValues: { ":countedAt": "2026-03-03T10:00:00.000Z", ":text": "S" },
      },
    ]);
  });

  it("is read with the others of a range, by one query", async () => {
    const { documents, mock, inputs } = mocked();
    mock.on(QueryCommand).resolves({ Items: [{ subject: "days#1", opened: "2026-03-02", ...COUNTED }] });
    const store = new DayStore(documents, "Cases");
    const range = { from: "2026-03-01", to: "2026-03-31" };
    expect(await all(store.of(1, range))).toEqual([{ day: "2026-03-02", ...COUNTED }]);
    expect(await store.countedAt(1, range)).toEqual(new Map([["2026-03-02", COUNTED.countedAt]]));
    const query = {
      TableName: "Cases",
      KeyConditionExpression: "#subject = :days AND #opened BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#subject": "subject", "#opened": "opened" },
      ExpressionAttributeValues: { ":days": "days#1", ":from": "2026-03-01", ":to": "2026-03-31" },
    };
    expect(inputs()).toEqual([
      query,
      { ...query, ConsistentRead: true, ProjectionExpression: "#opened, countedAt" },
    ]);
  });
});

test("the days of which something is open are found by their numbers alone", async () => {
  const { documents, mock, inputs } = mocked();
  const open = { open: 2, openDue: { "2026-04-17": 1 } };
  mock.on(QueryCommand).resolves({ Items: [{ opened: "2026-03-02", count: open }] });
  expect(await all(new DayStore(documents, "Cases").open(1))).toEqual([{ day: "2026-03-02", count: open }]);
  expect(inputs()).toEqual([
    {
      TableName: "Cases",
      KeyConditionExpression: "#subject = :days AND #opened BETWEEN :from AND :to",
      FilterExpression: "#count.#open > :none",
      ProjectionExpression: "#opened, #count.#open, #count.#openDue",
      ExpressionAttributeNames: {
        ...{ "#subject": "subject", "#opened": "opened", "#count": "count" },
        ...{ "#open": "open", "#openDue": "openDue" },
      },
      ExpressionAttributeValues: { ":days": "days#1", ":from": "0", ":to": "9", ":none": 0 },
    },
  ]);
});

test("a day in CSV has a column for each number, and times in seconds", () => {
  const counter = new DayCounter((iso) => iso.slice(0, 10), COUNTED.countedAt);
  const receivedAt = "2026-03-02T15:00:00.000Z";
  counter.addNotification({
    ...{ kind: "notification", risk: "illegal", receivedAt },
    laws: [{ name: "LFPIORPI", countryCode: "MX", risk: "illegal" }],
    alert: { state: "sent", at: "2026-03-02T15:00:01.500Z" },
  });
  counter.addCase({ kind: "wallet", receivedAt, dueAt: "none" });
  const day = { ...COUNTED, day: "2026-03-02", count: counter.count() };
  const cells = dayCsv.csvCells(day);
  const row = Object.fromEntries(dayCsv.csvHeader.map((name, index) => [name, cells[index]]));
  expect(cells).toHaveLength(dayCsv.csvHeader.length);
  expect(Object.entries(row).filter(([, cell]) => cell !== 0 && cell !== undefined)).toEqual([
    ["projectId", 1],
    ["day", "2026-03-02"],
    ["timeZone", "America/Mexico_City"],
    ["countedAt", "2026-03-03T10:00:00.000Z"],
    ["notificationsIllegal", 1],
    ["laws", "MX LFPIORPI (1 illegal, 0 warn)"],
    ["alerted", 1],
    ["alertedHalfWithinSeconds", 1.5],
    ["alertedLongestSeconds", 1.5],
    ["crossings", 1],
    ["cases", 1],
    ["open", 1],
  ]);
});

describe("a day that was touched", () => {
  it("is marked by one write without a condition, which expires after a month", async () => {
    const { documents, inputs } = mocked();
    const now = new Date("2026-03-20T10:00:00.000Z");
    await new TouchedDays(documents, "Cases").mark(1, "2025-12-24T20:00:00.000Z", now);
    expect(inputs()).toEqual([
      {
        TableName: "Cases",
        Item: {
          subject: "late#1",
          opened: "2025-12-24",
          at: "2026-03-20T10:00:00.000Z",
          expiresAt: 1_776_592_800,
        },
      },
    ]);
  });

  it("is found beside a corrupt mark and a corrupt case of others, each of which the log names as what it is", async () => {
    const { documents, mock } = mocked();
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ subject: "late#1", opened: "2025-11-01", at: "zz" }] })
      .resolvesOnce({
        Items: [
          { subject: "notification#1#7", opened: "once", lastStepAt: "zz" },
          { receivedAt: "2025-12-02T15:00:00.000Z", lastStepAt: "2026-03-19T10:00:00.000Z" },
        ],
      });
    const logged = vi.spyOn(logger, "error").mockReturnValue(undefined);
    const touched = new TouchedDays(documents, "Cases").since(1, "2026-03-05T06:00:00.000Z");
    expect(await all(touched)).toEqual([
      { receivedAt: "2025-12-02T15:00:00.000Z", at: "2026-03-19T10:00:00.000Z" },
    ]);
    expect(logged.mock.calls).toEqual([
      ["a day cannot be read, and is left out until it is counted again", { day: "2025-11-01" }],
      [
        "a case cannot be read, and no list has it: vigia cases verify shows how",
        { subject: "notification#1#7", opened: "once" },
      ],
    ]);
    logged.mockRestore();
  });

  it("is found by its mark, and by the steps of its cases", async () => {
    const { documents, mock, inputs } = mocked();
    mock
      .on(QueryCommand)
      .resolvesOnce({
        Items: [
          { subject: "late#1", opened: "2025-11-01", at: "2026-03-01T10:00:00.000Z" },
          { subject: "late#1", opened: "2025-12-24", at: "2026-03-20T10:00:00.000Z" },
        ],
      })
      .resolvesOnce({
        Items: [
          { receivedAt: "2025-12-02T15:00:00.000Z", lastStepAt: "2026-03-19T10:00:00.000Z" },
          // A month.
          { lastStepAt: "2026-03-19T11:00:00.000Z" },
        ],
      });
    const found = await all(new TouchedDays(documents, "Cases").since(1, "2026-03-05T06:00:00.000Z"));
    expect(found).toEqual([
      { receivedAt: "2025-12-24T00:00:00.000Z", at: "2026-03-20T10:00:00.000Z" },
      { receivedAt: "2025-12-24T23:59:59.999Z", at: "2026-03-20T10:00:00.000Z" },
      { receivedAt: "2025-12-02T15:00:00.000Z", at: "2026-03-19T10:00:00.000Z" },
    ]);
    expect(inputs()).toEqual([
      {
        TableName: "Cases",
        KeyConditionExpression: "#subject = :marks",
        ExpressionAttributeNames: { "#subject": "subject" },
        ExpressionAttributeValues: { ":marks": "late#1" },
        ConsistentRead: true,
      },
      {
        TableName: "Cases",
        IndexName: "byLastStep",
        KeyConditionExpression: "#project = :project AND #last >= :since",
        ExpressionAttributeNames: { "#project": "steppedIn", "#last": "lastStepAt" },
        ExpressionAttributeValues: { ":project": "1", ":since": "2026-03-05T06:00:00.000Z" },
      },
    ]);
  });
});

describe("what is counted", () => {
  it("is read by eight queries of indexes, of the attributes that are counted alone", async () => {
    const { documents, mock, inputs } = mocked();
    mock.on(QueryCommand).resolves({ Items: [] });
    const contents = new DayContents(documents, { notifications: "Notifications", cases: "Cases" });
    const span = { projectId: 1, from: "2026-03-02T06:00:00.000Z", to: "2026-03-03T06:00:00.000Z" };
    for (let place = (await contents.page(span)).next; place; )
      place = (await contents.page(span, place)).next;
    expect(inputs()).toHaveLength(8);
    expect(inputs()[0]).toEqual({
      TableName: "Notifications",
      IndexName: "byTime",
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :last",
      ProjectionExpression:
        "#key, #version, #receivedAt, #kind, #said.#risk, #said.#laws, #said.#lawCount, #alert",
      ExpressionAttributeNames: {
        ...{ "#partition": "timeShard", "#sort": "receivedAt", "#key": "key", "#version": "version" },
        ...{ "#receivedAt": "receivedAt", "#kind": "kind", "#said": "said" },
        ...{ "#risk": "risk", "#laws": "laws", "#lawCount": "lawCount", "#alert": "alert" },
      },
      ExpressionAttributeValues: {
        ":partition": "1#0",
        ":from": "2026-03-02T06:00:00.000Z",
        ":last": "2026-03-03T05:59:59.999Z",
      },
    });
    expect(inputs()[7]).toEqual({
      TableName: "Cases",
      IndexName: "byTime",
      KeyConditionExpression: "#partition = :partition AND #sort BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#partition": "timeShard", "#sort": "order" },
      ExpressionAttributeValues: {
        ":partition": "1#3",
        ":from": "2026-03-02T06:00:00.000Z",
        ":to": "2026-03-03T06:00:00.000Z",
      },
    });
  });

  it("goes on behind the last item of a page", async () => {
    const { documents, mock, inputs } = mocked();
    const behind = {
      key: "1#42",
      version: "first",
      timeShard: "1#1",
      receivedAt: "2026-03-02T07:00:00.000Z",
    };
    mock.on(QueryCommand).resolves({ Items: [], LastEvaluatedKey: behind });
    const contents = new DayContents(documents, { notifications: "Notifications", cases: "Cases" });
    const span = { projectId: 1, from: "2026-03-02T06:00:00.000Z", to: "2026-03-03T06:00:00.000Z" };
    const { next } = await contents.page(span, { partition: 1 });
    expect(next).toEqual({ partition: 1, behind });
    await contents.page(span, next);
    expect(inputs()[1]).toMatchObject({ ExclusiveStartKey: behind });
  });
});
