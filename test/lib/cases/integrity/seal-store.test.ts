import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { verifiableCases } from "../../../../lib/cases/integrity/checked-chains.ts";
import { checkSeals, type Seal, sealAfter } from "../../../../lib/cases/integrity/seal.ts";
import { SealStore, timedEvent } from "../../../../lib/cases/integrity/seal-store.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { newStep, noticeStep, OLGA, REPORTED } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({});
afterAll(stop);
let table: string;
let tables = 0;
let seals: SealStore;
let cases: StoredCases;
beforeEach(async () => {
  table = `Cases${++tables}`;
  await createTables(client, { [table]: TABLE_SHAPES.cases });
  seals = new SealStore(client, table);
  cases = new StoredCases(client, table);
});

/** The seal of a morning, at 14:00 UTC. */
async function sealAt(day: string, projectIds: readonly number[] = [1, 2]): Promise<Seal> {
  const outcome = await seals.make(projectIds, new Date(`${day}T14:00:00.000Z`));
  if (outcome.kind !== "kept") throw new Error(`It was not made: ${outcome.kind}.`);
  return outcome.seal;
}

const put = (Item: object) => client.send(new PutCommand({ TableName: table, Item: { ...Item } }));

/** Why the seals do not hold, by all that the table has. */
async function problems() {
  const eventsOfCases = await Array.fromAsync(verifiableCases(client, table), ({ items }) => items);
  const events = eventsOfCases.flat().flatMap((item) => timedEvent(item) ?? []);
  const { seals: storedSeals } = await seals.all();
  return checkSeals({
    seals: storedSeals,
    events,
    briefSeals: new Map(),
    now: Date.parse("2026-03-10T14:00:00.000Z"),
  }).problems;
}

