/** Which cases of a user are added against the threshold of their law. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { firstOf } from "../../../lib/aws/tables/query.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { alsoAdded, asksForNotice, reachBeside, reachIn } from "../../../lib/cases/accumulation.ts";
import type { ListedCase } from "../../../lib/cases/case.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import type { NewStep } from "../../../lib/cases/step.ts";
import type { LocalMoney } from "../../../lib/law/rates/local-amount.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { type CaseChanges, StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const stored = new StoredCases(client);
const queries = new CaseQueries(client, "Cases");

/** One peso a dollar. */
const PESOS: LocalMoney = ({ amount }) =>
  amount?.usd === undefined || amount.usd === null
    ? []
    : [
        {
          currency: "MXN",
          amount: Number(amount.usd).toFixed(2),
          exact: amount.usd,
          rate: "1",
          day: "2026-03-01",
          uma: { multiple: "", value: "117.31" },
        },
      ];

/** A flagged operation of March; 24,635.10 pesos reach the threshold. */
function flagged(name: string, usd: string | undefined, changes: CaseChanges = {}, ...steps: NewStep[]) {
  const receivedAt = "2026-03-10T12:00:00.000Z";
  return stored.open(
    name,
    {
      receivedAt,
      timestamp: receivedAt,
      userId: "u-1",
      risk: "illegal",
      dueAt: "2026-04-18T05:59:59.999Z",
      amount: { value: "1", ...(usd === undefined ? {} : { usd }) },
      ...changes,
    },
    ...steps,
  );
}

const DECIDED = "2026-03-20T12:00:00.000Z";

/** As a list judges it, and as its page does by what it has read of the user. */
const reachOf = async (listedCase: ListedCase, projectIds: readonly number[] = [1, 2]) => {
  const money = async () => PESOS;
  const reached = (await reachIn({ cases: queries, money }, [listedCase], projectIds))(listedCase);
  const ofUser =
    listedCase.userId === undefined
      ? []
      : await firstOf(queries.ofUser(projectIds, listedCase.userId), 1_000);
  const read = { listedCases: ofUser.slice(0, 1_000), mayLack: ofUser.length > 1_000 };
  expect(await reachBeside(listedCase, read, money)).toEqual(reached);
  return reached?.reach;
};

const numbersIn = (cases: readonly ListedCase[]) =>
  cases.map(({ subject }) => subject.split("#").at(-1)).sort();

beforeAll(async () => {
  const falsePositive = { kind: "decide", outcome: "false-positive", note: "Another user's." } as const;
  await flagged("filed", "8000", {}, newStep("a", DECIDED, REPORTED));
  await flagged("no-notice", "8000", {}, newStep("b", DECIDED, NOT_REPORTABLE));
  await flagged("mistaken", "20000", {}, newStep("c", DECIDED, falsePositive));
  await flagged("warned", "20000", { risk: "warn" });
  await flagged("listed", "5000", { dueAt: "none", laws: [{ name: "OFAC SDN", countryCode: "US" }] });
  await flagged("of-another", "20000", { userId: "u-2" });
  await flagged("elsewhere", "2000", { projectId: 2 });
});

it("adds a user's flagged operations of every project and in any state, and no false positive or warning", async () => {
  const last = await flagged("last", "1635.10");
  const reach = await reachOf(last);
  expect(reach).toMatchObject({ kind: "together", units: "210.00" });
  expect(numbersIn(reach?.kind === "together" ? reach.others : [])).toEqual([
    "elsewhere",
    "filed",
    "listed",
    "no-notice",
  ]);
  expect(await reachOf(last, [1])).toMatchObject({ kind: "below", units: "192.95" });
});

it("names what cases reach the threshold with that is not among them", async () => {
  const decided = await flagged(
    "decided",
    "20000",
    { userId: "u-added" },
    newStep("d", DECIDED, NOT_REPORTABLE),
  );
  const open = [
    await flagged("open-1", "2500", { userId: "u-added" }),
    await flagged("open-2", "2500", { userId: "u-added" }),
  ];
  const reach = await reachIn({ cases: queries, money: async () => PESOS }, open, [1]);
  expect(numbersIn(alsoAdded(open, reach))).toEqual(["decided"]);
  expect(alsoAdded([...open, decided], reach)).toEqual([]);
});

