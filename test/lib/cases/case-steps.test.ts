import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type StoredCase, storedCase } from "../../../lib/cases/case.ts";
import { attributesOf } from "../../../lib/cases/case-attributes.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { CaseSteps } from "../../../lib/cases/case-steps.ts";
import { problemsOfChain } from "../../../lib/cases/chain.ts";
import { NOT_REPORTABLE, newStep, OLGA, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { mockClient } from "../../support/mock-client.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const steps = new CaseSteps(client, "Cases", 10);

const AT = "2026-03-02T15:00:00.000Z";
/** Ten years after `AT`. */
const EXPIRY = 2_088_082_800;

const opened = (id: number) => new StoredCases(client).open(id, { expiresAt: 1 });

/** As the table has it, unread. */
async function itemOf({ subject, opened: sort }: StoredCase) {
  const { Item } = await client.send(new GetCommand({ TableName: "Cases", Key: { subject, opened: sort } }));
  return { ...Item, subject, opened: sort };
}

async function openIds(): Promise<string[]> {
  const { cases } = await new CaseQueries(client, "Cases").page({ projectIds: [1], closed: false, size: 50 });
  return cases.map(({ subject }) => subject);
}

describe("a step", () => {
  it("is last, and decides where lists find the case", async () => {
    const fresh = await opened(1);
    const { found } = await steps.add(fresh, newStep("a", AT, { kind: "take" }));
    expect(found).toMatchObject({ owner: { subject: "olga" }, stepCount: 1, expiresAt: EXPIRY });
    expect(await openIds()).toContain("notification#1#1");
    const decided = await steps.add(found, newStep("b", "2026-03-03T15:00:00.000Z", REPORTED));
    expect(decided.kind).toBe("made");
    expect(decided.found).toMatchObject({
      outcome: "reported",
      decidedAt: "2026-03-03T15:00:00.000Z",
      stepCount: 2,
      steps: [{ number: 1 }, { number: 2 }],
    });
    expect(decided.found.owner).toBeUndefined();
    expect(await openIds()).not.toContain("notification#1#1");
    const reopened = await steps.add(decided.found, newStep("c", AT, { kind: "reopen", note: "New facts." }));
    expect(reopened.found).not.toHaveProperty("outcome");
    expect(reopened.found).not.toHaveProperty("decidedAt");
    expect(await openIds()).toContain("notification#1#1");
    // A clock that is late makes no step before the last one.
    expect(reopened.found.steps?.at(-1)?.at).toBe("2026-03-03T15:00:00.000Z");
    expect(problemsOfChain(await itemOf(fresh))).toEqual([]);
  });

  it("brings forward when something is due by a suspicion, and a 24-hour notice puts it back", async () => {
    const wish = { kind: "suspect", knownSince: "2026-03-02T10:00:00.000Z" } as const;
    const { found } = await steps.add(await opened(2), newStep("a", AT, wish));
    expect(found).toMatchObject({
      ...{ dueAt: "2026-03-03T10:00:00.000Z", deadlines: [], knownSince: "2026-03-02T10:00:00.000Z" },
    });
    const filing = { kind: "24-hour", reference: "AVI-24-1", receivedOn: "2026-03-02" } as const;
    const filed = await steps.add(found, newStep("b", AT, { kind: "file", filing }));
    expect(filed.found).toMatchObject({ dueAt: "none", deadlines: [] });
    expect(filed.found.knownSince).toBeUndefined();
  });

  it("is made once by one form, however often it is sent", async () => {
    const fresh = await opened(3);
    const note = newStep("same", AT, { kind: "note", note: "Asked the user's bank." });
    const sent = await Promise.all([steps.add(fresh, note), steps.add(fresh, note), steps.add(fresh, note)]);
    expect(sent.map(({ kind }) => kind)).toEqual(["made", "made", "made"]);
    expect(await steps.add(sent[0].found, note)).toMatchObject({ kind: "duplicate" });
    expect((await steps.read(fresh))?.steps).toHaveLength(1);
  });

  it("is made once where the reply to the call was lost, and the form is sent again", async () => {
    const fresh = await opened(6);
    const note = newStep("lost", AT, { kind: "note", note: "Asked the user's bank." });
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const reply = await next(args);
          if (commandName !== "UpdateItemCommand") return reply;
          client.middlewareStack.remove("lose");
          throw new Error("The connection was reset.");
        },
      { step: "initialize", name: "lose" },
    );
    await expect(steps.add(fresh, note)).rejects.toThrow("reset");
    expect(await steps.add(fresh, note)).toMatchObject({ kind: "made" });
    const item = await itemOf(fresh);
    expect(item).toMatchObject({ stepCount: 1, steps: [{ id: "lost" }] });
    expect(problemsOfChain(item)).toEqual([]);
  });

  it("of two officers at once is one's, twenty times over, and the other sees what happened", async () => {
    for (let id = 100; id < 120; id++) {
      const seen = await opened(id);
      const ana = { subject: "otto", name: "otto.officer@company.example" };
      const both = await Promise.all([
        steps.add(seen, newStep(randomUUID(), AT, REPORTED)),
        steps.add(seen, { ...newStep(randomUUID(), AT, NOT_REPORTABLE), by: ana }),
      ]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "made"]);
      const made = both.find(({ kind }) => kind === "made")?.found.steps;
      expect(both.find(({ kind }) => kind === "conflict")?.found.steps).toEqual(made);
      const item = await itemOf(seen);
      expect(item).toMatchObject({ stepCount: 1, steps: made });
      expect(problemsOfChain(item)).toEqual([]);
    }
  });

  it("fits into the item, behind the longest of officers and as many of the system as it takes", async () => {
    let found = await opened(5);
    const note = "語".repeat(1_000);
    const placed = (index: number) => ({ number: index + 1, previous: "0".repeat(64), retentionYears: 10 });
    const notes = Array.from({ length: 92 }, (_, index) => ({
      ...newStep(`n${index}`, AT, { kind: "note", note }),
      ...placed(index),
    }));
    const said = { at: AT, receivedAt: AT, content: "x".repeat(300) };
    const ofSystem = Array.from({ length: 120 }, (_, index) => ({
      ...{ ...said, id: `s${index}`, kind: "revised", alerted: true, facts: { laws: [] } },
      ...placed(92 + index),
    }));
    const many = [...notes, ...ofSystem];
    await client.send(
      new UpdateCommand({
        TableName: "Cases",
        Key: { subject: found.subject, opened: "once" },
        UpdateExpression: "SET steps = :steps, stepCount = :count, head = :head",
        ExpressionAttributeValues: { ":steps": many, ":count": many.length, ":head": "0".repeat(64) },
      }),
    );
    found = (await steps.read(found)) ?? found;
    expect(Buffer.byteLength(JSON.stringify(notes))).toBeGreaterThan(300_000 - 4_000);
    expect(Buffer.byteLength(JSON.stringify(ofSystem))).toBeGreaterThan(60_000 - 4_000);
    expect(await steps.add(found, newStep("last", AT, { ...REPORTED, note }))).toMatchObject({
      kind: "made",
    });
  });
});

