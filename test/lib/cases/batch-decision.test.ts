import { afterAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { type BatchOrder, decideBatch } from "../../../lib/cases/batch-decision.ts";
import type { StoredCase } from "../../../lib/cases/case.ts";
import { NOT_REPORTABLE, newStep, OLGA, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new StoredCases(client);
const { store: steps } = cases;

const SENT_AT = "2026-03-02T15:01:00.000Z";
const [FIRST_NIGHT, SECOND_NIGHT] = ["2026-03-01T02:00:00.000Z-aaaaaa", "2026-03-02T02:00:00.000Z-bbbbbb"];

const opened = (id: number) => cases.open(id);

async function exceeded(subject: string, lastExceeded: string, score: number) {
  const opened = FIRST_NIGHT;
  const receivedAt = "2026-03-01T02:00:00.000Z";
  await steps.openForWallet({
    subject,
    opened,
    lastExceeded,
    score,
    kind: "wallet",
    projectId: 1,
    receivedAt,
  });
  return cases.read({ subject, opened });
}

function order(shown: BatchOrder["shown"], decision: typeof REPORTED | typeof NOT_REPORTABLE): BatchOrder {
  const order = { ...decision, at: SENT_AT, by: OLGA };
  return { shown, batchId: "act", actsIn: [1], refusals: () => [], decision: order };
}

const subjectsOf = (cases: StoredCase[]) => cases.map(({ subject }) => subject).toSorted();

describe("a form that decides several cases", () => {
  it("makes nothing when it is sent again, and says what is decided", async () => {
    const bothCases = [await opened(1), await opened(2)];
    await decideBatch(steps, order(bothCases, NOT_REPORTABLE));
    const again = await decideBatch(steps, order(bothCases, NOT_REPORTABLE));
    expect(subjectsOf(again.decided)).toEqual(["notification#1#1", "notification#1#2"]);
    expect(again.decided).toMatchObject([{ stepCount: 2 }, { stepCount: 2 }]);
    expect(again.leftOut).toEqual([]);
  });

  it("leaves out what it decided otherwise when it was sent before, and decides the others", async () => {
    const [before, fresh] = [await opened(3), await opened(4)];
    await decideBatch(steps, order([before], NOT_REPORTABLE));
    const { decided, leftOut } = await decideBatch(steps, order([before, fresh], REPORTED));
    expect(subjectsOf(decided)).toEqual(["notification#1#4"]);
    expect(leftOut).toMatchObject([{ subject: "notification#1#3", outcome: "not-reportable", stepCount: 2 }]);
  });

  it("leaves out a case that was reopened since it was sent before", async () => {
    const storedCase = await opened(5);
    const { decided } = await decideBatch(steps, order([storedCase], NOT_REPORTABLE));
    const [seen] = decided;
    if (seen === undefined) throw new Error("It was not decided.");
    await steps.add(seen, newStep("r", "2026-03-02T15:02:00.000Z", { kind: "reopen", note: "New facts." }));
    const again = await decideBatch(steps, order([storedCase], NOT_REPORTABLE));
    expect(again.decided).toEqual([]);
    expect(again.leftOut).toMatchObject([{ subject: "notification#1#5", stepCount: 3 }]);
  });

  it("leaves out a wallet that exceeded the alert score again since it was shown", async () => {
    const shown = await exceeded("wallet#1#0xa#1", FIRST_NIGHT, 61);
    await exceeded("wallet#1#0xa#1", SECOND_NIGHT, 99);
    const { decided, leftOut } = await decideBatch(steps, order([shown], NOT_REPORTABLE));
    expect(decided).toEqual([]);
    expect(leftOut).toMatchObject([{ score: 99, lastExceeded: SECOND_NIGHT }]);
  });
});

it("no step is made in a wallet's case that was alerted again since it was seen", async () => {
  const seen = await exceeded("wallet#1#0xb#1", FIRST_NIGHT, 61);
  await exceeded("wallet#1#0xb#1", SECOND_NIGHT, 99);
  const outcome = await steps.add(seen, newStep("d", SENT_AT, NOT_REPORTABLE));
  expect(outcome).toMatchObject({ kind: "conflict", stored: { score: 99 } });
  expect(outcome.stored.outcome).toBeUndefined();
  expect(await steps.add(outcome.stored, newStep("d", SENT_AT, NOT_REPORTABLE))).toMatchObject({
    kind: "made",
  });
});
