import { afterAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { isLate, noticesIn } from "../../../lib/cases/due.ts";
import { noticeWords } from "../../../lib/cases/evidence/step-words.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import { OPEN, refusalOf } from "../../../lib/cases/rules.ts";
import { viewOf } from "../../../lib/cases/view.ts";
import { NOT_REPORTABLE, newStep, OPENED, REPORTED, stepsOf } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { ENGLISH } from "../../support/translators.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new StoredCases(client);

const SINCE = "2026-03-02T10:00:00.000Z";
const NOW = { now: "2026-03-02T20:00:00.000Z", today: "2026-03-02", officer: "olga" };
const SUSPECT = { kind: "suspect", knownSince: SINCE } as const;
const RETRACT = { kind: "retract", note: "It was another person." } as const;
const URGENT = {
  kind: "24-hour",
  reference: "AVI-1",
  receivedOn: "2026-03-02",
  receivedAt: "2026-03-02T06:00:00.000Z",
} as const;

/** The cases that are reminded of because a notice is pending. */
async function pending(projectId: number): Promise<string[]> {
  const items = new CaseQueries(client, "Cases").suspected(projectId);
  return Array.fromAsync(items, ({ listedCase }) => listedCase.subject);
}

it.each([
  ["reported with a monthly notice", 11, REPORTED],
  ["found no notice due", 12, NOT_REPORTABLE],
])(
  "a case is %s only once its notice is recorded, which is pending until then",
  async (_, projectId, decision) => {
    const storedCase = await cases.open("1", { projectId }, newStep("a", SINCE, SUSPECT));
    expect(await pending(projectId)).toEqual([storedCase.subject]);
    expect(refusalOf(decision, storedCase, NOW)).toBe("noticePending");
    const filed = { kind: "file", filing: URGENT } as const;
    expect(refusalOf(filed, storedCase, NOW)).toBeUndefined();
    const after = await cases.step(storedCase, newStep("b", NOW.now, filed));
    expect(refusalOf(decision, after, NOW)).toBeUndefined();
    await cases.step(storedCase, newStep("c", NOW.now, decision));
    expect(await pending(projectId)).toEqual([]);
    const item = await new CaseQueries(client, "Cases").raw(storedCase);
    expect(item && checkedItem(item).problems).toEqual([]);
  },
);

it("a withdrawn suspicion, with its reason, ends the duty of a notice, and a new one begins it again", async () => {
  const storedCase = await cases.open("2", { projectId: 13 }, newStep("a", SINCE, SUSPECT));
  expect(refusalOf({ kind: "retract", note: " " }, storedCase, NOW)).toBe("noteMissing");
  expect(refusalOf(RETRACT, storedCase, NOW)).toBeUndefined();
  const after = await cases.step(storedCase, newStep("b", NOW.now, RETRACT));
  expect(await pending(13)).toEqual([]);
  expect(noticesIn(after)).toMatchObject([{ metAt: NOW.now, metBy: "withdrawal" }]);
  expect(refusalOf(RETRACT, after, NOW)).toBe("notSuspected");
  await cases.step(storedCase, newStep("c", NOW.now, { ...SUSPECT, knownSince: "2026-03-02T12:00:00.000Z" }));
  expect(await pending(13)).toEqual([storedCase.subject]);
});

it.each([
  ["in time", "2026-03-03T10:00:00.000Z", false],
  ["too late", "2026-03-03T10:00:00.001Z", true],
])("a case is decided late by a notice whose suspicion was withdrawn %s: %s", async (_, at, late) => {
  const project = late ? 15 : 14;
  const storedCase = await cases.open(
    "5",
    { projectId: project },
    newStep("a", SINCE, SUSPECT),
    newStep("b", at, RETRACT),
  );
  const decided = await cases.step(storedCase, newStep("c", "2026-03-04T10:00:00.000Z", NOT_REPORTABLE));
  expect(decided.dues.some((due) => isLate(due, "2026-03-05T10:00:00.000Z"))).toBe(late);
  const { t } = ENGLISH;
  const [words = ""] = noticesIn(decided).map((notice) => noticeWords(notice, t, (time) => time));
  expect(words).toMatch(
    late
      ? /not recorded in time; the suspicion was withdrawn later/
      : /no longer expected, since the suspicion was withdrawn/,
  );
  expect(await pending(project)).toEqual([]);
});

it("a case decided without a notice takes no filing", () => {
  const caseView = viewOf(OPENED, stepsOf(SUSPECT, RETRACT, NOT_REPORTABLE));
  for (const kind of ["monthly", "24-hour"] as const)
    expect(refusalOf({ kind: "file", filing: { ...URGENT, kind } }, caseView, NOW)).toBe("notReported");
});

const operation = (name: string, rawSha256 = "4f1c") => ({ name, receivedAt: SINCE, rawSha256 });
const LATER = "2026-03-02T12:00:00.000Z";

it("operations that are added to a suspicion go along with its notice, whose 24 hours begin no later", () => {
  const more = {
    ...SUSPECT,
    knownSince: LATER,
    operations: [operation("1#2#T"), operation("1#1#T", "8a0b")],
  };
  const { suspicions } = viewOf(OPENED, stepsOf({ ...SUSPECT, operations: [operation("1#1#T")] }, more));
  expect(suspicions).toEqual([
    {
      deadline: { kind: "suspicion", at: "2026-03-03T10:00:00.000Z", since: SINCE },
      operations: [operation("1#1#T", "8a0b"), operation("1#2#T")],
    },
  ]);
});

it("an operation that was known after the receipt of a notice is in the next one", () => {
  const filing = { ...URGENT, receivedTime: "05:00", receivedAt: "2026-03-02T11:00:00.000Z" };
  const { suspicions } = viewOf(
    OPENED,
    stepsOf(
      { ...SUSPECT, operations: [operation("1#1#T")] },
      { kind: "file", filing },
      { ...SUSPECT, knownSince: LATER, operations: [operation("1#2#T")] },
    ),
  );
  expect(suspicions).toMatchObject([
    { deadline: { metBy: "filing" }, operations: [{ name: "1#1#T" }] },
    { deadline: { since: LATER }, operations: [{ name: "1#2#T" }] },
  ]);
  expect(suspicions[1]?.deadline.metBy).toBeUndefined();
});

it("a suspicion takes up to 100 operations along at a time", () => {
  const wishOf = (count: number) => ({
    ...SUSPECT,
    operations: Array.from({ length: count }, (_, index) => operation(`1#${index}#T`)),
  });
  expect(refusalOf(wishOf(100), OPEN, NOW)).toBeUndefined();
  expect(refusalOf(wishOf(101), OPEN, NOW)).toBe("operationsTooMany");
});