describe("the calls of a step", () => {
  const key = { subject: "notification#1#42", opened: "once" };
  const receivedAt = "2026-03-01T12:00:00.000Z";
  const beginning: StoredCase["beginning"] = {
    ...{ kind: "notification", projectId: 1, receivedAt, openedAt: receivedAt, deadlines: [], expiresAt: 1 },
  };
  const item = { ...key, beginning, ...attributesOf({ ...key, beginning }) };
  const seen = storedCase.parse(item);

  function mocked() {
    const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
    return { mock: mockClient(documents), mockedSteps: new CaseSteps(documents, "Cases", 10) };
  }

  it("are one update, on condition that no other step came first", async () => {
    const { mock, mockedSteps } = mocked();
    const first = {
      ...newStep("a", AT, REPORTED),
      number: 1,
      previous: "7deb6b340e0b65dfd18984939deb22d275f8986bbb812b23517c765cfe5c2ce1",
      retentionYears: 10,
    };
    mock.on(UpdateCommand).resolves({ Attributes: { ...item, steps: [first] } });
    await mockedSteps.add(seen, newStep("a", AT, REPORTED));
    expect(mock.calls().map(({ args: [{ input }] }) => input)).toEqual([
      {
        TableName: "Cases",
        Key: { subject: "notification#1#42", opened: "once" },
        UpdateExpression:
          "SET #steps = list_append(if_not_exists(#steps, :none), :steps), #stepCount = :stepCount, #head = :head, #filings = :filings, #outcome = :outcome, #decidedAt = :decidedAt, #lastStepAt = :lastStepAt, #expiresAt = :expiresAt REMOVE #openShard",
        ConditionExpression: "attribute_exists(#subject) AND attribute_not_exists(#stepCount)",
        ExpressionAttributeNames: {
          "#steps": "steps",
          "#subject": "subject",
          "#stepCount": "stepCount",
          "#head": "head",
          "#expiresAt": "expiresAt",
          "#filings": "filings",
          "#outcome": "outcome",
          "#lastStepAt": "lastStepAt",
          "#decidedAt": "decidedAt",
          "#openShard": "openShard",
        },
        ExpressionAttributeValues: {
          ":none": [],
          ":steps": [first],
          ":stepCount": 1,
          ":head": "94c2be462def71feaba70cfea4c9bc3cf30de8d55f2f4b010ba735472642c460",
          ":expiresAt": EXPIRY,
          ":filings": 1,
          ":outcome": "reported",
          ":lastStepAt": AT,
          ":decidedAt": AT,
        },
        ReturnValues: "ALL_NEW",
      },
    ]);
  });

  it("read the case again where the condition failed: the SDK's own retry is no other officer", async () => {
    const { mock, mockedSteps } = mocked();
    const step = {
      ...newStep("a", AT, { kind: "take" }),
      number: 1,
      previous: "",
      retentionYears: 10,
    };
    mock.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: "", $metadata: {} }));
    mock.on(GetCommand).resolves({ Item: { ...item, steps: [{ ...step, by: OLGA }] } });
    expect(await mockedSteps.add(seen, newStep("a", AT, { kind: "take" }))).toMatchObject({
      kind: "made",
    });
    expect(mock.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { TableName: "Cases", Key: { subject: "notification#1#42", opened: "once" }, ConsistentRead: true },
    ]);
  });
});
