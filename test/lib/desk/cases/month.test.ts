/** The page of a month: what was filed stays on it, however its case goes on. */

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import type { NewStep } from "../../../../lib/cases/step.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { type CaseChanges, contentNews } from "../../../support/stored-cases.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const tijuana = await startDesk(undefined, "America/Tijuana");

const receivedAt = "2026-03-02T12:00:00.000Z";
const at = (minute: number) => `2026-03-03T12:0${minute}:00.000Z`;
const filed = (reference: string, receivedOn = "2026-03-02") => ({
  ...REPORTED,
  filing: { ...REPORTED.filing, reference, receivedOn, receivedAt: `${receivedOn}T06:00:00.000Z` },
});
const REOPEN = { kind: "reopen", note: "Looked at again." } as const;

/** Opens the case of an operation that was received as soon as it happened, unless changes say otherwise. */
const open = (id: string, changes: CaseChanges & { receivedAt: string }, ...steps: readonly NewStep[]) =>
  desk.cases.open(id, { timestamp: changes.receivedAt, ...changes }, ...steps);

/** The rows of a page's table, in words, under the heading of each group. */
async function groupsOf(query: string, language?: string): Promise<[heading: string, rows: string[]][]> {
  const { text } = await officer(`/month?${query}`, undefined, language);
  return [...text.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = ""]) => {
    const [heading = "", ...rows] = body.split("</tr>").slice(0, -1).map(inWords);
    return [heading, rows];
  });
}

/** The same without the headings. */
async function rowsOf(query: string, language?: string): Promise<string[]> {
  return (await groupsOf(query, language)).flatMap(([, rows]) => rows);
}

const inWords = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The figures above the table, by their names. */
async function figuresOf(query: string): Promise<Record<string, string>> {
  const { text } = await officer(`/month?${query}`);
  const figures = text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)(?: <small>.*?<\/small>)?\s*<\/dd>/gs);
  return Object.fromEntries([...figures].map(([, name, value]) => [name, inWords(value ?? "")]));
}

