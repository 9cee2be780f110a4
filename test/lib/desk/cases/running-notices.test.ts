/** The 24 hours from a suspicion are visible on every page that shows or decides the case, beside every other deadline. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import type { StepRequest } from "../../../../lib/cases/step.ts";
import { digestOfCases } from "../../../../lib/desk/cases/case-address.ts";
import { addMonths, instantOf } from "../../../../lib/i18n/time/calendar.ts";
import { zonedTimes } from "../../../../lib/i18n/zoned-time.ts";
import { newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { evidencePageOf } from "../../../support/invented-evidence.ts";
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
  const steps = wishes.map((request, index) => newStep(`${id}-${index}`, ago(0), request));
  const times = { timestamp: time, receivedAt: time };
  return desk.cases.open(id, { userId: `u-${id}`, ...times, dueAt }, ...steps);
}

const path = (id: string) => `/c/1.${id}`;
const suspected = (hours: number) => ({ kind: "suspect", knownSince: ago(hours) }) as const;
/** Received now. */
const NOTICE = {
  kind: "file",
  filing: { ...REPORTED.filing, kind: "24-hour", receivedOn: ago(0).slice(0, 10), receivedAt: ago(0) },
} as const;

const RUNS =
  /The 24 hours from the suspicion end .{6,20}, and no 24-hour notice with a receipt from after the suspicion is recorded\. Record it, or withdraw the suspicion, before you decide:/;
const PASSED =
  /The 24 hours from the suspicion ended .{6,20}, and no 24-hour notice with a receipt from after the suspicion is recorded\. Record it, or withdraw the suspicion, before you decide:/;

/** Deadlines in the row of the inbox. */
async function inboxRow(id: string): Promise<string> {
  const { text } = await officer("/");
  const row = text.split("<tr").find((candidate) => candidate.includes(`href="/c/1.${id}?`)) ?? "";
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
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
});

it("the inbox shows them beside a law's day that is nearer, and missed ones beside what is due within a week", async () => {
  await opened("2", ago(-2), suspected(1));
  expect(await inboxRow("2")).toBe("22 h 59 min left 1 h left");
  await opened("3", ago(-100), suspected(30));
  expect(await inboxRow("3")).toBe("24 h missed 4 d left");
});

it("the page says that the notice comes before the decision, and offers to record it or to withdraw the suspicion", async () => {
  await opened("4", "none", suspected(1));
  const { text } = await officer(path("4"));
  expect(text).toMatch(RUNS);
  expect(text).not.toContain('name="act" value="decide"');
  expect(text).toMatch(/<details class="fold" open[^>]*>\s*<summary>(?:(?!<\/summary>).)*Record a filing/s);
  for (const act of ["file", "retract"]) expect(text).toContain(`name="act" value="${act}"`);
  // What the page is about, which a key presses.
  expect(text).toMatch(/data-decide[^>]*>Record a filing</);
  expect((await officer(path("4"), undefined, "es")).text).toMatch(
    /Las 24 horas desde la sospecha vencen el .* Antes de dictaminar, regístrelo o retire la sospecha/,
  );
  // An auditor decides nothing.
  expect(await auditor(path("4"))).toEqual({ status: 200, text: expect.not.stringMatching(RUNS) });
  await opened("5", "none", suspected(25));
  expect((await officer(path("5"))).text).toMatch(PASSED);
});

it("the page says no such thing once the notice is recorded, or the suspicion withdrawn", async () => {
  await opened("7", "none", suspected(1), NOTICE);
  await opened("9", "none");
  await opened("11", "none", suspected(1), { kind: "retract", note: "Another person." });
  for (const id of ["7", "9", "11"]) {
    const { text } = await officer(path(id));
    expect(text).not.toMatch(RUNS);
    expect(text).toContain('name="act" value="decide"');
  }
});

