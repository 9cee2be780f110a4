/** The page Overview: figures of now, and the counted days of the projects that the reader sees, added up. */

import { expect, it } from "vitest";
import { DayCounter } from "../../../../lib/daily-counts/day-counter.ts";
import { DayStore } from "../../../../lib/daily-counts/days.ts";
import { marksUpTo } from "../../../../lib/desk/components/column-chart.tsx";
import { zonedTimes } from "../../../../lib/i18n/zoned-time.ts";
import { addDays } from "../../../../lib/time/calendar.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
const HOUR_MS = 3_600_000;

const inWords = (html = "") =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A day with flagged notifications, each of which opened a case that was decided five hours later. */
async function count(projectId: number, day: string, flagged: number, late: number): Promise<void> {
  const begins = Date.parse(`${day}T15:00:00.000Z`);
  const receivedAt = new Date(begins).toISOString();
  const counter = new DayCounter((iso) => iso.slice(0, "YYYY-MM-DD".length), receivedAt);
  const laws = [{ name: "LFPIORPI", countryCode: "MX", risk: "illegal" }] as const;
  for (let index = 0; index < flagged; index++) {
    counter.addNotification({
      kind: "notification",
      risk: "illegal",
      laws,
      receivedAt,
      alert: { state: "none" },
    });
    const decidedAt = new Date(begins + 5 * HOUR_MS).toISOString();
    const dueAt = new Date(begins + (index < late ? 4 : 6) * HOUR_MS).toISOString();
    counter.addCase({ kind: "notification", receivedAt, dueAt, outcome: "reported", decidedAt });
  }
  const counted = { projectId, timeZone: "America/Mexico_City", countedAt: receivedAt, day };
  await new DayStore(desk.client, "Cases").put({ ...counted, count: counter.count() }, new Date(begins), 10);
}

it("shows no zeros where no day is counted yet", async () => {
  const { text } = await (await desk.signedIn("auditors"))("/overview");
  for (const title of [
    "Notifications by day",
    "Notifications by law",
    "How cases ended",
    "Decisions by week",
  ])
    expect(text).not.toContain(title);
  expect(text).toContain("Nothing is counted yet: each day is counted in the following night.");
});

it("shows what is open now, and adds the days of all projects that the reader sees", async () => {
  const today = zonedTimes("en", "America/Mexico_City").day(new Date().toISOString()) ?? "";
  const yesterday = addDays(today, -1);
  await count(1, yesterday, 3, 1);
  await count(2, yesterday, 2, 0);
  await desk.cases.open(1, { receivedAt: new Date(Date.now() - 50 * HOUR_MS).toISOString() });
  const overdue = new Date(Date.now() - 25 * HOUR_MS).toISOString();
  await desk.cases.open(2, { projectId: 2, receivedAt: new Date().toISOString(), dueAt: overdue });

  const pageOf = async (...groups: string[]) => {
    const { status, text } = await (await desk.signedIn(...groups))(
      `/overview?month=${yesterday.slice(0, 7)}`,
    );
    expect(status).toBe(200);
    const figures = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].slice(0, 5);
    return {
      figures: Object.fromEntries(figures.map(([, name, value]) => [name, inWords(value)])),
      charts: [...text.matchAll(/role="img" aria-label="(.*?)"/g)].map(([, said]) => said),
      rows: [...text.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => inWords(row)),
    };
  };
  const all = await pageOf("auditors");
  expect(all.figures).toEqual({
    "Open now": "2 2 without an owner",
    "Overdue now": "1 the longest for 1 d",
    "Due within 7 days": "0",
    "Decided in time": "80.0 % 4 of 5 decisions in eight weeks",
    "Half decided within": "5 h the longest took 5 h",
  });
  expect(all.charts).toEqual([
    expect.stringMatching(/: 5 flagged and 0 with a warning in all, most of them on .*: 5\.$/),
    "Decisions by week of receipt, as far as counted: 4 in time and 1 late",
  ]);
  for (const row of ["up to 1 day 1", "2 to 3 days 1", "LFPIORPI ( MX ) 5", "notice filed 5"])
    expect(all.rows).toContain(row);
  const weeks = all.rows.filter((row) => /^[A-Z][a-z]{2} \d+ \d+ \d+$/.test(row));
  expect(weeks).toEqual([expect.stringMatching(/ 4 1$/)]);
  const second = await pageOf("auditors-2");
  expect(second.figures).toMatchObject({
    "Open now": "1 1 without an owner",
    "Decided in time": "100.0 % 2 of 2 decisions in eight weeks",
  });
});

it.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [10, [0, 2, 4, 6, 8, 10]],
  [32, [0, 10, 20, 30, 40]],
  [101, [0, 50, 100, 150]],
])("marks an axis up to %i in even steps", (highest, marks) => {
  expect(marksUpTo(highest)).toEqual(marks);
});
