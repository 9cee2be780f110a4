import { describe, expect, it } from "vitest";
import {
  type Anchor,
  type AnchorEvidence,
  type AnchoredStep,
  anchorOf,
  checkAnchors,
  spanAfter,
  stepsByDay,
  stepsWithin,
} from "../../../../lib/cases/integrity/anchor.ts";

const CASE = { subject: "notification#1#42", opened: "once" };
const STEP = { subject: "notification#1#42", opened: "once", number: 1, digest: "a".repeat(64) };
const OTHER = { subject: "month#1#2026-03", opened: "once", number: 1, digest: "b".repeat(64) };

function anchorAfter(
  last: Anchor | undefined,
  day: string,
  to: string,
  steps: AnchoredStep[],
  retentionYears = 10,
) {
  return anchorOf({ ...spanAfter(last, day, to), retentionYears, projectIds: [1] }, steps);
}

/** Three days of Mexico City, of which the second has two steps. */
const first = anchorAfter(undefined, "2026-03-01", "2026-03-02T06:00:00.000Z", []);
const second = anchorAfter(first, "2026-03-02", "2026-03-03T06:00:00.000Z", [STEP, OTHER]);
const third = anchorAfter(second, "2026-03-03", "2026-03-04T06:00:00.000Z", []);
const kept = [first, second, third];

function check(changed: Partial<AnchorEvidence> = {}) {
  return checkAnchors({
    kept,
    stepsOf: ({ day }) => (day === "2026-03-02" ? [STEP, OTHER] : []),
    said: new Map([["2026-03-03", third.digest]]),
    now: "2026-03-04T14:00:00.000Z",
    ...changed,
  });
}

describe("the anchor of a day", () => {
  // The digests were made by another program, of Python's json and hashlib.
  it("covers the one before and the steps since, in one order for any order of arrival", () => {
    expect(first.digest).toBe("b72e6d1c70c597cf0d977e1a09be962ada220b9d52e401bc385b9602130fddfd");
    expect(second.digest).toBe("e90455534fa483d4836391a022602c3c1a8f2f39e8e0e1fd96151cd98ccf6157");
    expect(anchorAfter(first, second.day, second.to, [OTHER, STEP])).toEqual(second);
    expect(second).toMatchObject({ from: "2026-03-02T06:00:00.000Z", previous: first.digest, steps: 2 });
  });

  it("covers a step of the last moment of its day, and none of the moment after", () => {
    const at = (time: string) => ({ ...CASE, steps: [{ number: 1, at: time }] });
    expect(stepsWithin(at("2026-03-03T05:59:59.999Z"), second)).toHaveLength(1);
    expect(stepsWithin(at("2026-03-03T06:00:00.000Z"), second)).toEqual([]);
    expect(stepsWithin(at("2026-03-03T06:00:00.000Z"), third)).toHaveLength(1);
    expect(stepsWithin(at("2026-03-02T06:00:00.000Z"), second)).toHaveLength(1);
  });

  it("never ends before the last one ended, where the time zone was set to another", () => {
    expect(spanAfter(third, "2026-03-04", "2026-03-04T05:00:00.000Z")).toMatchObject({
      from: "2026-03-04T06:00:00.000Z",
      to: "2026-03-04T06:00:00.000Z",
    });
  });
});