it("a decision that is sent all the same is refused with the reason, and records nothing", async () => {
  const key = await opened("12", "none");
  const form = filledForm((await officer(path("12"))).text, 'value="decide"', {
    outcome: "false-positive",
    note: "A double.",
  });
  const { stepCount } = await desk.cases.step(key, newStep("12-0", ago(0), suspected(1)));
  const forged = form.replace("after=1", `after=${stepCount}`);
  expect(await officer("/case", forged)).toMatchObject({
    status: 422,
    text: expect.stringContaining(
      "A 24-hour notice is pending. Record it, or withdraw the suspicion, before you decide.",
    ),
  });
  expect(await desk.cases.read(key)).toMatchObject({ outcome: undefined, stepCount });
});

it("leaves the case out of a decision of several and names it, and refuses a form that has it anyway", async () => {
  const key = await opened("15", "none", suspected(25));
  await desk.cases.open("16", { userId: "u-15" });
  const { text } = await officer("/?user=u-15&sheet=decide");
  expect(text).toContain("Decide 1 case</h2>");
  const [, named = ""] = /<p class="warns">(Cases with a pending.*?)<\/p>/s.exec(text) ?? [];
  expect(named).toMatch(
    /^Cases with a pending 24-hour notice: 1\. The first deadline was [^:]+:\d\d\. They are left out, and stay undecided\./,
  );
  expect(named).toContain("<bdi>1#15</bdi>");
  const { stepCount } = await desk.cases.read(key);
  const shown = [key, { subject: "notification#1#16", opened: "once" }].map(({ subject, opened: since }) => ({
    subject,
    opened: since,
    stepCount: subject === key.subject ? stepCount : 1,
  }));
  const form = new URLSearchParams({ step: "0f4f5f0e-0000-4000-8000-000000000015", act: "record" });
  for (const caseKey of shown) form.append("case", JSON.stringify(caseKey));
  form.append("of", digestOfCases(shown));
  for (const [name, value] of Object.entries({ outcome: "false-positive", note: "A double." }))
    form.append(name, value);
  const reply = await officer("/selected?user=u-15", form.toString());
  expect(reply.status).toBe(422);
  expect(reply.text).toContain("Decided: 1</h2>");
  const [, leftOut = ""] = reply.text.split(
    "<h3>Left out, because the decision cannot be recorded in them: 1</h3>",
  );
  expect(leftOut).toContain('href="/c/1.15"');
  expect(leftOut).toContain("A 24-hour notice is pending.");
  expect(await desk.cases.read(key)).toMatchObject({ outcome: undefined });
});

it("a sheet of cases that all wait for their notice names them, and records nothing", async () => {
  await opened("17", "none", suspected(1));
  const { text } = await officer("/?user=u-17&sheet=decide");
  expect(text).toContain("They are left out, and stay undecided.");
  expect(text).not.toContain('name="act" value="record"');
});

it("a notice that was filed late is shown so, though the law's day is to come", async () => {
  const month = zonedTimes("en", ZONE).day(ago(0))?.slice(0, 7) ?? "";
  const [first = "", dueAt = ""] = [`${month}-01T00:00`, `${addMonths(month, 1)}-17T23:59:59.999`].map(
    (time) => instantOf(time, ZONE),
  );
  const filing = { ...REPORTED.filing, receivedOn: ago(1).slice(0, 10), receivedAt: ago(1) };
  const notice = { kind: "file", filing: { ...filing, kind: "24-hour" } } as const;
  const key = await openedAt(first, "10", dueAt, suspected(40), notice, { ...REPORTED, filing });
  const queries = new CaseQueries(desk.client, "Cases");
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
  const late = /24-hour notice recorded late, [^;<]*; it was due /;
  const { text } = await auditor(path("10"));
  expect(text).toMatch(late);
  expect(text).toContain("24 hours from a suspicion ended without a recorded notice");
  expect((await auditor(`/month?month=${month}`)).text).toMatch(late);
  const storedCase = await queries.readable(key);
  if (storedCase === undefined) throw new Error("The case is gone.");
  const page = await evidencePageOf(storedCase, ENGLISH);
  expect(page).toMatch(late);
  for (const due of ["(24 hours from a suspicion): recorded late", "(LFPIORPI, MX): in time"])
    expect(page).toContain(due);
});
