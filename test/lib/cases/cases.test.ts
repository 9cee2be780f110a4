import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import type { CaseKey } from "../../../lib/cases/case-keys.ts";
import { type CaseFilter, CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseStore, type NewWalletCase } from "../../../lib/cases/cases.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { lfpiorpi } from "../../support/deadlines.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const store = new CaseStore(client, "Cases", 10);
const queries = new CaseQueries(client, "Cases");

function openingOf(id: number, receivedAt: string, projectId = 1) {
  const kind = "notification" as const;
  return {
    subject: `notification#${projectId}#${id}`,
    opened: "once",
    kind,
    projectId,
    receivedAt,
    deadlines: [],
  };
}

function exceeded(opened: string, score: number): NewWalletCase {
  const receivedAt = opened.slice(0, 24);
  return {
    subject: "wallet#5#0xa#1",
    opened,
    kind: "wallet",
    projectId: 5,
    chainId: "1",
    address: "0xA",
    score,
    previousScore: 10,
    lastExceeded: opened,
    receivedAt,
  };
}

const decide = (key: CaseKey) =>
  new StoredCases(client).step(key, newStep("a", "2026-03-04T02:00:00.000Z", NOT_REPORTABLE));

const listOf = (projectId: number) => Array.fromAsync(queries.list({ projectIds: [projectId] }));

const NIGHTS = ["2026-03-01T02:00:00.000Z-aaaaaa", "2026-03-02T02:00:00.000Z-bbbbbb"] as const;

describe("a case", () => {
  it("is opened once, and stays as it was", async () => {
    expect(await store.open(openingOf(1, "2026-01-01T00:00:00.000Z", 9))).toBeDefined();
    expect(await store.open(openingOf(1, "2026-02-02T00:00:00.000Z", 9))).toBeUndefined();
    expect(await listOf(9)).toMatchObject([{ receivedAt: "2026-01-01T00:00:00.000Z", dueAt: "none" }]);
  });

  it("of a wallet takes up further exceedances while it is open, and none of an earlier run", async () => {
    const [first, second] = NIGHTS;
    await store.openForWallet(exceeded(first, 61));
    await store.openForWallet(exceeded(second, 75));
    await store.openForWallet(exceeded(first, 61));
    expect(await queries.readable({ subject: "wallet#5#0xa#1", opened: first })).toMatchObject({
      score: 75,
      lastExceeded: second,
    });
    expect(await queries.readable({ subject: "wallet#5#0xa#1", opened: second })).toBeUndefined();
  });

  it("of a wallet is a new one once the last is closed, and only by a later run", async () => {
    const [first, second] = NIGHTS;
    await decide({ subject: "wallet#5#0xa#1", opened: first });
    for (const night of [first, second]) await store.openForWallet(exceeded(night, 75));
    expect(await Array.fromAsync(queries.allOpen([5]))).toEqual([]);
    const third = "2026-03-03T02:00:00.000Z-cccccc";
    await store.openForWallet(exceeded(third, 80));
    expect(await Array.fromAsync(queries.allOpen([5]))).toMatchObject([{ opened: third, score: 80 }]);
    expect(await listOf(5)).toHaveLength(2);
  });
});

describe("a wallet of which an officer opened a case while a scan ran", () => {
  const openingOf = (opened: string) => ({
    ...exceeded(opened, 61),
    subject: "wallet#14#0xa#1",
    projectId: 14,
  });
  const officers = { subject: "wallet#14#0xa#1", opened: "2026-03-01T02:30:00.000Z" };
  const { lastExceeded: _run, ...opening } = openingOf(NIGHTS[0]);

  it("has a further alert as a step of it, or in a case of its own once that is decided", async () => {
    await store.open({ ...opening, ...officers });
    expect(await store.openForWallet(openingOf(NIGHTS[0]))).toBe(false);
    expect(await queries.readable(officers)).toMatchObject({ steps: [{ kind: "exceeded" }] });
    await decide(officers);
    expect(await store.openForWallet(openingOf(NIGHTS[0]))).toBe(false);
    expect(await store.openForWallet(openingOf(NIGHTS[1]))).toBe(true);
    expect(await store.openForWallet(openingOf(NIGHTS[1]))).toBe(false);
  });
});