describe("anchors that are checked", () => {
  it("hold as they were made and as briefs said", () => {
    expect(check()).toEqual({ problems: [], remade: 3, expired: [] });
  });

  it.each([
    ["changed", [{ ...STEP, digest: "c".repeat(64) }, OTHER], 2],
    ["removed", [STEP], 1],
    ["added", [STEP, OTHER, { ...STEP, number: 2 }], 3],
    ["moved to another case", [{ ...STEP, subject: "notification#1#43" }, OTHER], 2],
  ])("name the day of a step that was %s", (_, steps, found) => {
    const { problems } = check({ stepsOf: ({ day }) => (day === "2026-03-02" ? steps : []) });
    expect(problems).toEqual([{ kind: "steps", day: "2026-03-02", found, covered: 2 }]);
  });

  it("do not hold if they were recreated over changed steps: the briefs show it", () => {
    const forged = anchorAfter(first, "2026-03-02", second.to, [STEP]);
    const all = [first, forged, anchorAfter(forged, "2026-03-03", third.to, [])];
    const stepsOf = ({ day }: Anchor) => (day === "2026-03-02" ? [STEP] : []);
    expect(check({ kept: all, stepsOf, said: new Map() }).problems).toEqual([]);
    const said = new Map([first, third].map(({ day, digest }) => [day, digest]));
    expect(check({ kept: all, stepsOf, said }).problems).toEqual([
      { kind: "said", day: "2026-03-03", held: "2026-03-01" },
    ]);
  });

  it("name a day that is gone, whether another brief tells of it or not", () => {
    const without = kept.filter(({ day }) => day !== "2026-03-02");
    const said = new Map([["2026-03-02", second.digest]]);
    expect(check({ kept: without, said }).problems).toEqual([
      { kind: "order", day: "2026-03-03", before: "2026-03-01" },
      { kind: "missing", day: "2026-03-02" },
    ]);
  });

  it("name it where the oldest are gone, at any age", () => {
    const begins = { kind: "begins", day: "2026-03-03", from: "2026-03-03T06:00:00.000Z" };
    expect(check({ kept: [third] }).problems).toEqual([begins]);
    expect(check({ kept: [third], now: "2066-03-04T14:00:00.000Z" }).problems).toEqual([begins]);
  });

  it("name one of a day that has not ended, and check the others", () => {
    const planted = anchorAfter(third, "9999-12-31", "9999-12-31T06:00:00.000Z", []);
    expect(check({ kept: [...kept, planted] })).toEqual({
      problems: [{ kind: "ahead", day: "9999-12-31" }],
      remade: 3,
      expired: [],
    });
  });

  it("are taken as they were kept where steps have expired by what they say themselves, and not before", () => {
    const stepsOf = () => [OTHER];
    const lost = { kind: "steps", day: "2026-03-02", found: 1, covered: 2 };
    const others = [
      { kind: "steps", day: "2026-03-01", found: 1, covered: 0 },
      { kind: "steps", day: "2026-03-03", found: 1, covered: 0 },
    ];
    const at = (now: string) => check({ stepsOf, now });
    expect(at("2036-03-02T05:59:59.999Z").problems).toEqual([others[0], lost, others[1]]);
    expect(at("2036-03-02T06:00:00.000Z")).toEqual({ problems: others, remade: 2, expired: ["2026-03-02"] });
    // Nothing expires into another step, nor into one more.
    const changed = [{ ...STEP, digest: "c".repeat(64) }, OTHER];
    expect(check({ stepsOf: () => changed, now: "2046-03-04T14:00:00.000Z" }).problems).toContainEqual({
      ...{ kind: "steps", day: "2026-03-02", found: 2, covered: 2 },
    });
  });

  it("know that steps were made by the retention of days before", () => {
    const days = (years: number[]) => {
      const all: Anchor[] = [];
      for (const [index, each] of years.entries()) {
        const [day, to] = [`2026-03-0${index + 1}`, `2026-03-0${index + 2}T06:00:00.000Z`];
        all.push(anchorAfter(all.at(-1), day, to, [STEP], each));
      }
      return check({ kept: all, said: new Map(), stepsOf: () => [], now: "2032-01-01T00:00:00.000Z" })
        .expired;
    };
    expect(days([5, 5, 10])).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
    expect(days([10, 10, 5])).toEqual(["2026-03-03"]);
  });

  it("cover each step once, by its time, and none of a time between nothing", () => {
    const steps = [
      "1969-12-31T23:59:59.999Z",
      "2026-03-02T06:00:00.000Z",
      "2026-03-04T06:00:00.000Z",
      "undefined",
    ];
    const timed = steps.map((at, index) => ({ at, step: { ...STEP, number: index + 1 } }));
    const byDay = stepsByDay([first, third], [...timed, { at: "2026-03-03T06:00:00.000Z", step: STEP }]);
    expect([...byDay]).toEqual([
      ["2026-03-01", []],
      ["2026-03-03", [STEP]],
    ]);
  });
});
