/** Who owes the notice of a month, and what is said of it before and after its day. */

import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { noticeState, owesNotice } from "../../../../lib/desk/cases/month-notice.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { listedCase } from "../../../support/listed-case.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const LFPIORPI = { law: "LFPIORPI", countryCode: "MX", dueAt: "2026-10-18T05:59:59.999Z" };
const MONTHLY = { kind: "day-of-next-month", day: 17, timeZone: "America/Mexico_City" } as const;

/** A case under one law. */
function caseUnder(...deadlines: ListedCase["deadlines"]): { listedCase: ListedCase } {
  const receivedAt = "2026-09-05T12:00:00.000Z";
  return { listedCase: listedCase("notification#2#1", { projectId: 2, receivedAt, deadlines }) };
}

it.each([
  ["owes a notice where it is of Mexican reports, in a month without cases", 1, [], true],
  ["owes one by the law of a case", 2, [caseUnder({ ...LFPIORPI, within: MONTHLY })], true],
  ["owes none without a case, where it is of no Mexican reports", 2, [], false],
  ["owes none by a case that was filed at once, under no law", 2, [caseUnder()], false],
  [
    "owes none by a law that counts by hours",
    2,
    [caseUnder({ ...LFPIORPI, countryCode: "GT", law: "Ley LD", within: { kind: "hours", hours: 96 } })],
    false,
  ],
  [
    "owes none by the law of a case of another month",
    2,
    [caseUnder({ ...LFPIORPI, within: MONTHLY, dueAt: "2026-11-18T05:59:59.999Z" })],
    false,
  ],
])("a project %s", (_, projectId, due, isOwed) => {
  expect(owesNotice({ projectId, due }, { month: "2026-09", mexican: new Set([1]) })).toBe(isOwed);
});

it.each([
  ["none", "2026-10-18T05:59:59.998Z"],
  ["missing", "2026-10-18T05:59:59.999Z"],
])("a notice that is not recorded is %s at %s", (state, now) => {
  expect(noticeState({ notices: [] }, { dues: ["2026-10-18T05:59:59.999Z"], now })).toBe(state);
});

it("records a report without operations in the projects that owe one, of all that the page shows", async () => {
  const { text } = await officer("/month?month=2021-02&record=notice");
  const fields = { filing: "nothing-to-report", reference: "INF-2", receivedOn: "2021-03-10" };
  const { location = "" } = await officer("/month", filledForm(text, 'action="/month"', fields));
  expect((await officer(location)).text).toContain("project 1<");
  const after = await officer("/month?month=2021-02");
  expect(after.text).toMatch(
    /<b>Notice or report, project 1<\/b><span class="badge good">.*? Receipt in time</,
  );
  expect(after.text).not.toContain("project 2<");
  // The deadline says what became of it.
  expect(after.text).toMatch(
    /<dt>Deadline<\/dt><dd>.*?Mar 17, 2021<\/time> <small><span>Receipt in time<\/span>/,
  );
  expect((await officer("/month?month=2021-01")).text).toMatch(
    /<dt>Deadline<\/dt><dd>.*?Feb 17, 2021<\/time> <small><span class="bad">Deadline passed, none recorded here<\/span>/,
  );
});

it("records a report in the projects that its form names, whichever cases are ticked there", async () => {
  const dueAt = "2022-11-18T05:59:59.999Z";
  for (const projectId of [1, 2]) {
    const receivedAt = "2022-10-05T12:00:00.000Z";
    await desk.cases.open(`report-${projectId}`, { projectId, receivedAt, timestamp: receivedAt, dueAt });
  }
  const { text } = await officer("/month?month=2022-10&record=notice");
  const fields = {
    filing: "nothing-to-report",
    reference: "INF-10",
    receivedOn: "2022-11-10",
    confirmed: "on",
  };
  const form = new URLSearchParams(filledForm(text, 'action="/month"', fields));
  form.delete("case");
  const ticked = { subject: "notification#1#report-1", opened: "once", stepCount: 1 };
  form.append("case", JSON.stringify(ticked));
  expect(await officer("/month", form.toString())).toMatchObject({ status: 303 });
  for (const projectId of [1, 2])
    expect((await officer(`/month?month=2022-10&project=${projectId}`)).text).toContain("INF-10");
  expect(await desk.cases.read(ticked)).toMatchObject({ outcome: undefined });
});
