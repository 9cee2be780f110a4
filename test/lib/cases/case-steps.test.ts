import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import type { CaseKey } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new StoredCases(client);
const { store } = cases;
const queries = new CaseQueries(client, "Cases");

const AT = "2026-03-02T15:00:00.000Z";

/** Defects of a case as the table holds it. */
async function problemsOf(key: CaseKey) {
  const raw = await queries.raw(key);
  return raw && checkedItem(raw).problems;
}

async function openIds(): Promise<string[]> {
  return Array.fromAsync(queries.allOpen([1]), ({ subject }) => subject);
}

/** Does something at a call of DynamoDB, once. */
function once(name: string, act: () => Promise<unknown>, isBefore = true): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== name) return next(args);
        client.middlewareStack.remove("once");
        if (isBefore) await act();
        const reply = await next(args);
        if (!isBefore) await act();
        return reply;
      },
    { step: "initialize", name: "once" },
  );
}

describe("a step", () => {
  it("is last, and decides where lists find the case", async () => {
    const fresh = await cases.open(1);
    const { stored: storedCase } = await store.add(fresh, newStep("a", AT, { kind: "take" }));
    expect(storedCase).toMatchObject({ owner: { subject: "olga" }, stepCount: 2 });
    expect(await openIds()).toContain("notification#1#1");
    const decided = await store.add(storedCase, newStep("b", "2026-03-03T15:00:00.000Z", REPORTED));
    expect(decided.kind).toBe("made");
    expect(decided.stored).toMatchObject({
      outcome: "reported",
      decidedAt: "2026-03-03T15:00:00.000Z",
      stepCount: 3,
      steps: [{ number: 2 }, { number: 3 }],
    });
    expect(decided.stored.owner).toBeUndefined();
    expect(await openIds()).not.toContain("notification#1#1");
    const reopened = await store.add(
      decided.stored,
      newStep("c", AT, { kind: "reopen", note: "New facts." }),
    );
    expect(reopened.stored.outcome).toBeUndefined();
    expect(await openIds()).toContain("notification#1#1");
    // A clock that is late makes no step before the last one.
    expect(reopened.stored.steps.at(-1)?.at).toBe("2026-03-03T15:00:00.000Z");
    expect(await problemsOf(fresh)).toEqual([]);
  });

  it("brings forward when something is due by a suspicion, and a 24-hour notice puts it back", async () => {
    const suspicion = { kind: "suspect", knownSince: "2026-03-02T10:00:00.000Z" } as const;
    const { stored: storedCase } = await store.add(await cases.open(2), newStep("a", AT, suspicion));
    expect(storedCase).toMatchObject({
      dueAt: "2026-03-03T10:00:00.000Z",
      dues: [{ kind: "suspicion", at: "2026-03-03T10:00:00.000Z", since: "2026-03-02T10:00:00.000Z" }],
    });
    const filing = {
      kind: "24-hour",
      reference: "AVI-24-1",
      receivedOn: "2026-03-02",
      receivedAt: "2026-03-02T06:00:00.000Z",
    } as const;
    const filed = await store.add(storedCase, newStep("b", AT, { kind: "file", filing }));
    expect(filed.stored).toMatchObject({ dueAt: "none", dues: [{ kind: "suspicion", metBy: "filing" }] });
  });

  it("is made once by one form, however often it is sent", async () => {
    const fresh = await cases.open(3);
    const note = newStep("same", AT, { kind: "note", note: "Asked the user's bank." });
    const outcomes = await Promise.all([
      store.add(fresh, note),
      store.add(fresh, note),
      store.add(fresh, note),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["made", "made", "made"]);
    expect(await store.add(outcomes[0].stored, note)).toMatchObject({ kind: "duplicate" });
    expect((await cases.read(fresh)).steps).toHaveLength(1);
  });

  it("is made once where the reply to the call was lost, and the form is sent again", async () => {
    const fresh = await cases.open(6);
    const note = newStep("lost", AT, { kind: "note", note: "Asked the user's bank." });
    once("TransactWriteItemsCommand", () => Promise.reject(new Error("The connection was reset.")), false);
    await expect(store.add(fresh, note)).rejects.toThrow("reset");
    expect(await store.add(fresh, note)).toMatchObject({ kind: "made" });
    expect((await cases.read(fresh)).steps).toMatchObject([{ id: "lost" }]);
    expect(await problemsOf(fresh)).toEqual([]);
  });

  it("leaves nothing behind where its call was not made", async () => {
    const fresh = await cases.open(7);
    once("TransactWriteItemsCommand", () => Promise.reject(new Error("The function ended.")));
    await expect(store.add(fresh, newStep("a", AT, REPORTED))).rejects.toThrow("ended");
    expect(await cases.read(fresh)).toEqual(fresh);
    expect(await problemsOf(fresh)).toEqual([]);
  });

  it("of two officers at once is one's, twenty times over, and the other sees what happened", async () => {
    for (let id = 100; id < 120; id++) {
      const seen = await cases.open(id);
      const otto = { subject: "otto", name: "otto.officer@company.example" };
      const outcomes = await Promise.all([
        store.add(seen, newStep(randomUUID(), AT, REPORTED)),
        store.add(seen, { ...newStep(randomUUID(), AT, NOT_REPORTABLE), by: otto }),
      ]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "made"]);
      const steps = outcomes.find(({ kind }) => kind === "made")?.stored.steps;
      expect(outcomes.find(({ kind }) => kind === "conflict")?.stored.steps).toEqual(steps);
      expect(await problemsOf(seen)).toEqual([]);
    }
  });
});

it("a case of 5,000 events can be read and decided, and its item for lists stays small", async () => {
  const fresh = await cases.open("many");
  const note = "The user's bank was asked. ".repeat(20);
  const notes = Array.from({ length: 4_999 }, (_, at) => newStep(`n${at}`, AT, { kind: "note", note }));
  await cases.fill(fresh, notes);
  const seen = await cases.read(fresh);
  expect(seen.stepCount).toBe(5_000);
  expect(await store.add(seen, newStep("decided", AT, REPORTED))).toMatchObject({ kind: "made" });
  expect(await problemsOf(fresh)).toEqual([]);
  const head = (await queries.raw(fresh))?.head;
  expect(Buffer.byteLength(JSON.stringify(head))).toBeLessThan(2_000);
});