it("says nothing of an operation under no law whose threshold is known, and of what is no operation", async () => {
  const listed = await stored.read({ subject: "notification#1#listed", opened: "once" });
  const mistaken = await stored.read({ subject: "notification#1#mistaken", opened: "once" });
  for (const silent of [listed, mistaken]) expect(await reachOf(silent)).toBeUndefined();
  expect(asksForNotice(undefined)).toBe(true);
});

it("does not know where an amount of the user is not known, and names it", async () => {
  const knownCase = await flagged("known", "10", { userId: "u-3" });
  const unknown = await flagged("unknown", undefined, { userId: "u-3" });
  for (const storedCase of [knownCase, unknown]) {
    const reach = await reachOf(storedCase);
    expect(numbersIn(reach?.kind === "unknown" ? reach.lacking : [])).toEqual(["unknown"]);
  }
});

it("does not say that a sum is below where the user has more operations than are read", async () => {
  for (let index = 0; index <= 1_000; index++) await flagged(`many-${index}`, "1", { userId: "u-4" });
  const last = await flagged("many", "2", { userId: "u-4" });
  expect(await reachOf(last)).toEqual({ kind: "unknown", lacking: [] });
  const large = await flagged("large", "24635.10", { userId: "u-4" });
  expect(await reachOf(large)).toEqual({ kind: "alone", units: "210.00" });
});

it("is not known to be below where no user is named", async () => {
  const nameless = await stored.open("nameless", {
    receivedAt: "2026-03-10T12:00:00.000Z",
    timestamp: "2026-03-10T12:00:00.000Z",
    risk: "illegal",
    dueAt: "2026-04-18T05:59:59.999Z",
    amount: { value: "1", usd: "5" },
  });
  expect(await reachOf(nameless)).toEqual({ kind: "unknown", lacking: [] });
});

it("takes those within six months before and behind, and reads back that far", async () => {
  const at = (timestamp: string, dueAt: string) => ({
    userId: "u-5",
    timestamp,
    receivedAt: timestamp,
    dueAt,
  });
  await flagged("old", "20000", at("2026-02-10T05:59:00.000Z", "2026-03-18T05:59:59.999Z"));
  await flagged("first", "20000", at("2026-02-10T06:00:00.000Z", "2026-03-18T05:59:59.999Z"));
  const sixth = await flagged("sixth", "20000", at("2026-08-11T05:59:00.000Z", "2026-09-18T05:59:59.999Z"));
  const reach = await reachOf(sixth);
  expect(numbersIn(reach?.kind === "together" ? reach.others : [])).toEqual(["first"]);
});

it("weighs amounts as they are, and not as they are shown", async () => {
  const just = { userId: "u-exact" };
  expect(await reachOf(await flagged("under", "24635.0999", { userId: "u-under" }))).toMatchObject({
    kind: "below",
    units: "209.99",
  });
  const parts = await Promise.all(
    ["8211.7035", "8211.7035", "8211.6930"].map((usd, index) => flagged(`part-${index}`, usd, just)),
  );
  for (const part of parts) expect(await reachOf(part)).toMatchObject({ kind: "together", units: "210.00" });
});

it("reads nothing more of a user whose operation reaches the threshold alone", async () => {
  const users: string[] = [];
  class WatchedQueries extends CaseQueries {
    override ofUser(projectIds: readonly number[], userId: string) {
      users.push(userId);
      return super.ofUser(projectIds, userId);
    }
  }
  const alone = await flagged("enough", "24635.10", { userId: "u-6" });
  const below = await flagged("little", "24635.09", { userId: "u-7" });
  const sources = { cases: new WatchedQueries(client, "Cases"), money: async () => PESOS };
  const reached = await reachIn(sources, [alone, below], [1]);
  expect([alone, below].map((listedCase) => reached(listedCase)?.reach.kind)).toEqual(["alone", "below"]);
  expect(users).toEqual(["u-7"]);
});
