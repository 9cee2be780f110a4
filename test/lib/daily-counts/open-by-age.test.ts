import { expect, it } from "vitest";
import { openByAge } from "../../../lib/daily-counts/open-by-age.ts";

it("open cases are counted by age since receipt, and by deadlines", () => {
  const day = (name: string, open: number, openDue: Record<string, number> = {}) => ({
    day: name,
    count: { open, openDue },
  });
  const found = openByAge(
    [
      day("2025-12-20", 1, { "2026-01-17": 1 }),
      day("2025-12-21", 2),
      day("2026-02-18", 3, { "2026-03-20": 1, "2026-03-27": 1, "2026-03-28": 1 }),
      day("2026-03-18", 4, { "2026-03-19": 2 }),
      day("2026-03-19", 5),
      day("2026-03-20", 6),
    ],
    "2026-03-20",
  );
  expect(found).toEqual({
    open: 21,
    byAge: [
      { from: 0, to: 1, open: 11 },
      { from: 2, to: 3, open: 4 },
      { from: 4, to: 7, open: 0 },
      { from: 8, to: 14, open: 0 },
      { from: 15, to: 30, open: 3 },
      { from: 31, to: 90, open: 3 },
      { from: 91, to: undefined, open: 0 },
    ],
    overdue: 3,
    dueSoon: 2,
  });
});

it("a case with several deadlines is counted as past one and as due by the next one that is ahead", () => {
  const openDue = {
    // Two cases: one is due on the 17th, 19th and 25th, one on the 22nd and 24th.
    ...{ "2026-03-17": 1, "2026-03-19 2026-03-17": 1, "2026-03-25 2026-03-19": 1 },
    ...{ "2026-03-22": 1, "2026-03-24 2026-03-22": 1 },
  };
  const on = (today: string) => {
    const { overdue, dueSoon } = openByAge([{ day: "2026-03-10", count: { open: 2, openDue } }], today);
    return { overdue, dueSoon };
  };
  expect(on("2026-03-15")).toEqual({ overdue: 0, dueSoon: 2 });
  expect(on("2026-03-18")).toEqual({ overdue: 1, dueSoon: 2 });
  expect(on("2026-03-23")).toEqual({ overdue: 2, dueSoon: 2 });
  expect(on("2026-03-25")).toEqual({ overdue: 2, dueSoon: 1 });
  expect(on("2026-03-26")).toEqual({ overdue: 2, dueSoon: 0 });
});

it("nothing is open where no day has anything open", () => {
  expect(openByAge([], "2026-03-20")).toMatchObject({ open: 0, overdue: 0, dueSoon: 0 });
});
