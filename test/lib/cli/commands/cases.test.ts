/** `vigia cases verify` against an administrator of the account, who may write the table, with one brief as evidence. */

import { DeleteCommand, GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { caseOfEvent, eventKeyOf } from "../../../../lib/cases/case-keys.ts";
import { digestOf, digestOfKey } from "../../../../lib/cases/chain.ts";
import { SealStore } from "../../../../lib/cases/integrity/seal-store.ts";
import { compareTexts } from "../../../../lib/i18n/text/compare-texts.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { createTables } from "../../../support/shaped-table.ts";
import { StoredCases } from "../../../support/stored-cases.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";

type Item = Record<string, unknown>;

let place: PlaceWithTables;
/** As the days left the table. */
let history: Item[];
/** Digest in the brief of the last day. */
let foundProblems = "";

/** Five days, each with a step, of three cases. */
beforeAll(async () => {
  place = await placeWithTables({ cases: "Cases" });
  const cases = new StoredCases(place.database);
  for (const id of [1, 2, 3]) await cases.open(id, { receivedAt: "2026-02-16T12:00:00.000Z" });
  const seals = new SealStore(place.database, "Cases");
  for (const [index, id] of [1, 2, 3, 1, 2].entries()) {
    const request = index === 3 ? NOT_REPORTABLE : ({ kind: "note", note: `Note ${index}.` } as const);
    await cases.step(caseOf(id), newStep(`s${index}`, `2026-02-${16 + index}T18:00:00.000Z`, request));
    const outcome = await seals.make([1], new Date(`2026-02-${17 + index}T14:00:00.000Z`));
    if (outcome.kind === "kept") foundProblems = outcome.seal.digest;
  }
  history = await everything();
});
afterAll(() => place.remove());
beforeEach(async () => {
  for (const { subject, opened } of await everything()) await remove({ subject, opened });
  for (const item of history) await put(item);
});

async function everything(): Promise<Item[]> {
  return (await place.database.send(new ScanCommand({ TableName: "Cases" }))).Items ?? [];
}

const put = (Item: Item) => place.database.send(new PutCommand({ TableName: "Cases", Item }));
const remove = (Key: Item) => place.database.send(new DeleteCommand({ TableName: "Cases", Key }));
const sealOf = (opened: string) => ({ subject: "seal", opened });
const caseOf = (id: number) => ({ subject: `notification#1#${id}`, opened: "once" });

async function change(Key: Item, changeItem: (item: Item) => Item): Promise<void> {
  const { Item = {} } = await place.database.send(new GetCommand({ TableName: "Cases", Key }));
  await put({ ...Item, ...changeItem(Item) });
}

/** Changes the events of a case behind its opening, and makes all that its items say of their chain fit. */
async function rewrite(
  key: { subject: string; opened: string },
  changeSteps: (steps: Item[]) => Item[],
): Promise<void> {
  const items = (await everything())
    .filter((item) => caseOfEvent({ subject: "", opened: "", ...item })?.subject === key.subject)
    .sort((a, b) => compareTexts(String(a["opened"]), String(b["opened"])));
  for (const { subject, opened } of items) await remove({ subject, opened });
  const [opening = {}, ...steps] = items.map(({ event }): Item => Object(event));
  let previous = digestOfKey(key);
  for (const [index, event] of [opening, ...changeSteps(steps)].entries()) {
    const next: Item = { ...event, number: index + 1, previous };
    previous = digestOf(next);
    await put({ ...items[0], ...eventKeyOf(key, index + 1), event: next, at: next["at"] });
  }
  await change(key, () => ({ stepCount: changeSteps(steps).length + 1, last: previous }));
}

const verify = (...args: string[]) => place.vigia(["cases", "verify", ...args]);
const verifyLast = () => verify("--seal", `2026-02-20=${foundProblems}`);

test("holds as the days left it, and says since when", async () => {
  expect(await verifyLast()).toEqual({
    code: 0,
    out: "3 cases and months of the local stack with 8 events: every chain is intact.\n5 seals since 2026-02-16, 5 recomputed from their events, 1 compared with the seals of their briefs: every seal is intact.\n",
    err: "",
  });
});

describe("a restored table, beside the stack's", () => {
  const RESTORED = "Cases-restored";
  const compared = () => verify("--table", RESTORED);
  const putRestored = (Item: Item) => place.database.send(new PutCommand({ TableName: RESTORED, Item }));
  const removeRestored = (Key: Item) => place.database.send(new DeleteCommand({ TableName: RESTORED, Key }));
  const restored = (key: { subject: string; opened: string }) =>
    history.find(({ subject, opened }) => subject === key.subject && opened === key.opened) ?? {};

  beforeAll(() => createTables(place.database, { [RESTORED]: TABLE_SHAPES.cases }));
  beforeEach(async () => {
    for (const item of history) await putRestored(item);
  });

  test("holds the same, and what was recorded since is no difference", async () => {
    await new StoredCases(place.database).open(9, { receivedAt: "2026-02-27T12:00:00.000Z" });
    expect(await compared()).toMatchObject({
      code: 0,
      out: `3 cases and months of the table Cases-restored with 8 events: every chain is intact.
5 seals since 2026-02-16, 5 recomputed from their events, 0 compared with the seals of their briefs: every seal is intact.
8 events and 5 seals of the table Cases-restored, compared with the local stack: nothing differs.
`,
    });
  });

  test("names a changed event, a deleted case and a changed seal of the copy", async () => {
    const changed = eventKeyOf(caseOf(1), 2);
    const { event } = restored(changed);
    await putRestored({ ...restored(changed), event: { ...Object(event), note: "Nothing to see." } });
    for (const { subject, opened } of history.filter(
      (item) => caseOfEvent({ subject: "", opened: "", ...item })?.subject === caseOf(2).subject,
    ))
      await removeRestored({ subject, opened });
    await removeRestored(caseOf(2));
    await putRestored({ ...restored(sealOf("2026-02-18")), events: 7 });
    const { code, out } = await compared();
    expect(code).toBe(1);
    expect(out.split("\n").filter((line) => /NOT INTACT|DIFFERS/.test(line))).toEqual([
      expect.stringContaining("notification#1#1 once: NOT INTACT: event 3 does not follow the one before it"),
      expect.stringContaining("2026-02-18 NOT INTACT: its stored seal is invalid or was altered."),
      expect.stringContaining("2026-02-16 NOT INTACT: its seal covers 4 events, and now there are 3."),
      expect.stringContaining("2026-02-17 NOT INTACT"),
      expect.stringContaining("2026-02-19 NOT INTACT"),
      expect.stringContaining("2026-02-20 NOT INTACT"),
      "notification#1#1 once: DIFFERS: event 2 differs between the table Cases-restored and the local stack: it was changed in one of them.",
      "notification#1#2 once: DIFFERS: the case with 3 events is in the local stack and not in the table Cases-restored: it was removed from the one, or added to the other.",
    ]);
  });

  test("names what an administrator rewrote in the stack, whose chains and seals hold together", async () => {
    const seals = new SealStore(place.database, "Cases");
    await rewrite(caseOf(3), ([note]) => [{ ...note, note: "Nothing to see." }]);
    for (const item of await everything()) {
      const key = { subject: String(item["subject"]), opened: String(item["opened"]) };
      if (key.subject === "seal" || caseOfEvent(key)?.subject === caseOf(2).subject) await remove(key);
    }
    await remove(caseOf(2));
    for (const day of [17, 18, 19, 20, 21]) await seals.make([1], new Date(`2026-02-${day}T14:00:00.000Z`));
    expect(await verify()).toMatchObject({ code: 0 });
    const { code, out } = await compared();
    expect(code).toBe(1);
    expect(
      out
        .split("\n")
        .filter((line) => line.includes("DIFFERS"))
        .toSorted(),
    ).toEqual([
      ...[16, 17, 18, 19, 20].map(
        (day) =>
          `2026-02-${day} DIFFERS: its seal differs between the table Cases-restored and the local stack: one of them was recreated.`,
      ),
      "notification#1#2 once: DIFFERS: the case with 3 events is in the table Cases-restored and not in the local stack: it was removed from the one, or added to the other.",
      "notification#1#3 once: DIFFERS: event 2 differs between the table Cases-restored and the local stack: it was changed in one of them.",
    ]);
    expect(out).toContain("compared with the local stack: 7 differences.");
  });

  test("is read in part where a project or a time is named, and is not compared then", async () => {
    expect(await verify("--table", RESTORED, "--project", "1")).toMatchObject({
      code: 0,
      out: "3 cases and months of the table Cases-restored with 8 events: every chain is intact.\n",
    });
    expect(await verify("--table", "no table")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Expected the name of a table."),
    });
  });
});

