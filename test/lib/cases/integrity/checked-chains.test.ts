import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { checkedChains, verifiableItems } from "../../../../lib/cases/integrity/checked-chains.ts";
import { verifiableKeys } from "../../../../lib/cases/integrity/verifiable-keys.ts";
import { MonthStore, monthKey } from "../../../../lib/cases/months.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const queries = new CaseQueries(client, "Cases");

const AT = "2026-03-02T15:00:00.000Z";
const SUSPECTED = { kind: "suspect", knownSince: AT } as const;

let made = 0;

/** A case of project 1 with a suspicion, a decision and a reopening; its key. */
async function reopened() {
  const cases = new StoredCases(client);
  const times = { receivedAt: "2026-03-02T14:00:00.000Z", dueAt: "2026-04-17T23:59:59.999Z" };
  const { subject, opened } = await cases.open(++made, times);
  const key = { subject, opened };
  for (const wish of [
    { kind: "take" } as const,
    SUSPECTED,
    NOT_REPORTABLE,
    { kind: "reopen", note: "Look again." } as const,
  ]) {
    await cases.step(key, newStep(`${wish.kind}-${made}`, AT, wish));
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
      ...(isGiven ? { ExpressionAttributeValues: { ...values } } : {}),
    }),
  );
}

it.each<[string, object, string[]]>([
  ["SET stepCount = :value", { ":value": 7 }, ["stepCount"]],
  ["SET outcome = :value REMOVE openShard", { ":value": "false-positive" }, ["openShard", "outcome"]],
  ["SET decidedAt = :value", { ":value": AT }, ["decidedAt"]],
  ["SET dueAt = :value", { ":value": "2030-01-01T00:00:00.000Z" }, ["dueAt"]],
  ["SET receivedAt = :value", { ":value": "2025-01-01T00:00:00.000Z" }, ["receivedAt"]],
  ["REMOVE openShard, timeShard", {}, ["openShard", "timeShard"]],
  ["REMOVE knownSince", {}, ["knownSince"]],
  ["REMOVE steppedIn", {}, ["steppedIn"]],
  ["SET lastStepAt = :value", { ":value": "2025-01-01T00:00:00.000Z" }, ["lastStepAt"]],
  ["SET facts.kind = :value", { ":value": "bogus" }, ["corrupt facts.kind"]],
  ["SET facts.userId = :value", { ":value": "u-other" }, ["facts.userId"]],
  ["SET steps = :value", { ":value": "x" }, ["corrupt steps"]],
  ["SET steps[0] = :value", { ":value": "x" }, ["corrupt steps.0"]],
  ["REMOVE head", {}, ["head", "corrupt head"]],
])("finds that somebody changed a case: %s", async (expression, values, problems) => {
  const key = await reopened();
  await change(key, expression, values);
  expect(await problemsOf(key)).toEqual(problems);
});

it("finds a case that was moved to another project, and one that lost all its steps", async () => {
  const moved = await reopened();
  await change(moved, "SET facts.projectId = :value", { ":value": 2 });
  expect(await problemsOf(moved)).toEqual(["facts.projectId"]);
  const emptied = await reopened();
  await change(emptied, "REMOVE steps, head, stepCount");
  expect(await problemsOf(emptied)).toEqual(["head", "corrupt head"]);
});

it("finds a changed month", async () => {
  const months = new MonthStore(client, "Cases", 10);
  const filing = { kind: "monthly", reference: "AVI-2026-3", receivedOn: "2026-03-02" } as const;
  const seen = await months.read(1, "2026-02");
  await months.add(1, "2026-02", seen, newStep("file-1", AT, { kind: "file", filing }));
  const key = monthKey(1, "2026-02");
  expect(await problemsOf(key)).toEqual([]);
  await change(key, "SET stepCount = :value", { ":value": 7 });
  expect(await problemsOf(key)).toEqual(["stepCount"]);
  await change(key, "SET steps[0] = :value", { ":value": "x" });
  expect(await problemsOf(key)).toEqual(["corrupt steps.0"]);
});

it("finds every month with steps by its span, and all that the table holds, in an index or not, once each", async () => {
  const months = new MonthStore(client, "Cases", 10);
  const filing = { kind: "monthly", reference: "AVI-1", receivedOn: "2026-03-02" } as const;
  for (const month of ["1990-01", "2026-03", "9999-12"]) {
    const step = newStep(`file-${month}`, AT, { kind: "file", filing });
    await months.add(1, month, await months.read(1, month), step);
  }
  const [kept, gone] = [await reopened(), await reopened()];
  await change(gone, "REMOVE openShard, timeShard, steppedIn");
  const all = await Array.fromAsync(verifiableItems(client, "Cases"), ({ subject }) => subject);
  expect(new Set(all).size).toBe(all.length);
  const of = (month: string) => monthKey(1, month).subject;
  expect(all).toEqual(
    expect.arrayContaining([of("1990-01"), of("2026-03"), of("9999-12"), kept.subject, gone.subject]),
  );
  expect(all.filter((subject) => !/^(notification|month)#/.test(subject))).toEqual([]);
  const march = { since: "2026-03-01T00:00:00.000Z", until: "2026-03-31T00:00:00.000Z" };
  const within = await Array.fromAsync(
    verifiableKeys({ client, table: "Cases" }, [1], march),
    ({ subject }) => subject,
  );
  expect(within).toEqual(expect.arrayContaining([kept.subject, of("2026-03")]));
  expect(within).not.toContain(of("1990-01"));
  expect(within).not.toContain(of("9999-12"));
});
