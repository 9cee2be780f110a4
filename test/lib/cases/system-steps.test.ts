import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import type { CaseKey } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { BusyCaseError, CaseStore } from "../../../lib/cases/cases.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import { refusalOf } from "../../../lib/cases/rules.ts";
import { stateOf } from "../../../lib/cases/state.ts";
import type { CaseEvent } from "../../../lib/cases/step.ts";
import { NOT_REPORTABLE, newStep } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const store = new CaseStore(client, "Cases", 10);
const cases = new StoredCases(client);
const queries = new CaseQueries(client, "Cases");

const RECEIVED = "2026-03-05T10:00:00.000Z";
const withdrawal = (cause: string): CaseEvent => ({
  ...{ kind: "withdrawal", cause, content: "1#1#4f1c", receivedAt: RECEIVED, risk: "none" },
});
const returned = (cause: string): CaseEvent => ({
  ...{ kind: "return", cause, content: "1#1", receivedAt: RECEIVED },
});
const note = (id: string, at = "2026-03-06T00:00:00.000Z") =>
  newStep(id, at, { kind: "note", note: "Seen." });

async function problemsOf(key: CaseKey) {
  const item = await queries.raw(key);
  return item && checkedItem(item).problems;
}
async function kindsOf(key: CaseKey) {
  return (await cases.read(key)).steps?.map(({ kind }) => kind);
}
async function isListed(key: CaseKey, closed: boolean) {
  const listed = await Array.fromAsync(queries.list({ projectIds: [1], closed }));
  return listed.some(({ subject }) => subject === key.subject);
}

describe("a step of the system", () => {
  it("is made once for its cause, behind those of officers, and the chain holds", async () => {
    const one = await cases.open("once", {}, note("a"));
    expect(await store.append(one, withdrawal("x"))).toBe("made");
    await cases.step(one, note("b"));
    expect(await store.append(one, withdrawal("x"))).toBe("duplicate");
    expect(await store.append(one, returned("x"))).toBe("made");
    expect(await store.append(one, withdrawal("y"))).toBe("made");
    expect(await kindsOf(one)).toEqual(["note", "withdrawal", "note", "return", "withdrawal"]);
    expect(await problemsOf(one)).toEqual([]);
  });

  it("is made beside one that another delivery or an officer makes at the same moment", async () => {
    const one = await cases.open("together");
    await Promise.all([..."abcdef"].map((cause) => store.append(one, withdrawal(cause))));
    expect(await kindsOf(one)).toHaveLength(6);
    expect(await problemsOf(one)).toEqual([]);
  });

  it("is tried again by its message where others never cease to add theirs", async () => {
    const one = await cases.open("busy");
    let notes = 0;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === "UpdateItemCommand" && JSON.stringify(args.input).includes("withdrawal#late"))
            await cases.step(one, note(`note-${++notes}`));
          return next(args);
        },
      { step: "initialize", name: "race" },
    );
    await expect(store.append(one, withdrawal("late"))).rejects.toThrow(BusyCaseError);
    client.middlewareStack.remove("race");
    expect(await store.append(one, withdrawal("late"))).toBe("made");
  });

  it("takes no room of officers' steps, nor they of it", async () => {
    const one = await cases.open("full");
    for (let count = 1; count <= 20; count++) await store.append(one, withdrawal(`w${count}`));
    expect(await store.append(one, withdrawal("w21"))).toBe("full");
    expect(await store.append(one, withdrawal("w3"))).toBe("duplicate");
    expect(await store.append(one, returned("r1"))).toBe("made");
    const wish = { kind: "note", note: "Seen." } as const;
    const moment = { now: "2026-03-06T00:00:00.000Z", today: "2026-03-06", officer: "olga" };
    const found = await cases.read(one);
    const notes = Array.from({ length: 179 }, (_, index) => ({
      ...{ ...note(`n${index}`), number: index + 22, previous: "", retentionYears: 10 },
    }));
    const steps = [...(found.steps ?? []), ...notes];
    expect(refusalOf(wish, { ...found, steps }, moment)).toBeUndefined();
    expect(refusalOf(wish, { ...found, steps: [...steps, ...notes.slice(0, 1)] }, moment)).toBe("full");
  });

  it("is not made in a case that is not there, nor in one that is corrupt", async () => {
    expect(await store.append({ subject: "notification#1#gone", opened: "once" }, returned("a"))).toBe(
      "none",
    );
    const one = await cases.open("corrupt");
    await client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: { subject: one.subject, opened: one.opened },
        UpdateExpression: "SET facts.kind = :bogus",
        ExpressionAttributeValues: { ":bogus": "bogus" },
      }),
    );
    expect(await store.append(one, returned("a"))).toBe("unreadable");
  });
});

