import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { anchorOf, spanAfter, stepsWithin } from "../../../../lib/cases/integrity/anchor.ts";
import { type AnchorOrder, AnchorStore, type StoredAnchor } from "../../../../lib/cases/integrity/anchors.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({});
afterAll(stop);
let table: string;
let tables = 0;
beforeEach(async () => {
  table = `Cases${++tables}`;
  await createTables(client, { [table]: TABLE_SHAPES.cases });
});

/** The anchor of an order, which is kept. */
async function made(order: AnchorOrder): Promise<StoredAnchor> {
  const outcome = await stores().anchors.make(order);
  if (outcome.kind !== "kept") throw new Error(`It was not made: ${outcome.kind}.`);
  return outcome.anchor;
}

const put = (Item: object) => client.send(new PutCommand({ TableName: table, Item: { ...Item } }));

const stores = () => ({
  anchors: new AnchorStore(client, table),
  queries: new CaseQueries(client, table),
  cases: new StoredCases(client, table),
});

const FIRST = {
  day: "2026-03-01",
  to: "2026-03-02T06:00:00.000Z",
  projectIds: [1, 2],
  retentionYears: 10,
  now: new Date("2026-03-10T14:00:00.000Z"),
};
const SECOND = { ...FIRST, day: "2026-03-02", to: "2026-03-03T06:00:00.000Z" };

it("covers the openings and steps of cases and months of every project once each, in spite of later ones", async () => {
  const { anchors, queries, cases } = stores();
  await cases.open(1);
  const early = newStep("a", "2026-03-02T05:59:59.999Z", { kind: "take" });
  await cases.open(2, {}, early, newStep("b", "2026-03-02T06:00:00.000Z", REPORTED));
  await cases.open(3, { projectId: 2 }, newStep("c", "2026-03-02T12:00:00.000Z", { kind: "take" }));
  const filing = { kind: "monthly", reference: "AVI-2026-3", receivedOn: "2026-03-02" } as const;
  const months = new MonthStore(client, table, 10);
  const filed = newStep("d", "2026-03-02T13:00:00.000Z", { kind: "file", filing });
  await months.add(1, "2026-02", await months.read(1, "2026-02"), filed);

  // Three openings and a step.
  expect(await made(FIRST)).toMatchObject({ day: "2026-03-01", steps: 4, previous: "none" });
  const second = await made(SECOND);
  expect(second).toMatchObject({ from: FIRST.to, to: SECOND.to, steps: 3, retentionYears: 10 });
  expect(second.previous).toBe((await anchors.all()).kept[0]?.digest);
  const keys = ["month#1#2026-02", "notification#1#2", "notification#2#3"];
  const raw = await Promise.all(keys.map((subject) => queries.raw({ subject, opened: "once" })));
  const covered = raw.flatMap((one) => (one ? stepsWithin(one, second) : []));
  expect(covered).toHaveLength(3);
  expect(anchorOf(second, covered).digest).toBe(second.digest);
});

it("is made once: what comes later belongs to a later day, and a day before the last one has none", async () => {
  const { anchors, cases } = stores();
  const both = await Promise.all([made(SECOND), made(SECOND)]);
  await cases.open(1, {}, newStep("a", "2026-03-02T12:00:00.000Z", { kind: "take" }));
  expect(both[0]).toMatchObject({ steps: 0 });
  expect([both[1], await made(SECOND)]).toEqual([both[0], both[0]]);
  expect(await anchors.make(FIRST)).toEqual({ kind: "later" });
  expect(await anchors.all()).toEqual({ kept: [both[0]], corrupt: [] });
});

it("names no person, and never expires, since later ones rest on it", async () => {
  await stores().cases.open(1, {}, newStep("a", "2026-03-02T07:00:00.000Z", REPORTED));
  await made(FIRST);
  await made(SECOND);
  const Key = { subject: "anchor", opened: "2026-03-02" };
  const { Item } = await client.send(new GetCommand({ TableName: table, Key }));
  expect(Object.keys(Item ?? {}).sort()).toEqual([
    ...["digest", "from", "opened", "previous", "projectIds", "retentionYears", "steps", "stepsDigest"],
    ...["subject", "to"],
  ]);
  expect(JSON.stringify(Item)).not.toMatch(/"reported|AVI-2026|olga|threshold/i);
});

it("is made though others are corrupt or were put there, over the last one that is one", async () => {
  const { anchors } = stores();
  const first = await made(FIRST);
  const second = await made(SECOND);
  await put({ subject: "anchor", opened: second.day, ...second, to: FIRST.to });
  await put({ subject: "anchor", opened: "zzz", x: 1 });
  const ahead = {
    ...spanAfter(first, "2026-03-31", "2026-04-01T06:00:00.000Z"),
    retentionYears: 10,
    projectIds: [1],
  };
  const { day, ...planted } = anchorOf(ahead, []);
  await put({ subject: "anchor", opened: day, ...planted });
  expect(await anchors.make(SECOND)).toEqual({ kind: "corrupt" });
  const third = await made({ ...SECOND, day: "2026-03-03", to: "2026-03-04T06:00:00.000Z" });
  expect(third).toMatchObject({ from: FIRST.to, previous: first.digest });
  expect(await anchors.all()).toMatchObject({
    kept: [{ day: "2026-03-01" }, { day: "2026-03-03" }, { day: "2026-03-31" }],
    corrupt: ["2026-03-02", "zzz"],
  });
});

it("finds a case in its index before its first step, too", async () => {
  const before = await stores().cases.open(1);
  const { Item } = await client.send(
    new GetCommand({ TableName: table, Key: { subject: before.subject, opened: before.opened } }),
  );
  expect(Item).toMatchObject({ steppedIn: "1", lastStepAt: "2026-03-01T12:00:00.000Z" });
});
