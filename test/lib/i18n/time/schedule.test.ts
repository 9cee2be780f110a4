import { describe, expect, test } from "vitest";
import { longestGapMs, nextRuns } from "../../../../lib/i18n/time/schedule.ts";

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

  test("skips a time that summer time skips, which is its longest gap", () => {
    const around = (expression: string, timeZone: string) =>
      nextRuns(expression, timeZone, 3, new Date("2026-03-27T12:00:00Z")).map((run) => run.toISOString());
    expect(around("cron(30 2 * * ? *)", "Europe/Madrid").slice(0, 2)).toEqual([
      "2026-03-28T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
    expect(longestGapMs("cron(30 2 * * ? *)", "Europe/Madrid")).toBe(47 * HOUR);
    expect(longestGapMs("cron(30 2 * * ? *)", "America/New_York")).toBe(47 * HOUR);
    expect(longestGapMs("cron(0 4 * * ? *)", "Europe/Madrid")).toBe(25 * HOUR);
  });

  test("of every night has a day between its runs, of working days a week-end", () => {
    expect(longestGapMs("cron(0 2 * * ? *)", "America/Mexico_City")).toBe(24 * HOUR);
    expect(longestGapMs("cron(0 2 ? * MON-FRI *)", "America/Mexico_City")).toBe(72 * HOUR);
    expect(longestGapMs("rate(6 hours)", "UTC")).toBe(6 * HOUR);
  });
});
