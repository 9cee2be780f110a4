import { createHistogram } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import { shown, shownMs, timesOf } from "./figures.ts";
import { bodyOf, isIllegal, keyOf, type Plan } from "./plan.ts";

describe("measured times", () => {
  it("are summed up by their percentiles", () => {
    const times = createHistogram();
    expect(timesOf(times)).toBe("none");
    for (let ms = 1; ms <= 100; ms++) times.record(101 - ms);
    expect(timesOf(times)).toBe("p50 50 ms, p90 90 ms, p99 99 ms, longest 100 ms");
  });

  it("are shown for people", () => {
    expect([shownMs(9_999), shownMs(61_040), shown(100_000)]).toEqual(["9999 ms", "61.0 s", "100,000"]);
  });
});

describe("a plan", () => {
  const plan: Plan = {
    projectId: 7,
    count: 100,
    perSecond: 1,
    illegalEvery: 10,
    firstId: 5_000_000,
    rehearsal: true,
  };

  it("gives each notification an id of its own, and makes one in ten illegal", () => {
    expect(keyOf(12, { ...plan, rehearsal: false })).toBe("7#5000012");
    const bodies = [10, 11].map((index) => JSON.parse(bodyOf(index, plan)));
    expect(bodies.map(({ data }) => [data.id, data.inflictedLaws[0].risk])).toEqual([
      [5_000_010, "illegal"],
      [5_000_011, "warn"],
    ]);
    expect([isIllegal(10, plan), isIllegal(11, plan)]).toEqual([true, false]);
  });

  it("looks for what is sent to a deployed stack among the rehearsals", () => {
    expect(keyOf(12, plan)).toBe("rehearsal#7#5000012");
  });

  it("leaves it to the proof whether a body is a rehearsal", () => {
    expect(JSON.parse(bodyOf(0, plan))).not.toHaveProperty("rehearsal");
  });
});
