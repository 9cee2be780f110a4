import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { eventKeyOf, monthKey } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { digestOfCases } from "../../../../lib/cases/chain.ts";
import {
  checkedChains,
  checkedItem,
  keysWithin,
  NamedNotices,
  verifiableCases,
} from "../../../../lib/cases/integrity/checked-chains.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { NOT_REPORTABLE, newStep, noticeStep } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const queries = new CaseQueries(client, "Cases");

const AT = "2026-03-02T15:00:00.000Z";
const SUSPECTED = { kind: "suspect", knownSince: AT } as const;

let caseCount = 0;

/** A case of project 1 with a suspicion, a decision and a reopening; its key. */
async function reopened() {
  const cases = new StoredCases(client);
  const times = { receivedAt: "2026-03-02T14:00:00.000Z", dueAt: "2026-04-17T23:59:59.999Z" };
  const { subject, opened } = await cases.open(++caseCount, times);
  const key = { subject, opened };
  for (const request of [
    { kind: "take" } as const,
    SUSPECTED,
    NOT_REPORTABLE,
    { kind: "reopen", note: "Look again." } as const,
  ]) {
    await cases.step(key, newStep(`${request.kind}-${caseCount}`, AT, request));
    expect(await problemsOf(key)).toEqual([]);
  }
  return key;
}

/** Defects of a chain, in short. */
async function problemsOf(key: { subject: string; opened: string }) {
  const [checked] = await Array.fromAsync(checkedChains(queries, [key]));
  return checked?.problems.map((problem) => {
    if (problem.kind === "differs") return problem.name;
    return problem.kind === "corrupt" ? `corrupt ${problem.paths.join(",")}` : problem.kind;
  });
}

function change(Key: { subject: string; opened: string }, UpdateExpression: string, values: object = {}) {
  const isGiven = Object.keys(values).length > 0;
  return client.send(
    new UpdateCommand({
      TableName: "Cases",
      Key,
      UpdateExpression,
      ...named(UpdateExpression),
      ...(isGiven ? { ExpressionAttributeValues: { ...values } } : {}),
    }),
  );
}

/** Names of attributes that DynamoDB reserves. */
function named(expression: string) {
  const names = ["event", "last", "at", "reference"].filter((name) => expression.includes(`#${name}`));
  if (names.length === 0) return {};
  return { ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])) };
}

const remove = (Key: { subject: string; opened: string }) =>
  client.send(new DeleteCommand({ TableName: "Cases", Key }));

it.each<[string, object, string[]]>([
  ["SET stepCount = :value", { ":value": 7 }, ["stepCount"]],
  ["SET outcome = :value REMOVE openIn", { ":value": "false-positive" }, ["openIn", "outcome"]],
  ["SET decidedAt = :value", { ":value": AT }, ["decidedAt"]],
  ["SET dueAt = :value", { ":value": "2030-01-01T00:00:00.000Z" }, ["dueAt"]],
  ["SET receivedAt = :value", { ":value": "2025-01-01T00:00:00.000Z" }, ["receivedAt"]],
  ["REMOVE openIn, ofProject", {}, ["ofProject", "openIn"]],
  ["REMOVE dues", {}, ["dues"]],
  ["SET facts.kind = :value", { ":value": "bogus" }, ["facts.kind"]],
  ["SET facts.userId = :value", { ":value": "u-other" }, ["facts.userId"]],
  ["SET facts.projectId = :value", { ":value": 2 }, ["facts.projectId"]],
  ["SET #last = :value", { ":value": "x" }, ["last", "last"]],
  ["SET expiresAt = :value", { ":value": 1 }, ["expiresAt"]],
])("finds that a case's item for lists was changed: %s", async (expression, values, problems) => {
  const key = await reopened();
  await change(key, expression, values);
  expect(await problemsOf(key)).toEqual(problems);
});

it.each<[string, object, string[]]>([
  ["SET #event = :value", { ":value": "x" }, ["number", "previous", "previous", "corrupt event 2: "]],
  ["SET #event.note = :value", { ":value": "x" }, ["previous", "event 2: event"]],
  ["SET #at = :value", { ":value": AT.replace("15", "16") }, ["event 2: at"]],
  ["REMOVE eventOf", {}, ["event 2: eventOf"]],
  ["SET expiresAt = :value", { ":value": 1 }, ["event 2: expiresAt"]],
])("finds that an event was changed: %s", async (expression, values, problems) => {
  const key = await reopened();
  await change(eventKeyOf(key, 2), expression, values);
  expect((await problemsOf(key))?.filter((problem) => problem !== "time")).toEqual(problems);
});

it("finds a case that lost an event, all of them, or its item for lists", async () => {
  const [intact, emptied, unlisted] = [await reopened(), await reopened(), await reopened()];
  await remove(eventKeyOf(intact, 5));
  expect(await problemsOf(intact)).toContain("last");
  for (let number = 1; number <= 5; number++) await remove(eventKeyOf(emptied, number));
  expect(await problemsOf(emptied)).toEqual(["last", "corrupt opening"]);
  await remove(unlisted);
  expect(await problemsOf(unlisted)).toContain("last");
});

