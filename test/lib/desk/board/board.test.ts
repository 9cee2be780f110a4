/** A quarter for the board: its figures, whose they are, and what is said of numbers that are bounds. */

import { afterEach, expect, it, vi } from "vitest";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import type { CaseChanges } from "../../../support/stored-cases.ts";

/** Most cases that a count reads, where a test has few. */
let most: number | undefined;

vi.mock("../../../../lib/aws/tables/count-limit.ts", async (original) => {
  const { CountLimit, ...others } =
    await original<typeof import("../../../../lib/aws/tables/count-limit.ts")>();
  class FewCounted extends CountLimit {
    constructor() {
      super(most);
    }
  }
  return { ...others, CountLimit: FewCounted };
});
afterEach(() => {
  most = undefined;
});

const desk = await startDesk([
  { id: 1, mexico: true },
  { id: 2, mexico: false },
  { id: 3, mexico: false },
]);
const officer = await desk.signedIn("officers");

const LFPIORPI = { name: "LFPIORPI", countryCode: "MX" };
const OFAC = { name: "OFAC SDN", countryCode: "US" };
const flagged = (day: string, userId: string, usd?: string, law = LFPIORPI): CaseChanges => ({
  risk: "illegal",
  receivedAt: `${day}T12:00:00.000Z`,
  timestamp: `${day}T11:00:00.000Z`,
  userId,
  laws: [law],
  amount: { value: "1", ...(usd !== undefined && { usd }) },
});
const [JULY, AUGUST, SEPTEMBER] = [
  { dueAt: "2020-08-18T04:59:59.999Z" },
  { dueAt: "2020-09-18T04:59:59.999Z" },
  { dueAt: "2020-10-18T04:59:59.999Z" },
];
const filed = (id: string, receivedOn: string) =>
  newStep(id, `${receivedOn}T20:00:00.000Z`, {
    ...REPORTED,
    filing: { ...REPORTED.filing, reference: id, receivedOn, receivedAt: `${receivedOn}T06:00:00.000Z` },
  });
const decided = (id: string, outcome: "not-reportable" | "false-positive") =>
  newStep(id, "2020-10-01T20:00:00.000Z", { ...NOT_REPORTABLE, outcome });

await desk.cases.open("1", { ...flagged("2020-07-02", "u-1", "1000.10"), ...JULY }, filed("a", "2020-08-10"));
await desk.cases.open("2", { ...flagged("2020-07-03", "u-1", "0.25"), ...JULY }, filed("b", "2020-08-19"));
await desk.cases.open("3", { ...flagged("2020-07-04", "u-2", "5"), ...JULY }, decided("c", "not-reportable"));
await desk.cases.open("4", { ...flagged("2020-08-05", "u-2", "7"), ...AUGUST }, filed("d", "2020-09-01"));
await desk.cases.open("5", { ...flagged("2020-08-06", "u-3"), ...AUGUST });
await desk.cases.open("6", flagged("2020-08-07", "u-3", "1", OFAC));
await desk.cases.open(
  "7",
  { ...flagged("2020-09-08", "u-4", "2", OFAC), ...SEPTEMBER },
  filed("e", "2020-10-01"),
);
// Of a law whose deadline is not known, received in November, and of September all the same.
await desk.cases.open(
  "8",
  { ...flagged("2020-09-09", "u-4", "3"), receivedAt: "2020-11-02T12:00:00.000Z" },
  filed("f", "2020-11-03"),
);
await desk.cases.open(
  "9",
  { ...flagged("2020-09-10", "u-4", "4"), ...SEPTEMBER },
  decided("g", "false-positive"),
);
// A warning about which an officer opened a case.
await desk.cases.open("10", { ...flagged("2020-09-11", "u-9", "12774"), risk: "warn", laws: [] });
// Of October, of another project and of the test project.
await desk.cases.open("11", flagged("2020-10-20", "u-5", "9"));
await desk.cases.open("12", { ...flagged("2020-08-05", "u-6", "100"), projectId: 2 });
await desk.cases.open("13", { ...flagged("2020-08-05", "u-test", "5000", OFAC), projectId: 0 });
// Of one's own, in a year of its own.
await desk.cases.open("14", { ...flagged("2021-05-05", "u-7", "1") });

const months = new MonthStore(desk.client, "Cases", 10);
for (const [month, kind, receivedOn] of [
  ["2020-07", "monthly", "2020-08-17"],
  ["2020-08", "nothing-to-report", "2020-09-20"],
] as const) {
  const filing = { kind, reference: month, receivedOn, receivedAt: `${receivedOn}T06:00:00.000Z` };
  const recorded = newStep(month, filing.receivedAt, { kind: "notice", filing, projectIds: [1] });
  await months.add(await months.read(1, month), recorded);
}

