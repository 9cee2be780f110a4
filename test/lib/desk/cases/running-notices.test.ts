/** The 24 hours from a suspicion are visible on every page that shows or decides the case, beside every other deadline. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { evidencePage } from "../../../../lib/cases/evidence/evidence-page.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import type { StepRequest } from "../../../../lib/cases/step.ts";
import { addMonths, instantOf } from "../../../../lib/i18n/time/calendar.ts";
import { zonedTimes } from "../../../../lib/i18n/zoned-time.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { ENGLISH } from "../../../support/translators.ts";

const ZONE = "America/Mexico_City";
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const auditor = await desk.signedIn("auditors");

/** A case of project 1 with these steps. */
function opened(id: string, dueAt: string, ...wishes: StepRequest[]) {
  return openedAt(ago(1_000), id, dueAt, ...wishes);
}

/** The same of a transaction of that time, as it was received then. */
function openedAt(time: string, id: string, dueAt: string, ...wishes: StepRequest[]) {
  const steps = wishes.map((wish, index) => newStep(`${id}-${index}`, ago(0), wish));
  const times = { happenedAt: time, receivedAt: time };
  return desk.cases.open(id, { userId: `u-${id}`, ...times, dueAt }, ...steps);
}

const path = (id: string) => `/case?subject=notification%231%23${id}&opened=once`;
const suspected = (hours: number) => ({ kind: "suspect", knownSince: ago(hours) }) as const;
/** Received now. */
const NOTICE = {
  kind: "file",
  filing: { ...REPORTED.filing, kind: "24-hour", receivedOn: ago(0).slice(0, 10), receivedAt: ago(0) },
} as const;

const RUNS =
  /The 24 hours from the suspicion end .{6,20}, and no 24-hour notice with a receipt from after the suspicion is recorded:/;
const PASSED =
  /The 24 hours from the suspicion ended .{6,20}, and no 24-hour notice with a receipt from after the suspicion is recorded:/;

/** Deadlines in the row of the inbox. */
async function inboxRow(id: string): Promise<string> {
  const { text } = await officer("/");
  const row = text.split("<tr").find((one) => one.includes(`notification%231%23${id}&`)) ?? "";
  const [, dues = ""] = /<td class="c-due">(.*?)<\/td>/.exec(row) ?? [];
  return dues
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}

it("the inbox shows them beside a law's day that has passed, and lists sort by them", async () => {
  const passed = ago(100);
  const key = await opened("1", passed, suspected(1));
  expect(await inboxRow("1")).toBe("4 d late 22 h 59 min left");
  const queries = new CaseQueries(desk.client, "Cases");
  const soon = await Array.fromAsync(queries.due(1, ago(-24)));
  expect(soon.map(({ subject }) => subject)).toEqual(["notification#1#1"]);
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
});

it("the inbox shows them beside a law's day that is nearer, and missed ones beside what is due within a week", async () => {
  await opened("2", ago(-2), suspected(1));
  expect(await inboxRow("2")).toBe("22 h 59 min left 1 h left");
  await opened("3", ago(-100), suspected(30));
  expect(await inboxRow("3")).toBe("24 h missed 4 d left");
});

it("the deciding officer is warned of them, also once it is too late or something else was filed, and not by others", async () => {
  await opened("4", "none", suspected(1));
  expect((await officer(path("4"))).text).toMatch(RUNS);
  expect((await officer("/?user=u-4&sheet=decide")).text).toMatch(RUNS);
  expect((await officer(path("4"), undefined, "es")).text).toMatch(
    /Las 24 horas desde la sospecha vencen el/,
  );
  await desk.cases.open("14", { userId: "u-4" }, newStep("14-0", ago(0), suspected(25)));
  expect((await officer("/?user=u-4&sheet=decide")).text).toMatch(
    /Cases with a pending 24-hour notice: 2\. The first deadline was [^:]+:\d\d:/,
  );
  // An auditor decides nothing.
  expect(await auditor(path("4"))).toEqual({ status: 200, text: expect.not.stringMatching(RUNS) });
  await opened("5", "none", suspected(25));
  expect((await officer(path("5"))).text).toMatch(PASSED);
  await opened("6", "none", suspected(1), REPORTED);
  expect((await officer(path("6"))).text).toMatch(RUNS);
});

it("warns of what is decided, too, until the notice is filed or the suspicion withdrawn", async () => {
  await opened("7", "none", suspected(1), NOTICE);
  await opened("8", "none", suspected(1), { kind: "decide", outcome: "false-positive", note: "A double." });
  await opened("9", "none");
  await opened("11", "none", suspected(1), { kind: "retract", note: "Another person." });
  expect((await officer(path("8"))).text).toMatch(RUNS);
  expect(await inboxRow("8")).toBe("22 h 59 min left");
  expect((await officer("/users?user=u-8")).text).toMatch(/22 h 59 min left/);
  expect((await officer("/inbox.csv?user=u-8")).text).toMatch(/,false-positive,\r?\n/);
  for (const id of ["7", "9", "11"])
    expect(await officer(path(id))).toEqual({ status: 200, text: expect.not.stringMatching(RUNS) });
});

it("a notice that was filed late is shown so, though the law's day is to come", async () => {
  const month = zonedTimes("en", ZONE).day(ago(0))?.slice(0, 7) ?? "";
  const [first = "", dueAt = ""] = [`${month}-01T00:00`, `${addMonths(month, 1)}-17T23:59:59.999`].map(
    (time) => instantOf(time, ZONE),
  );
  const key = await openedAt(first, "10", dueAt, suspected(40), {
    ...REPORTED,
    filing: { ...REPORTED.filing, kind: "24-hour", receivedOn: ago(1).slice(0, 10), receivedAt: ago(1) },
  });
  const queries = new CaseQueries(desk.client, "Cases");
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
  const late = /24-hour notice due [^;<]*: recorded late, /;
  const { text } = await auditor(path("10"));
  expect(text).toMatch(late);
  expect(text).toContain("24 hours from a suspicion ended without a recorded notice");
  expect((await auditor(`/month?month=${month}`)).text).toMatch(late);
  const one = await queries.readable(key);
  if (one === undefined) throw new Error("The case is gone.");
  const nothing = { contents: [], gaps: [], alerts: [], scores: [], chain: undefined, local: [] };
  const page = await evidencePage({ one, ...nothing }, ENGLISH);
  expect(page).toMatch(late);
  for (const due of ["(24 hours from a suspicion): recorded late", "(LFPIORPI, MX): in time"])
    expect(page).toContain(due);
});
