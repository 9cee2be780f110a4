/** What the service says later of a case's notification: steps of the system. */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type CaseKey, eventKeyOf } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { BusyCaseError, CaseStore, type NewCase } from "../../../lib/cases/cases.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import type { ContentNews } from "../../../lib/cases/revision.ts";
import { changeOfEvent, visibleSteps } from "../../../lib/cases/view.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { lfpiorpi } from "../../support/deadlines.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { contentNews, StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const store = new CaseStore(client, "Cases", 10);
const cases = new StoredCases(client);
const queries = new CaseQueries(client, "Cases");

const LAWS = { laws: [{ name: "LFPIORPI", countryCode: "MX" }] };

/** A content that names these laws. */
const content = (cause: string, names: readonly string[] = ["LFPIORPI"]): ContentNews =>
  contentNews(cause, names, { content: `1#1#${cause}`, receivedAt: "2026-03-05T10:00:00.000Z" });
/** Tells a content to the case that an earlier one opened. */
const tell = (key: CaseKey, news: ContentNews) => cases.tell(key, news);
const note = (id: string, at = "2026-03-06T00:00:00.000Z") =>
  newStep(id, at, { kind: "note", note: "Seen." });
const decided = (at = "2026-03-06T00:00:00.000Z") => newStep("decided", at, NOT_REPORTABLE);

async function problemsOf(key: CaseKey) {
  const item = await queries.raw(key);
  return item && checkedItem(item).problems;
}
async function stepsOf(key: CaseKey) {
  return (await cases.read(key)).steps;
}

describe("a content that officers are told of", () => {
  it("is one step of the case, behind those of officers, and the chain holds", async () => {
    const storedCase = await cases.open("once", LAWS, note("a"));
    for (const _ of ["delivered", "redelivered"])
      expect(await tell(storedCase, content("x", ["LFPIORPI", "Other"]))).toMatchObject({
        isReopened: false,
      });
    expect(await stepsOf(storedCase)).toMatchObject([
      { kind: "note" },
      { kind: "revised", alerted: true, content: "1#1#x" },
    ]);
    expect((await cases.read(storedCase)).laws).toEqual([
      { name: "LFPIORPI", countryCode: "MX" },
      { name: "Other", countryCode: "MX" },
    ]);
    expect(await problemsOf(storedCase)).toEqual([]);
  });

  it("opens a decided case again, and says so also where its delivery comes again", async () => {
    const storedCase = await cases.open("again", LAWS, decided());
    for (const _ of ["delivered", "redelivered"])
      expect(await tell(storedCase, content("x"))).toMatchObject({ isReopened: true });
    expect((await cases.read(storedCase)).outcome).toBeUndefined();
    await cases.step(storedCase, newStep("later", "2026-03-07T00:00:00.000Z", NOT_REPORTABLE));
    await tell(storedCase, content("x"));
    expect((await cases.read(storedCase)).outcome).toBe("not-reportable");
    expect(await problemsOf(storedCase)).toEqual([]);
  });

  it("takes no case from its owner", async () => {
    const taken = newStep("a", new Date().toISOString(), { kind: "take" });
    const storedCase = await cases.open("held", LAWS, taken);
    await tell(storedCase, content("x"));
    expect((await cases.read(storedCase)).owner?.name).toBe("olga.officer@company.example");
  });

  it("is a step beside one that another delivery or an officer makes at the same moment", async () => {
    const storedCase = await cases.open("together", LAWS);
    await Promise.all([..."abcdef"].map((cause) => tell(storedCase, content(cause))));
    expect(await stepsOf(storedCase)).toHaveLength(6);
    expect(await problemsOf(storedCase)).toEqual([]);
  });

  it("is tried again by its message where others never cease to add theirs", async () => {
    const storedCase = await cases.open("busy", LAWS);
    let notes = 0;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (
            commandName === "TransactWriteItemsCommand" &&
            JSON.stringify(args.input).includes(content("late").rawSha256)
          )
            await cases.step(storedCase, note(`note-${++notes}`));
          return next(args);
        },
      { step: "initialize", name: "race" },
    );
    await expect(tell(storedCase, content("late"))).rejects.toThrow(BusyCaseError);
    client.middlewareStack.remove("race");
    await tell(storedCase, content("late"));
    expect((await stepsOf(storedCase)).at(-1)).toMatchObject({ kind: "revised", content: "1#1#late" });
  });
});

