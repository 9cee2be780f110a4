import { describe, expect, test } from "vitest";
import { longestGapMs, nextRuns, nextSkippedRun } from "../../../../lib/i18n/time/schedule.ts";

const NEW_YEAR = new Date("2026-01-01T00:00:00Z");
const HOUR = 3_600_000;

function firstRun(expression: string, timeZone = "UTC"): string | undefined {
  return nextRuns(expression, timeZone, 1, NEW_YEAR)[0]?.toISOString();
}

describe("a schedule", () => {
  test("runs at the hour of its time zone", () => {
    expect(firstRun("cron(0 2 * * ? *)", "America/Mexico_City")).toBe("2026-01-01T08:00:00.000Z");
  });

  test("counts Sunday as the first day of the week", () => {
    expect(firstRun("cron(0 2 ? * 1 *)")).toBe("2026-01-04T02:00:00.000Z");
    expect(firstRun("cron(0 2 ? * SUN *)")).toBe("2026-01-04T02:00:00.000Z");
  });

  test("understands steps, last days and years", () => {
    expect(firstRun("cron(0/15 * * * ? *)")).toBe("2026-01-01T00:15:00.000Z");
    expect(firstRun("cron(0 2 L * ? *)")).toBe("2026-01-31T02:00:00.000Z");
    expect(firstRun("cron(0 2 1 1 ? 2027)")).toBe("2027-01-01T02:00:00.000Z");
    expect(firstRun("cron(59 23 ? 12 7#2 2026-2199)")).toBe("2026-12-12T23:59:00.000Z");
    expect(firstRun("cron(0 2 ? * 6L 2026/20)")).toBe("2026-01-30T02:00:00.000Z");
  });

  test("has rates, counted from now", () => {
    expect(firstRun("rate(12 hours)")).toBe("2026-01-01T12:00:00.000Z");
    expect(firstRun("rate(1 day)")).toBe("2026-01-02T00:00:00.000Z");
  });

  test.each([
    "",
    "daily",
    "at(2026-01-01T00:00:00)",
    "rate(0 days)",
    "rate(1 week)",
    "cron(0 2 * *)",
    "cron(61 2 * * ? *)",
    "cron(0 24 * * ? *)",
    "cron(0 2 32 * ? *)",
    "cron(0 2 * 13 ? *)",
    "cron(0 4 ? * 8 *)",
    "cron(0 4 ? * 1-8 *)",
    "cron(0 4 ? * 0 *)",
    "cron(0 4 * * ? 2200)",
    "cron(? 4 * * ? *)",
    "cron(0 4 ? ? MON *)",
  ])("has no runs where %j is not an expression of EventBridge", (expression) => {
    expect(nextRuns(expression, "UTC", 1)).toEqual([]);
  });

  test("skips a time that summer time skips", () => {
    const around = (expression: string, timeZone: string) =>
      nextRuns(expression, timeZone, 3, new Date("2026-03-27T12:00:00Z")).map((run) => run.toISOString());
    expect(around("cron(30 2 * * ? *)", "Europe/Madrid").slice(0, 2)).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  test.each([
    ["cron(30 2 * * ? *)", "America/Tijuana", "2027-03-14T02:30"],
    ["cron(0 2,14 * * ? *)", "America/Tijuana", "2027-03-14T02:00"],
    ["cron(30 2 ? * SUN,WED *)", "America/Tijuana", "2027-03-14T02:30"],
    ["cron(30 2 14 3 ? *)", "America/Tijuana", "2027-03-14T02:30"],
    ["cron(30 2 * * ? *)", "Europe/Madrid", "2027-03-28T02:30"],
    ["cron(0 0 * * ? *)", "America/Santiago", "2027-09-05T00:00"],
    ["cron(15 2 * * ? *)", "Australia/Lord_Howe", "2027-10-03T02:15"],
    ["cron(30 22 * * ? *)", "Pacific/Easter", "2027-09-04T22:30"],
    ["cron(59 2 * * ? *)", "Antarctica/Troll", "2027-03-28T02:59"],
  ])("%s in %s names the day on which it does not run", (expression, timeZone, time) => {
    expect(nextSkippedRun(expression, timeZone, new Date("2026-11-29T12:00:00Z"))).toBe(time);
  });

  test.each([
    ["cron(0 4 * * ? *)", "America/Tijuana"],
    ["cron(0 3 * * ? *)", "America/Tijuana"],
    ["cron(30 2 * * ? *)", "America/Mexico_City"],
    ["cron(30 2 ? * MON-FRI *)", "America/Tijuana"],
    ["cron(0 * * * ? *)", "America/Tijuana"],
    ["cron(* * * * ? *)", "America/Tijuana"],
    ["cron(30 2,3 * * ? *)", "America/Tijuana"],
    ["cron(30 2 * * ? 2030)", "America/Tijuana"],
    ["rate(1 day)", "America/Tijuana"],
  ])("%s in %s misses no day of the year to come", (expression, timeZone) => {
    expect(nextSkippedRun(expression, timeZone, new Date("2026-11-29T12:00:00Z"))).toBeUndefined();
  });

  // Clocks go forward from 22:00 at the earliest to 3:59 at the latest, where they do.
  test.each([
    "Pacific/Easter",
    "America/Nuuk",
    "Africa/Cairo",
    "Atlantic/Canary",
    "Antarctica/Troll",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Europe/Athens",
    "Africa/Casablanca",
  ])("by default runs on every day in %s", (timeZone) => {
    expect(nextSkippedRun("cron(0 4 * * ? *)", timeZone, new Date("2026-11-29T12:00:00Z"))).toBeUndefined();
  });

  test("of every night has a day between its runs, of working days a week-end, whatever the clocks do", () => {
    expect(longestGapMs("cron(30 2 * * ? *)")).toBe(24 * HOUR);
    expect(longestGapMs("cron(0 2 ? * MON-FRI *)")).toBe(72 * HOUR);
    expect(longestGapMs("cron(0 2,14 * * ? *)")).toBe(12 * HOUR);
    expect(longestGapMs("rate(6 hours)")).toBe(6 * HOUR);
  });
});