test("does not believe a seal that it has expired, by any forged attribute", async () => {
  await rewrite(caseOf(1), ([first, second]) => [{ ...first }, { ...second, outcome: "false-positive" }]);
  await change(caseOf(1), () => ({ outcome: "false-positive" }));
  for (const day of [16, 17, 18, 19, 20]) await change(sealOf(`2026-02-${day}`), () => ({ expiresAt: 1 }));
  const named = "2026-02-19 NOT INTACT: one of its 1 event was changed or moved.";
  expect(await verifyLast()).toMatchObject({ code: 1, out: expect.stringContaining(named) });
  // Its digest covers its own facts.
  await change(sealOf("2026-02-19"), () => ({ keptUntil: "2026-02-20" }));
  const { code, out } = await verifyLast();
  expect(code).toBe(1);
  expect(out).toContain("2026-02-19 NOT INTACT: its stored seal is invalid or was altered.");
  expect(out).toContain("2026-02-20 NOT INTACT: its seal does not follow that of 2026-02-18");
});

test("names it where the seals before were removed, also with all that they covered", async () => {
  for (const day of [16, 17]) await remove(sealOf(`2026-02-${day}`));
  const two = await verifyLast();
  expect(two.code).toBe(1);
  expect(two.out).toContain(
    "2026-02-18 NOT INTACT: its seal covers the days since 2026-02-18: the seal before it and all earlier ones were removed.",
  );
  for (const day of [18, 19]) await remove(sealOf(`2026-02-${day}`));
  for (const id of [1, 3]) await remove(caseOf(id));
  await rewrite(caseOf(2), (steps) => steps.slice(1));
  expect((await verifyLast()).out).toContain(
    "2026-02-20 NOT INTACT: its seal covers the days since 2026-02-20",
  );
});