it("finds a changed month", async () => {
  const months = new MonthStore(client, "Cases", 10);
  const filing = {
    kind: "monthly",
    reference: "AVI-2026-3",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  const seen = await months.read(1, "2026-02");
  await months.add(seen, noticeStep("file-1", AT, filing));
  const key = monthKey(1, "2026-02");
  expect(await problemsOf(key)).toEqual([]);
  await change(key, "SET stepCount = :value", { ":value": 7 });
  expect(await problemsOf(key)).toEqual(["stepCount"]);
  await change(eventKeyOf(key, 1), "SET #event.filing.#reference = :value", { ":value": "AVI-2026-4" });
  expect(await problemsOf(key)).toEqual(["last", "last", "stepCount"]);
});

it("does not take a month's list of ticked cases for a case, and finds a change or removal of it until it expires", async () => {
  const key = await reopened();
  const months = new MonthStore(client, "Cases", 10);
  const covers = { count: 1, usd: "0", unknown: 1, digest: digestOfCases([key]) };
  const filing = {
    kind: "monthly",
    reference: "AVI-TICKED",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  const notice = newStep("notice-1", AT, { kind: "notice", filing, projectIds: [1], covers });
  await months.add(await months.read(1, "2024-05"), notice, [{ ...key, stepCount: 5 }]);
  const problems = async (now = new Date()) => {
    const rawCases = await Array.fromAsync(verifiableCases(client, "Cases"));
    return rawCases
      .filter(({ subject }) => subject === monthKey(1, "2024-05").subject)
      .map((month) => checkedItem(month, now).problems);
  };
  expect(await problems()).toEqual([[]]);
  const list = { subject: monthKey(1, "2024-05").subject, opened: "ticked#notice-1" };
  await change(list, "REMOVE cases[0]");
  expect(await problems()).toEqual([[{ kind: "differs", name: "ticked#notice-1" }]]);
  await remove(list);
  expect(await problems()).toEqual([[{ kind: "list gone", at: 1 }]]);
  const years = Number(AT.slice(0, 4)) + 10;
  expect(await problems(new Date(`${years}-12-31T23:59:59.999Z`))).toEqual([[{ kind: "list gone", at: 1 }]]);
  expect(await problems(new Date(`${years + 1}-01-01T00:00:00.000Z`))).toEqual([[]]);
});

it("finds the case whose notice no month has, since the whole month was removed", async () => {
  const key = await reopened();
  const months = new MonthStore(client, "Cases", 10);
  const month = "2024-06";
  const filing = {
    kind: "monthly",
    reference: "AVI-GONE",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  await months.add(await months.read(1, month), noticeStep("gone", AT, filing));
  const notice = { month, id: "gone" };
  const decide = { kind: "decide", outcome: "reported", notice, note: "In the notice." } as const;
  await new StoredCases(client).step(key, newStep("in-notice", AT, decide));
  const missing = async () => {
    const notices = new NamedNotices();
    for await (const rawCase of verifiableCases(client, "Cases")) notices.add(rawCase);
    return notices.missing();
  };
  expect(await missing()).toEqual([]);
  await remove(monthKey(1, month));
  await remove(eventKeyOf(monthKey(1, month), 1));
  expect(await missing()).toEqual([key]);
});

it("finds every month with filings by its span, and all that the table holds, in an index or not, once each", async () => {
  const months = new MonthStore(client, "Cases", 10);
  const filing = {
    kind: "monthly",
    reference: "AVI-1",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  for (const month of ["1990-01", "2026-03", "9999-12"]) {
    await months.add(await months.read(1, month), noticeStep(`file-${month}`, AT, filing));
  }
  const [intact, gone] = [await reopened(), await reopened()];
  await change(gone, "REMOVE openIn, ofProject");
  const subjects = await Array.fromAsync(verifiableCases(client, "Cases"), ({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
  const subjectOf = (month: string) => monthKey(1, month).subject;
  expect(subjects).toEqual(
    expect.arrayContaining([
      subjectOf("1990-01"),
      subjectOf("2026-03"),
      subjectOf("9999-12"),
      intact.subject,
      gone.subject,
    ]),
  );
  expect(subjects.filter((subject) => !/^(notification|month)#/.test(subject))).toEqual([]);
  const march = { since: "2026-03-01T00:00:00.000Z", until: "2026-03-31T00:00:00.000Z" };
  const within = await Array.fromAsync(
    keysWithin(queries, { client, table: "Cases" }, { projectIds: [1], ...march }),
    ({ subject }) => subject,
  );
  expect(within).toEqual(expect.arrayContaining([intact.subject, subjectOf("2026-03")]));
  expect(within).not.toContain(subjectOf("1990-01"));
  expect(within).not.toContain(subjectOf("9999-12"));
});
