import { expect, it } from "vitest";
import { problemsOfTimes } from "../../../../lib/cases/integrity/item-check.ts";

const RECEIVED = { receivedAt: "2026-03-10T10:00:00.000Z", now: new Date("2026-03-12T10:00:00.000Z") };

it("takes no time for a step's that does not sort by its text", () => {
  const steps = [{ at: "+010000-01-01T00:00:00.000Z" }, { at: "2026-03-11T10:00:00.000Z" }, { at: 7 }];
  expect(problemsOfTimes(steps, RECEIVED)).toEqual([
    { kind: "time", at: 1, why: "none" },
    { kind: "time", at: 3, why: "none" },
  ]);
});
