import { expect, it } from "vitest";
import { timeLimit } from "../../../infra/local/lambda/time-limit.ts";

it.each([
  ["as the template has it where the clock runs as it does", 10_000, 1, 10_000],
  ["divided by the time scale", 60_000, 10, 6_000],
  ["two seconds at least, which computing takes on a busy machine", 10_000, 40, 2_000],
  ["never more than the template has", 100, 10, 100],
])("a time limit is %s", (_, ms, timeScale, limit) => {
  expect(timeLimit(ms, { timeScale })).toBe(limit);
});

it("leaves as much as it is set to leave", () => {
  expect(timeLimit(30_000, { timeScale: 100 }, 10_000)).toBe(10_000);
});

it("leaves more for computing on a machine with other work", () => {
  expect(timeLimit(10_000, { timeScale: 40, slowness: 3 })).toBe(6_000);
  expect(timeLimit(10_000, { timeScale: 40, slowness: 0.5 })).toBe(2_000);
});