it("covers the events of cases and months of every project once each, in spite of later ones", async () => {
  await cases.open(1);
  const early = newStep("a", "2026-03-01T23:59:59.999Z", { kind: "take" });
  await cases.open(2, {}, early, newStep("b", "2026-03-02T00:00:00.000Z", REPORTED));
  await cases.open(3, { projectId: 2 }, newStep("c", "2026-03-02T12:00:00.000Z", { kind: "take" }));
  const filing = {
    kind: "monthly",
    reference: "AVI-2026-3",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  const months = new MonthStore(client, table, 10);
  const filed = noticeStep("d", "2026-03-02T13:00:00.000Z", filing);
  await months.add(await months.read(1, "2026-02"), filed);

  // Three openings and a step.
  const first = await sealAt("2026-03-02");
  expect(first).toMatchObject({ since: "1970-01-01", day: "2026-03-01", events: 4, previous: "none" });
  expect(first).toMatchObject({ keptUntil: "2037-01-01" });
  expect(await sealAt("2026-03-03")).toMatchObject({
    since: "2026-03-02",
    events: 3,
    previous: first.digest,
  });
  expect(await problems()).toEqual([]);
});

/** The first events of three chains and one behind, as items of the table: literal, so that nothing of the product has a part in them. */
const KNOWN_EVENTS = [
  {
    subject: "notification#1#42",
    opened: "event#once#000001",
    eventOf: "1",
    at: "2026-03-01T12:00:00.000Z",
    event: {
      number: 1,
      id: "opened",
      at: "2026-03-01T12:00:00.000Z",
      previous: "",
      retentionYears: 10,
      kind: "opened",
      facts: { kind: "notification", projectId: 1, receivedAt: "2026-03-01T12:00:00.000Z", deadlines: [] },
    },
  },
  {
    subject: "notification#1#42",
    opened: "event#once#000002",
    eventOf: "1",
    at: "2026-03-01T13:00:00.000Z",
    event: {
      number: 2,
      id: "a",
      at: "2026-03-01T13:00:00.000Z",
      previous: "",
      retentionYears: 10,
      kind: "take",
      by: OLGA,
    },
  },
  {
    subject: "wallet#2#0xa#1",
    opened: "event#2026-03-01T02:00:00.000Z-aaaaaa#000001",
    eventOf: "2",
    at: "2026-03-01T14:00:00.000Z",
    event: {
      number: 1,
      id: "opened",
      at: "2026-03-01T14:00:00.000Z",
      previous: "",
      retentionYears: 10,
      kind: "opened",
      facts: {
        kind: "wallet",
        projectId: 2,
        receivedAt: "2026-03-01T14:00:00.000Z",
        score: 61.5,
        deadlines: [],
      },
    },
  },
  {
    subject: "month#1#2026-02",
    opened: "event#once#000001",
    eventOf: "1",
    at: "2026-03-01T15:00:00.000Z",
    event: {
      number: 1,
      id: "f",
      at: "2026-03-01T15:00:00.000Z",
      previous: "",
      retentionYears: 10,
      kind: "file",
      by: OLGA,
      filing: { kind: "monthly", reference: "AVI-1", receivedOn: "2026-03-01" },
    },
  },
];

// The digests were made by another program, of Python's json and hashlib.
it("has a known digest over openings, steps and filings of known content", async () => {
  for (const item of KNOWN_EVENTS) await put(item);
  expect(await sealAt("2026-03-02")).toEqual({
    since: "1970-01-01",
    day: "2026-03-01",
    projectIds: [0, 1, 2],
    events: 4,
    eventsDigest: "8f7e6d41bf855e8f7ca2c21421c04fae6bd0c69037edcfc34c37b1d5566e81a0",
    keptUntil: "2037-01-01",
    previous: "none",
    digest: "bb3f806abc95c8caab49915469014ac64d39d36a565863a4547e0cb3d7ce18af",
  });
});

it("is made once, and covers a project that left the settings since", async () => {
  const outcomes = await Promise.all([sealAt("2026-03-02"), sealAt("2026-03-02")]);
  await cases.open(1, { projectId: 2 }, newStep("a", "2026-03-02T12:00:00.000Z", { kind: "take" }));
  expect([outcomes[1], await sealAt("2026-03-02")]).toEqual([outcomes[0], outcomes[0]]);
  expect(await seals.all()).toEqual({ seals: [outcomes[0]], corrupt: [] });
  expect(await sealAt("2026-03-03", [1])).toMatchObject({ projectIds: [0, 1, 2], events: 1 });
});

it("covers the test project too, whose cases are verified with all others", async () => {
  await cases.open(1, { projectId: 0 });
  expect(await sealAt("2026-03-02", [1])).toMatchObject({ events: 1 });
  expect(await problems()).toEqual([]);
});

it("covers the days of mornings without a brief", async () => {
  await sealAt("2026-03-02");
  await cases.open(1, { receivedAt: "2026-03-03T12:00:00.000Z" });
  expect(await sealAt("2026-03-06")).toMatchObject({ since: "2026-03-02", day: "2026-03-05", events: 1 });
  expect(await problems()).toEqual([]);
});

it("names no person, and never expires, since later ones rest on it", async () => {
  await cases.open(1, {}, newStep("a", "2026-03-01T13:00:00.000Z", REPORTED));
  await sealAt("2026-03-02");
  const Key = { subject: "seal", opened: "2026-03-01" };
  const { Item } = await client.send(new GetCommand({ TableName: table, Key }));
  expect(Object.keys(Item ?? {}).sort()).toEqual([
    "digest",
    "events",
    "eventsDigest",
    "keptUntil",
    "opened",
    "previous",
    "projectIds",
    "since",
    "subject",
  ]);
  expect(JSON.stringify(Item)).not.toMatch(/"reported|AVI-2026|olga|threshold/i);
});

it("is made though others are corrupt or were put there, over the last one that is one", async () => {
  const first = await sealAt("2026-03-02");
  const second = await sealAt("2026-03-03");
  await put({ subject: "seal", opened: second.day, ...second, since: first.day });
  await put({ subject: "seal", opened: "zzz", x: 1 });
  const { day, ...planted } = sealAfter(
    first,
    { day: "2026-03-31", projectIds: [1], keptUntil: "2037-01-01" },
    [],
  );
  await put({ subject: "seal", opened: day, ...planted });
  expect(await seals.make([1, 2], new Date("2026-03-03T14:00:00.000Z"))).toEqual({
    kind: "corrupt",
    day: "2026-03-02",
  });
  expect(await sealAt("2026-03-04")).toMatchObject({ since: "2026-03-02", previous: first.digest });
  expect(await seals.all()).toMatchObject({
    seals: [{ day: "2026-03-01" }, { day: "2026-03-03" }, { day: "2026-03-31" }],
    corrupt: ["2026-03-02", "zzz"],
  });
});
