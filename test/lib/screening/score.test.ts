import { describe, expect, it } from "vitest";
import { bandOf, exceedances, isAbove, rise } from "../../../lib/screening/score.ts";

describe("the band of a score", () => {
  it.each([
    [0, "minimal"],
    [19, "minimal"],
    [19.999, "minimal"],
    [20, "watch"],
    [60, "watch"],
    [60.001, "investigate"],
    [61, "investigate"],
    [100, "investigate"],
  ])("of %d is %s", (score, band) => {
    expect(bandOf(score)).toBe(band);
  });

  it("is unknown where the score is, and never minimal", () => {
    expect(bandOf(undefined)).toBe("unknown");
    expect(isAbove(undefined, 60)).toBe(false);
  });
});

describe("a wallet exceeds", () => {
  it.each([
    ["from 60 to 61", 60, 61, ["above"]],
    ["from 61 to 62, being above already", 61, 62, []],
    ["from unknown to 61", undefined, 61, ["above"]],
    ["from unknown to 60", undefined, 60, []],
    ["from 61 to unknown", 61, undefined, []],
    ["from 5 to 20: steep, and to be watched", 5, 20, ["rise"]],
    ["from 5 to 19: not to be watched", 5, 19, []],
    ["from 4 to 19: steep, but minimal", 4, 19, []],
    ["from 20 to 34: not steep", 20, 34, []],
    ["from 20 to 35", 20, 35, ["rise"]],
    ["from 61 to 76, being above already", 61, 76, ["rise"]],
    ["from 40 to 61", 40, 61, ["above", "rise"]],
    ["from 80 to 20", 80, 20, []],
    ["from 61 to 61", 61, 61, []],
    ["from 5.4 to 20.4: steep, as decimals", 5.4, 20.4, ["rise"]],
    ["from 60 to 60.000001", 60, 60.000001, ["above"]],
  ])("%s", (_, previous, current, expected) => {
    expect(exceedances({ score: previous }, { score: current }, 60)).toEqual(expected);
  });

  it.each([
    ["from false to true", false, true, ["suspicious"]],
    ["from unknown to true", undefined, true, ["suspicious"]],
    ["from true to true: once", true, true, []],
    ["from true to false", true, false, []],
    ["from true to unknown", true, undefined, []],
  ])("when suspicious activity goes %s", (_, previous, current, expected) => {
    expect(exceedances({ suspicious: previous }, { suspicious: current }, 60)).toEqual(expected);
  });

  it("where a deployment drew it", () => {
    expect(exceedances({ score: 38 }, { score: 41 }, 40)).toEqual(["above"]);
    expect(exceedances({ score: 58 }, { score: 62 }, 80)).toEqual([]);
    expect(exceedances({ score: 0 }, { score: 1 }, 0)).toEqual(["above"]);
  });

  it("again after it fell back", () => {
    expect(exceedances({ score: 70 }, { score: 58 }, 60)).toEqual([]);
    expect(exceedances({ score: 58 }, { score: 62 }, 60)).toEqual(["above"]);
  });
});

describe("a rise", () => {
  it.each([
    [10, 25, 15],
    [5.4, 20.4, 15],
    [0.1, 0.3, 0.2],
    [25, 10, 0],
    [undefined, 90, 0],
    [90, undefined, 0],
  ])("from %s to %s is %d", (previous, current, expected) => {
    expect(rise({ score: previous }, { score: current })).toBe(expected);
  });
});

it("no rise of exactly 15 by tenths is missed", () => {
  const missed = Array.from(
    { length: 401 },
    (_, tenths) => [(tenths + 50) / 10, (tenths + 200) / 10] as const,
  ).filter(([from, to]) => !exceedances({ score: from }, { score: to }, 100).includes("rise"));
  expect(missed).toEqual([]);
});
