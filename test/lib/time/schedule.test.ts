import { describe, expect, test } from "vitest";
import { longestGapMs, nextRuns } from "../../../lib/time/schedule.ts";

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
  ])("has no runs where %j is not an expression of EventBridge", (expression) => {
    expect(nextRuns(expression, "UTC", 1)).toEqual([]);
  });

  test("of every night has a day between its runs, of working days a week-end", () => {
    expect(longestGapMs("cron(0 2 * * ? *)", "America/Mexico_City")).toBe(24 * HOUR);
    expect(longestGapMs("cron(0 2 ? * MON-FRI *)", "America/Mexico_City")).toBe(72 * HOUR);
    expect(longestGapMs("rate(6 hours)", "UTC")).toBe(6 * HOUR);
  });
});