describe("a wallet's case that is decided", () => {
  const openingOf = (opened: string) => ({
    ...exceeded(opened, 61),
    subject: "wallet#6#0xa#1",
    projectId: 6,
  });

  it("loses no alert that came while it was being decided", async () => {
    const third = "2026-03-03T02:00:00.000Z-cccccc";
    await store.openForWallet(openingOf(third));
    const fourth = "2026-03-04T02:00:00.000Z-dddddd";
    // Decided between the look at the case and the note of the alert.
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === "TransactWriteItemsCommand" && JSON.stringify(args.input).includes(fourth)) {
            client.middlewareStack.remove("decide");
            await decide({ subject: "wallet#6#0xa#1", opened: third });
          }
          return next(args);
        },
      { step: "initialize", name: "decide" },
    );
    await store.openForWallet(openingOf(fourth));
    expect(await Array.fromAsync(queries.allOpen([6]), ({ opened }) => opened)).toEqual([fourth]);
  });
});

describe("a case that is corrupt", () => {
  const spoil = (subject: string, opened = "once") =>
    client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: { subject, opened },
        UpdateExpression: "SET facts.kind = :bogus",
        ExpressionAttributeValues: { ":bogus": "bogus" },
      }),
    );

  it("keeps no other from the inbox, from lists and from pages, which say how many cannot be read", async () => {
    for (let id = 1; id <= 9; id++)
      await store.open({ ...openingOf(id, `2026-01-0${id}T00:00:00.000Z`, 8), rules: [lfpiorpi()] });
    const unreadable: string[] = [];
    const watched = new CaseQueries(client, "Cases", ({ subject }) => unreadable.push(subject));
    // The newest ones: all that a page of two would read of their partitions.
    for (const id of [5, 6, 7, 8, 9]) await spoil(`notification#8#${id}`);
    const filter = { projectIds: [8] };
    const listed = await Array.fromAsync(watched.list(filter), ({ subject }) => subject);
    expect(listed).toEqual([4, 3, 2, 1].map((id) => `notification#8#${id}`));
    expect(await watched.newest([8])).toMatchObject({ subject: "notification#8#4" });
    expect(await Array.fromAsync(watched.allOpen([8]))).toHaveLength(4);
    expect(new Set(unreadable)).toEqual(new Set([5, 6, 7, 8, 9].map((id) => `notification#8#${id}`)));
    expect(await Array.fromAsync(watched.keys(filter))).toHaveLength(9);
  });

  it("takes no alert of its wallet with it: each later one is in a new case, which is opened once", async () => {
    const openingOf = (opened: string, score: number) => ({
      ...exceeded(opened, score),
      subject: "wallet#12#0xa#1",
      projectId: 12,
    });
    const [first, second] = NIGHTS;
    const third = "2026-03-03T02:00:00.000Z-cccccc";
    await store.openForWallet(openingOf(first, 61));
    await spoil("wallet#12#0xa#1", first);
    expect(await store.openForWallet(openingOf(first, 61))).toBe(false);
    expect(await store.openForWallet(openingOf(second, 75))).toBe(true);
    expect(await store.openForWallet(openingOf(second, 75))).toBe(false);
    expect(await store.openForWallet(openingOf(third, 80))).toBe(false);
    expect(await listOf(12)).toMatchObject([{ opened: second, lastExceeded: third, score: 80 }]);
  });
});

describe("a list of cases", () => {
  it("goes through all that fit between two times, the newest first and each once", async () => {
    // More than are read at a time.
    const ids = Array.from({ length: 300 }, (_, id) => id);
    const times = ids.map((_, at) => new Date(Date.UTC(2026, 4, 1) + at * 1_000));
    await Promise.all(times.map((time, at) => store.open(openingOf(ids[at] ?? 0, time.toISOString(), 7))));
    const list = (filter: Partial<CaseFilter>) =>
      Array.fromAsync(queries.list({ projectIds: [7], ...filter }), (listedCase) => listedCase.receivedAt);
    const allTimes = times.map((time) => time.toISOString()).reverse();
    expect(await list({})).toEqual(allTimes);
    expect(await list({ since: "2026-05-01T00:00:10.000Z" })).toEqual(allTimes.slice(0, -10));
    expect(await list({ until: "2026-05-01T00:00:10.000Z" })).toEqual(allTimes.slice(-10));
    expect(await list({ since: allTimes[0], until: allTimes[1] })).toEqual([]);
    expect(await list({ projectIds: [] })).toEqual([]);
  });
});