describe("what the service says later", () => {
  it("changes what the case says of itself, and the deadline with it", async () => {
    const one = await cases.open("change", {
      amount: { value: "5", usd: "10" },
      token: { symbol: "OLD", decimals: 6 },
      deadlines: [{ dueAt: "2026-04-18T05:59:59.999Z", law: "LFPIORPI", countryCode: "MX" }],
    });
    const dueAt = "2026-03-18T05:59:59.999Z";
    const deadlines = [{ dueAt, law: "LFPIORPI", countryCode: "MX" }];
    const said = { content: "1#change#4f1c", receivedAt: RECEIVED, cause: "a" };
    const facts = { usd: "1200.50", tokenSymbol: "NEW", timestamp: "2026-02-27T10:00:00Z", deadlines };
    await store.append(one, { kind: "change", ...said, facts });
    expect(await cases.read(one)).toMatchObject({
      ...{ amount: { value: "5", usd: "1200.50" }, token: { symbol: "NEW", decimals: 6 }, dueAt },
    });
    await store.append(one, { kind: "change", ...said, cause: "b", facts: { usd: null, deadlines: [] } });
    const found = await cases.read(one);
    expect(found).toMatchObject({ amount: { value: "5" }, token: { symbol: "NEW" }, dueAt: "none" });
    expect(found.amount?.usd).toBeUndefined();
    expect(await problemsOf(one)).toEqual([]);
  });

  it("withdraws nothing that an officer decided; a return opens it again", async () => {
    const one = await cases.open("return", {}, newStep("a", "2026-03-06T00:00:00.000Z", NOT_REPORTABLE));
    await store.append(one, withdrawal("a"));
    expect((await cases.read(one)).outcome).toBe("not-reportable");
    expect(await isListed(one, false)).toBe(false);
    await store.append(one, returned("b"));
    expect((await cases.read(one)).outcome).toBeUndefined();
    expect(await isListed(one, false)).toBe(true);
    await cases.step(one, newStep("b", "2026-03-07T00:00:00.000Z", NOT_REPORTABLE));
    await store.append(one, returned("b"));
    expect((await cases.read(one)).outcome).toBe("not-reportable");
    expect(await problemsOf(one)).toEqual([]);
  });

  it("takes no case from its owner", async () => {
    const one = await cases.open("held", {}, newStep("a", new Date().toISOString(), { kind: "take" }));
    await store.append(one, returned("a"));
    expect(stateOf(await cases.read(one)).owner?.name).toBe("olga.officer@company.example");
    expect((await cases.read(one)).owner).toBeDefined();
  });
});

describe("a case that goes on as another", () => {
  const as = { subject: "notification#1#7", opened: "once" };
  const continuation: CaseEvent = { kind: "continuation", cause: "7", as };
  const moment = { now: "2026-03-06T00:00:00.000Z", today: "2026-03-06", officer: "olga" };

  it("ends: no list has it, and officers decide in the other", async () => {
    const one = await cases.open("went", { kind: "quarantine" }, note("a"));
    expect(await store.append(one, continuation)).toBe("made");
    expect(await store.append(one, continuation)).toBe("duplicate");
    expect([await isListed(one, false), await isListed(one, true)]).toEqual([false, false]);
    const found = await cases.read(one);
    expect(found).toMatchObject({ outcome: "continued" });
    for (const wish of [NOT_REPORTABLE, { kind: "note", note: "Seen." } as const])
      expect(refusalOf(wish, found, moment)).toBe("continued");
    expect(await problemsOf(one)).toEqual([]);
  });

  it("takes the 24-hour notice that its own steps owe", async () => {
    const at = "2026-03-05T12:00:00.000Z";
    const one = await cases.open("owes", {}, newStep("a", at, { kind: "suspect", knownSince: at }));
    await store.append(one, continuation);
    const filing = { kind: "24-hour", reference: "AVI-1", receivedOn: "2026-03-06" } as const;
    expect(refusalOf({ kind: "file", filing }, await cases.read(one), moment)).toBeUndefined();
  });
});