it("counts what is due on the 17th, and the counts add up to the rows", async () => {
  const month = { receivedAt: "2020-07-02T12:00:00.000Z", dueAt: "2020-08-18T04:59:59.999Z" };
  const amount = (usd: string) => ({ amount: { value: "1", usd } });
  const time = (day: string) => `2020-${day}T12:00:00.000Z`;
  const { outcome, note } = NOT_REPORTABLE;
  await open("71", { ...month, userId: "u-71", ...amount("1000.10") });
  await open("72", { ...month, userId: "u-72" }, newStep("a", time("08-20"), filed("R-72", "2020-08-16")));
  await open("73", { ...month, ...amount("0.25") }, newStep("b", time("08-20"), filed("R-73", "2020-08-18")));
  await open(
    "74",
    { ...month, projectId: 2 },
    newStep("c", time("07-20"), { kind: "decide", outcome, note }),
  );
  const NIGHT = { timestamp: "2020-08-01T04:45:00.000Z", receivedAt: "2020-08-01T06:30:00.000Z" };
  // The last half hour of July in Mexico City, received in the first one of August; and one of the month before.
  await open("75", { ...month, userId: "u-75", ...NIGHT });
  await open("76", { ...month, receivedAt: time("06-30"), dueAt: "2020-07-18T04:59:59.999Z" });
  // Without a deadline.
  await open("77", { receivedAt: month.receivedAt, userId: "u-77" });

  expect(await figuresOf("month=2020-07")).toEqual({
    Deadline: "Aug 17, 2020",
    Cases: "5",
    Undecided: "2",
    "notice filed": "2",
    "no notice due": "1",
    "false positive": "0",
  });
  expect(await groupsOf("month=2020-07")).toEqual([
    [
      "Undecided 2 · USD 1,000.10 · 1 amount unknown",
      [expect.stringMatching(/^1#75 u-75 .* d late$/), expect.stringMatching(/^1#71 u-71 .* d late$/)],
    ],
    [
      "With a notice recorded in the case 2 · USD 0.25 · 1 amount unknown",
      expect.arrayContaining([
        expect.stringMatching(/^1#72 u-72 .* R-72 , monthly notice, Aug 16, 2020 in time$/),
        expect.stringMatching(/^1#73 .* R-73 , monthly notice, Aug 18, 2020 late$/),
      ]),
    ],
    ["No notice due 1 · 1 amount unknown", [expect.stringMatching(/^2#74 /)]],
  ]);
  const { text } = await officer("/month?month=2020-07");
  for (const project of [1, 2])
    expect(inWords(text)).toContain(
      `Notice or report, project ${project} Deadline passed, none recorded here`,
    );
  expect(text).toContain("USD 1,000.35, 3 unknown");
  expect(await rowsOf("month=2020-07&project=2")).toHaveLength(1);
  expect(await rowsOf("month=2020-07&view=other")).toEqual([expect.stringContaining("u-77")]);
  const csv = (await officer("/month.csv?month=2020-07")).text.trim().split("\n");
  expect(csv).toHaveLength(6);
  expect(csv.find((line) => line.includes("R-73"))).toMatch(/,notice filed,R-73,2020-08-18,late$/);
});

it("has the filings that count: also after the service reopened the case, and none of a decision that was taken back", async () => {
  const returned = await open("1", { userId: "u-1", receivedAt }, newStep("a", at(1), filed("R-100")));
  const store = new CaseStore(desk.client, "Cases", 10);
  await store.revise(returned, [contentNews("x", [], { receivedAt: at(2) })]);
  expect(await rowsOf("month=2026-03")).toEqual([expect.stringMatching(/ R-100 , monthly notice, Mar 2/)]);
  await desk.cases.tell(returned, contentNews("y", [], { receivedAt: at(2) }));
  await open("2", { userId: "u-2", receivedAt }, newStep("b", at(1), filed("R-200")), {
    ...newStep("c", at(2), REOPEN),
  });
  await open(
    "3",
    { userId: "u-3", receivedAt },
    newStep("d", at(1), filed("R-300")),
    newStep("e", at(2), REOPEN),
    newStep("f", at(3), NOT_REPORTABLE),
  );
  await open("4", { userId: "u-4", receivedAt }, newStep("g", at(1), NOT_REPORTABLE));
  await open(
    "5",
    { userId: "u-5", receivedAt },
    newStep("h", at(1), {
      kind: "file",
      filing: {
        kind: "24-hour",
        reference: "R-500",
        receivedOn: "2026-03-03",
        receivedAt: "2026-03-03T06:00:00.000Z",
      },
    }),
  );

  const rows = await rowsOf("month=2026-03");
  expect(rows.map((row) => row.match(/(u-\d) .* (R-\d+ , .*?), Mar \d(?:, 2026)?$/)?.slice(1))).toEqual(
    expect.arrayContaining([
      ["u-1", "R-100 , monthly notice"],
      ["u-5", "R-500 , 24-hour notice"],
    ]),
  );
  expect((await officer("/month.csv?month=2026-03")).text).toContain(",R-500 (24-hour notice),");
  expect(rows).toHaveLength(2);
  expect(await figuresOf("month=2026-03")).toMatchObject({
    Cases: "2",
    Undecided: "2",
    "no notice due": "0",
  });
  for (const view of ["due", "other"])
    expect((await officer(`/month.csv?month=2026-03&view=${view}`)).text).not.toMatch(/R-[23]00/);
  expect(await groupsOf("month=2026-03&view=other", "es")).toContainEqual([
    expect.stringMatching(/^No procede aviso \d/),
    expect.arrayContaining([expect.stringMatching(/u-4 /)]),
  ]);
});

it("takes a notice of nothing to report beside undecided cases only when that is confirmed, and no reference twice", async () => {
  const month = "2020-03";
  const { note } = NOT_REPORTABLE;
  await open("61", { receivedAt: "2020-03-05T12:00:00.000Z" });
  await open(
    "62",
    { receivedAt: "2020-03-06T12:00:00.000Z" },
    newStep("a", "2020-03-07T12:00:00.000Z", { kind: "decide", outcome: "not-reportable", note }),
  );
  const sendForm = (after: number, fields: Record<string, string> = {}) =>
    officer(
      "/month",
      new URLSearchParams({
        project: "1",
        month,
        step: randomUUID(),
        after: String(after),
        filing: "nothing-to-report",
        reference: "CERO-1",
        receivedOn: "2020-04-10",
        note: "",
        ...fields,
      }).toString(),
    );
  const refused = await sendForm(0);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(
    "Cases of the month’s notice, project 1: 0 undecided, 0 with a notice filed. Other undecided cases of the month: 1. Confirm that the report is right in spite of these cases.",
  );
  expect(refused.text).toContain('name="confirmed"');
  expect((await sendForm(0, { reference: "" })).text).toMatch(
    /Other undecided cases of the month: 1.*Enter the reference/s,
  );
  const early = await sendForm(0, { confirmed: "on", receivedOn: "2020-03-31" });
  expect([
    early.status,
    early.text.includes("The receipt of a report of nothing is from after its month."),
  ]).toEqual([422, true]);
  expect((await sendForm(0, { confirmed: "on" })).status).toBe(303);
  const twice = await sendForm(1, { confirmed: "on", receivedOn: "2020-04-11" });
  expect([twice.status, twice.text.includes("This folio is recorded with another receipt.")]).toEqual([
    422,
    true,
  ]);
  expect((await sendForm(1, { confirmed: "on", reference: "CERO-2" })).status).toBe(303);
  const monthly = { filing: "monthly", reference: "AVI-3" };
  expect((await sendForm(2, { ...monthly, reference: "cero-1" })).status).toBe(422);
  expect((await sendForm(2, monthly)).status).toBe(303);
  // The same folio again is the same notice.
  expect((await sendForm(3, monthly)).status).toBe(303);
  expect((await sendForm(3, { ...monthly, receivedOn: "2020-04-11" })).text).toContain(
    "This folio is recorded with another receipt.",
  );
});

it("takes a filing of the project's officers, once for a form, and shows it to auditors", async () => {
  const [auditor, other] = [await desk.signedIn("auditors"), await desk.signedIn("officers-2")];
  const path = "/month?month=2020-05";
  const form = (step: string) =>
    new URLSearchParams({
      project: "1",
      month: "2020-05",
      step,
      after: "0",
      note: "",
      filing: "nothing-to-report",
      reference: "CERO-5",
      receivedOn: "2020-06-10",
    }).toString();
  const first = form(randomUUID());
  expect(await auditor("/month", first)).toMatchObject({ status: 403 });
  expect(await other("/month", first)).toMatchObject({ status: 404 });
  for (const _sent of ["once", "twice"])
    expect(await officer("/month", first)).toMatchObject({ status: 303 });
  // Another form that says the same records nothing more.
  expect(await officer("/month", form(randomUUID()))).toMatchObject({ status: 303 });
  const { text } = await auditor(path);
  const sentence = "nothing to report, reference CERO-5, receipt (acuse) of June 10, 2020";
  expect(text.split(sentence)).toHaveLength(2);
  expect(text).toContain("No case of this month.");
  expect(text).not.toContain('action="/month"');
  expect((await other(path)).text).not.toContain("CERO-5");
  for (const address of ["/month?month=2020-13", "/c/month.1.2020-05.once"])
    expect(await officer(address)).toMatchObject({ status: 404 });
});

it.each([
  ["/month", "2026-03", ["2026-02", "2026-04"]],
  ["/month", "9999-12", ["9999-11"]],
  ["/month", "9999-11", ["9999-10", "9999-12"]],
  ["/month", "0000-01", ["0000-02"]],
])("%s of %s leads to the months beside it that there are", async (path, month, beside) => {
  const { status, text } = await officer(`${path}?month=${month}`);
  expect(status).toBe(200);
  const [nav = ""] = text.match(/<nav class="(?:pages|group months)".*?<\/nav>/s) ?? [];
  const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  expect(links.filter((link) => link !== `${path}?month=${month}`)).toEqual(
    beside.map((other) => `${path}?month=${other}`),
  );
  for (const link of links) expect([link, (await officer(link ?? "")).status]).toEqual([link, 200]);
});

it("counts an operation in the month in which it happened, whenever it was received, and in no total of another month", async () => {
  const october = {
    timestamp: "2021-10-30T12:00:00.000Z",
    dueAt: "2021-11-18T05:59:59.999Z",
    amount: { value: "1", usd: "7" },
  };
  const decided = newStep("z", "2022-11-25T12:00:00.000Z", NOT_REPORTABLE);
  await open("91", { ...october, receivedAt: "2021-11-02T12:00:00.000Z" });
  await open("92", { ...october, receivedAt: "2022-11-24T12:00:00.000Z" }, decided);
  // Late on 31 October in Mexico City, which is November in UTC.
  await open("93", { ...october, ...at12("2021-11-01"), timestamp: "2021-11-01T05:30:00.000Z" }, decided);
  await open("94", at12("2021-11-03"));
  const numbers = async (query: string) => (await rowsOf(query)).map((row) => row.split(" ")[0]).sort();
  expect(await numbers("month=2021-10")).toEqual(["1#91", "1#92", "1#93"]);
  expect((await officer("/month?month=2021-10")).text).toContain("<small>USD 21.00</small>");
  for (const month of ["2021-11", "2021-12", "2022-11"])
    for (const view of ["due", "other"])
      expect(await numbers(`month=${month}&view=${view}`)).toEqual(
        month === "2021-11" && view === "other" ? ["1#94"] : [],
      );
});

it("calls no open case late because of a 24-hour notice that is settled", async () => {
  const month = { receivedAt: "2034-03-02T12:00:00.000Z", dueAt: "2034-04-18T05:59:59.999Z" };
  const suspected = newStep("a", "2034-03-05T12:00:00.000Z", {
    kind: "suspect",
    knownSince: "2034-03-02T12:00:00.000Z",
    note: "Structuring.",
  });
  const withdrawn = newStep("b", "2034-03-06T12:00:00.000Z", { kind: "retract", note: "Another person." });
  await open("701", month, suspected, withdrawn);
  expect(await figuresOf("month=2034-03")).toMatchObject({ Undecided: "1" });
  const rows = await rowsOf("month=2034-03");
  expect(rows.find((row) => row.includes("1#701"))).not.toContain("late");
});

it("has a case in the month that its law counts it in, also where the officers' clock is in another", async () => {
  const auditor = await tijuana.signedIn("auditors");
  // The first half hour of November in Mexico City is the last of October in Tijuana.
  const time = "2019-11-01T06:30:00.000Z";
  await tijuana.cases.open("701", {
    receivedAt: time,
    timestamp: time,
    dueAt: "2019-12-18T05:59:59.999Z",
    userId: "u-1",
    amount: { value: "1", usd: "7" },
  });
  const [october, november] = await Promise.all(
    ["10", "11"].map((month) => auditor(`/month?month=2019-${month}`)),
  );
  expect(october?.text).not.toContain("1#701");
  expect(november?.text).toContain("1#701");
  const { text } = await auditor("/month.csv?month=2019-11");
  expect(text).toMatch(/^1#701,2019-10-31 23:30:00,.*,7,/m);
});

it("names an operation of unknown day where it was received, and counts it in no month", async () => {
  const { receivedAt: received } = at12("2022-05-06");
  const undated = { receivedAt: received, timestamp: undefined, amount: { value: "1", usd: "7" } };
  await open("95", { ...undated, dueAt: "2022-06-18T05:59:59.999Z", userId: "u-95" });
  await open("96", { ...undated, kind: "quarantine", subject: "unreadable#1", opened: received });
  // No operation: a wallet's alert is of the month in which it came.
  await open("97", {
    ...undated,
    kind: "wallet",
    subject: "wallet#1#0x1#1",
    opened: received,
    address: "0x1",
    chainId: "1",
    score: 90,
    amount: undefined,
  });
  expect(await rowsOf("month=2022-05")).toEqual([]);
  expect(await rowsOf("month=2022-05&view=other")).toHaveLength(1);
  const { text } = await officer("/month?month=2022-05");
  const [, named = ""] = /Day unknown, in no month(.*?)<\/section>/s.exec(text) ?? [];
  expect(inWords(named)).toMatch(/^2 Received in this month, but .* u-95 , Due: /);
  expect(named.match(/<li>/g)).toHaveLength(2);
  expect((await officer("/month?month=2022-06")).text).not.toContain("Day unknown");
});

const at12 = (day: string) => ({ receivedAt: `${day}T12:00:00.000Z` });