describe("a content that officers are not told of", () => {
  it("is a step where it changes the laws: a withdrawal closes nothing and opens nothing", async () => {
    const storedCase = await cases.open("withdrawn", LAWS, decided());
    await store.revise(storedCase, [content("x", [])]);
    expect((await stepsOf(storedCase)).at(-1)).toMatchObject({
      kind: "revised",
      alerted: false,
      facts: { laws: [] },
    });
    expect((await cases.read(storedCase)).outcome).toBe("not-reportable");
  });

  it("shows no step where the laws stay the same, in any spelling", async () => {
    const storedCase = await cases.open("same", LAWS);
    await store.revise(storedCase, [content("x", ["lfpiorpi"])]);
    expect(visibleSteps(await cases.read(storedCase))).toEqual([]);
  });

  it("is a step where it gives another time or price; a price that it does not say stays known", async () => {
    const facts = { ...LAWS, timestamp: "2026-02-27T10:00:00.000Z", amount: { value: "1", usd: "10" } };
    const storedCase = await cases.open("time", facts);
    const more = { receivedAt: "2026-03-05T10:00:00.000Z" };
    await store.revise(storedCase, [contentNews("y", ["LFPIORPI"], { ...more, usd: "10" })]);
    expect(visibleSteps(await cases.read(storedCase))).toEqual([]);
    const dated = { receivedAt: "2026-03-06T10:00:00.000Z", timestamp: "2026-03-01T10:00:00Z" };
    await store.revise(storedCase, [contentNews("t", ["LFPIORPI"], { ...dated, usd: "12.5" })]);
    const moved = { happenedAt: "2026-03-01T10:00:00.000Z", amount: { value: "1", usd: "12.5" } };
    expect(await cases.read(storedCase)).toMatchObject(moved);
    expect(visibleSteps(await cases.read(storedCase))).toHaveLength(1);
    const later = { receivedAt: "2026-03-07T10:00:00.000Z" };
    await store.revise(storedCase, [contentNews("x", ["LFPIORPI"], later)]);
    expect(visibleSteps(await cases.read(storedCase))).toHaveLength(1);
    await store.revise(storedCase, [contentNews("z", [], { receivedAt: "2026-03-08T10:00:00.000Z" })]);
    expect(await cases.read(storedCase)).toMatchObject(moved);
    expect(visibleSteps(await cases.read(storedCase))).toHaveLength(2);
  });

  it("is a step where one of many laws is withdrawn, and none where all of them stay", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Law ${index}`);
    const laws = names.map((name) => ({ name, countryCode: "MX" }));
    const storedCase = await cases.open("twelve", { ...LAWS, laws, amount: { value: "1", usd: "10" } });
    const at = (day: number) => ({ receivedAt: `2026-03-${day}T10:00:00.000Z` });
    await store.revise(storedCase, [contentNews("price", names, { ...at(10), usd: "11" })]);
    await store.revise(storedCase, [contentNews("wording", names, { ...at(11), usd: "11" })]);
    expect(visibleSteps(await cases.read(storedCase))).toHaveLength(1);
    await store.revise(storedCase, [contentNews("fewer", names.slice(0, 5), { ...at(12), usd: "11" })]);
    const after = await cases.read(storedCase);
    const [, fewer] = visibleSteps(after);
    if (fewer === undefined) throw new Error("The withdrawal of laws is no step.");
    expect(changeOfEvent(after, fewer)?.gone).toEqual(
      names.slice(5).map((name) => ({ name, countryCode: "MX" })),
    );
  });

  it("names what it changes, and no law, time or price that was said before", async () => {
    const timestamp = "2026-03-01T10:00:00Z";
    const opened = { ...LAWS, timestamp, amount: { value: "1", usd: "10" } };
    const storedCase = await cases.open("change", opened);
    const at = (day: number) => ({ receivedAt: `2026-03-${day}T10:00:00.000Z`, timestamp });
    await store.revise(storedCase, [contentNews("price", ["LFPIORPI"], { ...at(10), usd: "11" })]);
    await store.revise(storedCase, [contentNews("law", ["LFPIORPI", "Ley LD"], { ...at(11), usd: "11" })]);
    const after = await cases.read(storedCase);
    const [price, law] = after.steps.map((step) => changeOfEvent(after, step));
    expect(price).toEqual({ facts: { usd: "11" }, gone: [] });
    expect(law).toMatchObject({ facts: { laws: [{ name: "LFPIORPI" }, { name: "Ley LD" }] }, gone: [] });
    expect(law?.facts).not.toHaveProperty("usd");
  });

  it("says nothing against one that was received after it, whichever is recorded first", async () => {
    const storedCase = await cases.open("order", {
      ...LAWS,
      rules: [lfpiorpi()],
      timestamp: "2026-01-27T10:00:00.000Z",
    });
    const revisionOf = (cause: string, day: string) =>
      contentNews(cause, ["LFPIORPI"], {
        receivedAt: `2026-03-${day}T10:00:00.000Z`,
        timestamp: `2026-02-${day}T10:00:00.000Z`,
      });
    await store.revise(storedCase, [revisionOf("second", "06")]);
    await store.revise(storedCase, [revisionOf("first", "05")]);
    expect(await cases.read(storedCase)).toMatchObject({
      stepCount: 3,
      happenedAt: "2026-02-06T10:00:00.000Z",
      dues: [{ at: "2026-03-18T05:59:59.999Z" }],
    });
    expect(await problemsOf(storedCase)).toEqual([]);
  });

  it("finds no case where the delivery that opens it is not through", async () => {
    const key = { subject: "notification#1#gone", opened: "once" };
    expect(await store.revise(key, [content("x")])).toBe(false);
  });
});

it("none is left out because there are many, nor is an officer's step", async () => {
  const storedCase = await cases.open("many", LAWS);
  for (let count = 1; count <= 120; count++)
    await tell(storedCase, content(`w${count}`, [`Law ${count % 20}`]));
  await cases.step(storedCase, decided());
  expect((await stepsOf(storedCase)).length).toBe(121);
  expect(await problemsOf(storedCase)).toEqual([]);
});

it("a corrupt case keeps no content from being told", async () => {
  const storedCase = await cases.open("corrupt", LAWS);
  await client.send(
    new UpdateCommand({
      TableName: "Cases",
      Key: eventKeyOf(storedCase, 1),
      UpdateExpression: "SET #event.kind = :bogus",
      ExpressionAttributeNames: { "#event": "event" },
      ExpressionAttributeValues: { ":bogus": "bogus" },
    }),
  );
  expect(await tell(storedCase, content("x"))).toMatchObject({ key: { subject: storedCase.subject } });
});

it("an unreadable message opens a case again as often as officers decide it within one hour, once for each", async () => {
  const hour = "2026-03-06T10";
  const openingOf = (delivery: string): NewCase => ({
    ...({
      subject: "unreadable#9",
      opened: hour,
      kind: "quarantine",
      projectId: 9,
      delivery,
    } as const),
    receivedAt: "2026-03-06T10:00:00.000Z",
    rawSha256: "",
  });
  const come = (delivery: string) =>
    store.openForUnreadable(openingOf(delivery), `9#quarantined#${delivery}`, new Set([delivery]));
  const key = { subject: "unreadable#9", opened: hour };
  expect(await come("a")).toMatchObject({ isTold: true, isReopened: false });
  for (const delivery of ["b", "c"]) {
    const at = new Date().toISOString();
    await cases.step(key, newStep(`before ${delivery}`, at, NOT_REPORTABLE));
    expect(await come(delivery)).toMatchObject({ isTold: true, isReopened: true });
    expect(await come(delivery)).toMatchObject({ isTold: true, isReopened: true });
  }
  expect((await stepsOf(key)).map(({ kind }) => kind)).toEqual([
    "decide",
    "unreadable",
    "decide",
    "unreadable",
  ]);
  expect(await problemsOf(key)).toEqual([]);
});
