import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { anchorOf, stepsWithin } from "../../../../lib/cases/anchor.ts";
import { AnchorStore } from "../../../../lib/store/cases/anchors.ts";
import type { StoredCase } from "../../../../lib/store/cases/case.ts";
import { CaseQueries } from "../../../../lib/store/cases/case-queries.ts";
import { CaseSteps } from "../../../../lib/store/cases/case-steps.ts";
import { CaseStore } from "../../../../lib/store/cases/cases.ts";
import { MonthStore } from "../../../../lib/store/cases/months.ts";
import { DESK_TABLE_SHAPES } from "../../../../lib/store/table-shapes.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { type Emulator, startDynamo } from "../../../support/dynamo.ts";
import { createTables } from "../../../support/shaped-table.ts";

let emulator: Emulator;
let client: DynamoDBDocumentClient;
let table: string;
let tables = 0;

beforeAll(async () => {
  emulator = await startDynamo();
  client = DynamoDBDocumentClient.from(new DynamoDBClient(emulator.config), {
    marshallOptions: { removeUndefinedValues: true },
  });
});
afterAll(async () => {
  client.destroy();
  await emulator.stop();
});
beforeEach(async () => {
  table = `Cases${++tables}`;
  await createTables(client, { [table]: DESK_TABLE_SHAPES.cases });
});

const stores = () => ({
  anchors: new AnchorStore(client, table, new CaseQueries(client, table)),
  queries: new CaseQueries(client, table),
  steps: new CaseSteps(client, table, 10),
});

async function opened(id: number, projectId = 1): Promise<StoredCase> {
  const key = { subject: `notification#${projectId}#${id}`, opened: "once" };
  const receivedAt = "2026-03-01T12:00:00.000Z";
  const fresh = { ...key, kind: "notification", projectId, receivedAt, dueAt: "none", expiresAt: 1 } as const;
  await new CaseStore(client, table).open(fresh);
  const found = await stores().steps.read(key);
  if (found === undefined) throw new Error("The case was not opened.");
  return found;
}

const FIRST = { day: "2026-03-01", to: "2026-03-02T06:00:00.000Z", projectIds: [1, 2], retentionYears: 10 };
const SECOND = { ...FIRST, day: "2026-03-02", to: "2026-03-03T06:00:00.000Z" };

it("covers the steps of cases and months of every project once each, whatever came behind them", async () => {
  const { anchors, queries, steps } = stores();
  await opened(1);
  const early = newStep("a", "2026-03-02T05:59:59.999Z", { kind: "acknowledge" });
  const acknowledged = await steps.add(await opened(2), early);
  await steps.add(acknowledged.found, newStep("b", "2026-03-02T06:00:00.000Z", REPORTED));
  await steps.add(await opened(3, 2), newStep("c", "2026-03-02T12:00:00.000Z", { kind: "acknowledge" }));
  const filing = { kind: "monthly", reference: "AVI-2026-3", receivedOn: "2026-03-02" } as const;
  const months = new MonthStore(client, table, 10);
  const filed = newStep("d", "2026-03-02T13:00:00.000Z", { kind: "file", filing });
  await months.add(1, "2026-02", await months.read(1, "2026-02"), filed);

  expect(await anchors.make(FIRST)).toMatchObject({ day: "2026-03-01", steps: 1, previous: "none" });
  const second = await anchors.make(SECOND);
  expect(second).toMatchObject({ from: FIRST.to, to: SECOND.to, steps: 3 });
  expect(second?.previous).toBe((await anchors.all())[0]?.digest);
  const keys = ["month#1#2026-02", "notification#1#2", "notification#2#3"];
  const raw = await Promise.all(keys.map((subject) => queries.raw({ subject, opened: "once" })));
  const covered = raw.flatMap((one) => (one && second ? stepsWithin(one, second) : []));
  expect(covered).toHaveLength(3);
  expect(second && anchorOf(second, covered).digest).toBe(second?.digest);
});

it("is made once: what comes later belongs to a later day, and a day before the last one has none", async () => {
  const { anchors, steps } = stores();
  const made = await Promise.all([anchors.make(SECOND), anchors.make(SECOND)]);
  await steps.add(await opened(1), newStep("a", "2026-03-02T12:00:00.000Z", { kind: "acknowledge" }));
  expect(made[0]).toMatchObject({ steps: 0 });
  expect([made[1], await anchors.make(SECOND)]).toEqual([made[0], made[0]]);
  expect(await anchors.make(FIRST)).toBeUndefined();
  expect(await anchors.all()).toEqual([made[0]]);
});

it("says nothing of anybody, and expires before a step of its day does", async () => {
  const { anchors, steps } = stores();
  const acknowledged = newStep("a", "2026-03-02T07:00:00.000Z", REPORTED);
  const { found } = await steps.add(await opened(1), acknowledged);
  await anchors.make(FIRST);
  const second = await anchors.make(SECOND);
  const Key = { subject: "anchor", opened: "2026-03-02" };
  const { Item } = await client.send(new GetCommand({ TableName: table, Key }));
  expect(Object.keys(Item ?? {}).sort()).toEqual([
    ...["digest", "expiresAt", "from", "opened", "previous", "projectIds", "steps", "subject", "to"],
  ]);
  expect(second?.expiresAt).toBeLessThanOrEqual(found.expiresAt);
  expect(JSON.stringify(Item)).not.toMatch(/reported|AVI-2026|olga|threshold/i);
});

it("gives a case no place in the index before its first step", async () => {
  const before = await opened(1);
  const { Item } = await client.send(
    new GetCommand({ TableName: table, Key: { subject: before.subject, opened: before.opened } }),
  );
  expect(Item).not.toHaveProperty("steppedIn");
  expect(Item).not.toHaveProperty("lastStepAt");
});