test("names what is no seal in their place, and checks the others", async () => {
  await put({ ...sealOf("zzz"), x: 1 });
  await put({ ...sealOf("2026-02-18"), x: 1 });
  await rewrite(caseOf(1), ([first, ...others]) => [{ ...first, note: "Nothing to see." }, ...others]);
  const { code, out, err } = await verifyLast();
  expect([code, err]).toEqual([1, ""]);
  const named = out.split("\n").filter((line) => line.includes("NOT INTACT"));
  expect(named.map((line) => line.slice(0, 60))).toEqual([
    "2026-02-18 NOT INTACT: its stored seal is invalid or was alt",
    "zzz NOT INTACT: its stored seal is invalid or was altered.",
    "2026-02-16 NOT INTACT: one of its 4 events was changed or mo",
    // The event behind it holds its digest.
    "2026-02-19 NOT INTACT: its seal does not follow that of 2026",
    "2026-02-19 NOT INTACT: one of its 1 event was changed or mov",
  ]);
});

test.each([
  ["1969-01-01T00:00:00.000Z", "event 3 is earlier than the receipt of its case: it was changed or added"],
  ["0000", "event 3 has an invalid time: it was changed or added"],
  ["2099-01-01T00:00:00.000Z", "event 3 is in the future: it was changed or added"],
  ["2026-02-17T12:00:00.000Z", "event 3 is earlier than the event before it: it was changed or added"],
])("names an event that was added at %s", async (at, text) => {
  await rewrite(caseOf(3), ([first]) => [{ ...first }, { ...first, id: "added", at }]);
  const { code, out } = await verifyLast();
  expect(code).toBe(1);
  expect(out).toContain(`notification#1#3 once: NOT INTACT: ${text}`);
});

test("tells of a case that is in no index, and of its events on sealed days", async () => {
  const copied = history.filter(({ subject }) => subject === "notification#1#3");
  for (const item of copied) await put({ ...item, subject: caseOf(4).subject });
  await rewrite(caseOf(4), (steps) => steps);
  await change(caseOf(4), () => ({ ofProject: undefined, openIn: undefined }));
  const { code, out } = await verifyLast();
  expect(code).toBe(1);
  expect(out).toContain("openIn does not match the events: it was changed");
  expect(out).toContain("2026-02-18 NOT INTACT: its seal covers 1 event, and now there are 2.");
});

test("verifies the test project where that is named, and refuses one that the settings do not name", async () => {
  await new StoredCases(place.database).open(1, { projectId: 0 });
  expect(await verify("--project", "0")).toMatchObject({
    code: 0,
    out: "1 case and months of the local stack with 1 event: every chain is intact.\n",
  });
  for (const command of ["verify", "evidence --since 30d --out none.zip"])
    expect(await place.vigia(`cases ${command} --project 1,9`)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Project 9 is not one of the local stack (1)"),
    });
});

test("does not call intact what has no case", async () => {
  expect(await verify("--project", "1", "--since", "2030-01-01")).toMatchObject({
    code: 0,
    out: "Nothing was verified: no case of the local stack matches.\n",
  });
});

test("compares a seal with everything alone", async () => {
  expect(await verify("--project", "1", "--seal", `2026-02-20=${foundProblems}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("a seal covers everything; leave --project, --since and --until out."),
  });
});

test.each(["2026-02-30=S", "2126-01-01=S", "2026-02-20=5f0c", "today"])(
  "refuses a seal that no brief can have: %s",
  async (optionValue) => {
    expect(await verify("--seal", optionValue.replace("S", foundProblems))).toMatchObject({
      code: 2,
      err: expect.stringContaining("Expected a day and its seal as in its brief, each day once."),
    });
  },
);

test("compares several seals, and refuses a day that is given twice", async () => {
  const seals = [
    "--seal",
    `2026-02-20=${foundProblems.toUpperCase()}`,
    "--seal",
    `2026-02-19=${"0".repeat(64)}`,
  ];
  expect(await verify(...seals)).toMatchObject({
    code: 1,
    out: expect.stringContaining("2 compared with the seals of their briefs"),
  });
  expect(await verify(...seals, ...seals)).toMatchObject({ code: 2 });
});