const inWords = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The rows under a heading of the table, each as the words of its cells. */
function rowsUnder(text: string, heading: string): string[][] {
  const [, group = ""] = text.split(new RegExp(`<th scope="rowgroup"[^>]*>${heading} `));
  const [rows = ""] = group.split(/<th scope="rowgroup"|<\/tbody>/);
  return rows
    .split("<tr>")
    .filter((row) => row.includes("<td"))
    .map((row) => (row.match(/<(?:td|th scope="row")[^>]*>.*?<\/t[dh]>/gs) ?? []).map(inWords));
}

it("has the figures of three months side by side, and of all three at the end", async () => {
  const { text, status } = await officer("/board?to=2020-09&project=1");
  expect(status).toBe(200);
  expect(text).toContain("<h1>Board: July 2020 to September 2020</h1>");
  expect(rowsUnder(text, "Flagged")).toEqual([
    ["Transactions", "3", "3", "3", "9"],
    ["USD, each figure without its cents 1 unknown", "1,005", "at least 8", "9", "at least 1,022"],
    ["Users each counted once", "2", "2", "1", "4"],
  ]);
  expect(rowsUnder(text, "Decided")).toEqual([
    ["All cases those of warnings, wallets and users too", "3", "3", "4", "10"],
    ["notice filed", "2", "1", "2", "5"],
    ["no notice due", "1", "0", "0", "1"],
    ["false positive", "0", "0", "1", "1"],
    ["Open", "0", "2", "1", "3"],
  ]);
  expect(rowsUnder(text, "Sanctions lists")).toEqual([
    ["Cases", "0", "1", "1", "2"],
    ["Users each counted once", "0", "1", "1", "2"],
    ["Open", "0", "1", "0", "1"],
  ]);
  expect(rowsUnder(text, "Flagged by law")).toEqual([
    ["LFPIORPI ( MX )", "3", "2", "2", "7"],
    ["OFAC SDN ( US )", "0", "1", "1", "2"],
  ]);
  expect(text).toContain("<small>Projects: 1. A month counts");
});

it("counts what is overdue in the share, and nothing without a deadline", async () => {
  const { text } = await officer("/board?to=2020-09&project=1");
  expect(rowsUnder(text, "Deadlines")).toEqual([
    [
      "Notice or report of the month of each project",
      "Receipt in time",
      "Receipt late",
      "Deadline passed, none recorded here",
      "Receipt in time 1 Receipt late 1 Deadline passed, none recorded here 1",
    ],
    ["Cases filed in time", "1", "1", "1", "3"],
    ["Cases filed late", "1", "0", "0", "1"],
    ["Cases overdue the first since Sep 17, 2020", "0", "1", "0", "1"],
    ["Share in time", "50% 1 of 2", "50% 1 of 2", "100% 1 of 1", "60% 3 of 5"],
    ["Other cases filed under no law whose deadline is known", "0", "0", "1", "1"],
  ]);
  const empty = await officer("/board?to=2019-03");
  expect(rowsUnder(empty.text, "Deadlines").at(4)).toEqual(["Share in time", "–", "–", "–", "–"]);
  expect(empty.text).not.toContain("Flagged by law");
});

it("has suspicions and their 24-hour notices in lines of their own", async () => {
  const knownSince = "2019-11-05T12:00:00.000Z";
  await desk.cases.open(
    "20",
    flagged("2019-11-04", "u-8"),
    newStep("s", "2019-11-05T13:00:00.000Z", { kind: "suspect", knownSince }),
    newStep("t", "2019-11-05T20:00:00.000Z", {
      kind: "file",
      filing: {
        kind: "24-hour",
        reference: "AVI-24",
        receivedOn: "2019-11-05",
        receivedAt: "2019-11-05T18:00:00.000Z",
      },
    }),
  );
  await desk.cases.open(
    "21",
    flagged("2019-12-04", "u-8"),
    newStep("s", "2019-12-05T13:00:00.000Z", { kind: "suspect", knownSince: "2019-12-05T12:00:00.000Z" }),
  );
  const { text } = await officer("/board?to=2019-12&project=1");
  expect(rowsUnder(text, "Suspicions")).toEqual([
    ["Suspicions", "0", "1", "1", "2"],
    ["24-hour notices in time", "0", "1", "0", "1"],
    ["24-hour notices late", "0", "0", "0", "0"],
    ["24-hour notices overdue", "0", "0", "1", "1"],
    ["Within the 24 hours", "0", "0", "0", "0"],
    ["Suspicions withdrawn", "0", "0", "0", "0"],
  ]);
  expect(rowsUnder(text, "Deadlines").map(([name, ...months]) => [name, months.at(-1)])).toEqual([
    ["Notice or report of the month of each project", "Deadline passed, none recorded here 3"],
    ["Cases filed in time", "0"],
    ["Cases filed late", "0"],
    ["Cases overdue", "0"],
    ["Share in time", "–"],
  ]);
  const spanish = (await officer("/board?to=2019-12&project=1", undefined, "es")).text;
  expect(rowsUnder(spanish, "Sospechas").at(1)).toEqual(["Avisos de 24 horas a tiempo", "0", "1", "0", "1"]);
});

it("shows no case of a project that the person may not see or did not choose, and none of the test project", async () => {
  const other = await desk.signedIn("auditors-2");
  const [all, chosen, seen] = await Promise.all([
    officer("/board?to=2020-09"),
    officer("/board?to=2020-09&project=2"),
    other("/board?to=2020-09"),
  ]);
  expect(rowsUnder(all.text, "Flagged").at(0)).toEqual(["Transactions", "3", "4", "3", "10"]);
  for (const { text } of [chosen, seen]) {
    expect(rowsUnder(text, "Flagged").at(0)).toEqual(["Transactions", "0", "1", "0", "1"]);
    expect(text).not.toContain("u-1<");
  }
  for (const { text } of [all, chosen, seen]) expect(text).not.toContain("u-test");
  expect(await other("/board?to=2020-09&project=1")).toMatchObject({ status: 404 });
  expect(await officer("/board?to=2020-09&project=0")).toMatchObject({ status: 404 });
  expect(await desk.stranger("/board")).toMatchObject({ status: 303 });
});

it("says that its numbers are lower bounds where there is more than it reads, and gives no share", async () => {
  const whole = await officer("/board?to=2020-09&project=1");
  expect(whole.text).not.toContain("Not every case was read");
  most = 3;
  const { text } = await officer("/board?to=2020-09&project=1");
  expect(text).toContain("There are more cases than the 20,000 that are read for this page.");
  expect(text).toContain("Not every case was read, so numbers say “at least”, and no share is given.");
  for (const heading of ["Flagged", "Flagged by law", "Decided", "Suspicions", "Sanctions lists"])
    for (const [name, ...cells] of rowsUnder(text, heading))
      for (const cell of cells) expect([name, cell]).toEqual([name, expect.stringMatching(/^at least /)]);
  expect(rowsUnder(text, "Deadlines").at(4)).toEqual(["Share in time", "–", "–", "–", "–"]);
  const spanish = await officer("/board?to=2020-09&project=1", undefined, "es");
  expect(spanish.text).toContain("las cifras dicen “al menos”");
});

it("ends with the last full month, leads to the ends of quarters, and to no month of the future", async () => {
  const links = (text: string) => {
    const [nav = ""] = /<nav class="group months".*?<\/nav>/s.exec(text) ?? [];
    return [...nav.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  };
  expect(links((await officer("/board?to=2020-09")).text)).toEqual([
    "/board?to=2020-06",
    "/board?to=2020-12",
  ]);
  expect(links((await officer("/board?to=2020-10&project=2")).text)).toEqual([
    "/board?to=2020-09&amp;project=2",
    "/board?to=2020-12&amp;project=2",
  ]);
  vi.useFakeTimers({ now: new Date("2021-06-01T04:30:00.000Z"), toFake: ["Date"] });
  try {
    // It is still May where the officers are.
    const visitor = await desk.signedIn("officers");
    const { text } = await visitor("/board");
    expect(text).toContain("<h1>Board: February 2021 to April 2021</h1>");
    expect(links(text)).toEqual(["/board?to=2021-03"]);
    expect(links((await visitor("/board?to=2021-03")).text)).toEqual([
      "/board?to=2020-12",
      "/board?to=2021-04",
    ]);
    expect((await visitor("/board?to=2021-05")).text).toContain("<small>so far</small>");
    for (const to of ["2021-06", "2021-13", "2008-12", "9999-12", "x"])
      expect([to, (await visitor(`/board?to=${to}`)).status]).toEqual([to, 404]);
    expect(await visitor("/board?to=2009-01")).toMatchObject({ status: 200 });
  } finally {
    vi.useRealTimers();
  }
});

it("names how many cases are of no known day, and the months that have them", async () => {
  const receivedAt = "2019-05-06T12:00:00.000Z";
  await desk.cases.open("undated", { receivedAt, timestamp: undefined, userId: "u-9" });
  const { text } = await officer("/board?to=2019-06");
  expect(text).toMatch(
    /Cases of unknown day, in no month and in no figure: 1\. They are named in: <a href="\/month\?month=2019-05">May 2019<\/a>/,
  );
  expect((await officer("/board?to=2019-04")).text).not.toContain("Cases of unknown day");
});
