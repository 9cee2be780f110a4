import { describe, expect, it } from "vitest";
import { anchorOf, spanAfter, stepsWithin } from "../../../lib/cases/anchor.ts";
import { type AnchorEvidence, checkAnchors, type KeptAnchor } from "../../../lib/cases/anchor-check.ts";

const NEXT_CENTURY = "2126-01-01T00:00:00.000Z";
const CASE = { subject: "notification#1#42", opened: "once" };
const STEP = { subject: "notification#1#42", opened: "once", number: 1, digest: "a".repeat(64) };
const OTHER = { subject: "month#1#2026-03", opened: "once", number: 1, digest: "b".repeat(64) };

/** Three days of Mexico City, of which the second has two steps. */
const first = anchorOf(spanAfter(undefined, "2026-03-01", "2026-03-02T06:00:00.000Z"), []);
const second = anchorOf(spanAfter(first, "2026-03-02", "2026-03-03T06:00:00.000Z"), [STEP, OTHER]);
const third = anchorOf(spanAfter(second, "2026-03-03", "2026-03-04T06:00:00.000Z"), []);
const kept: KeptAnchor[] = [first, second, third].map((one) => ({ ...one, expiresAt: NEXT_CENTURY }));

function check(changed: Partial<AnchorEvidence> = {}) {
  return checkAnchors({
    kept,
    stepsOf: ({ day }) => (day === "2026-03-02" ? [STEP, OTHER] : []),
    said: new Map(),
    now: "2026-03-04T14:00:00.000Z",
    ...changed,
  });
}

describe("the anchor of a day", () => {
  // The digests were made by another program, of Python's json and hashlib.
  it("is over the one before and the steps since, in one order whatever order they come in", () => {
    expect(first.digest).toBe("5466d021540803a3fde98252c0aec921a3010541ed061f9a50c4f9e5936b54fc");
    expect(second.digest).toBe("13c08a8faa79a2f00296cac964114e1fbeef54bf82d471c0dd68bf8799352ec3");
    expect(anchorOf(spanAfter(first, second.day, second.to), [OTHER, STEP])).toEqual(second);
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
    expect(check({ said: new Map([["2026-03-03", third.digest]]) })).toEqual({
      problems: [],
      remade: 3,
      expired: [],
    });
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

  it("do not hold where somebody made them anew over changed steps: the briefs say so", () => {
    const forged = anchorOf(spanAfter(first, "2026-03-02", second.to), [STEP]);
    const after = anchorOf(spanAfter(forged, "2026-03-03", third.to), []);
    const all = [first, forged, after].map((one) => ({ ...one, expiresAt: NEXT_CENTURY }));
    const stepsOf = ({ day }: KeptAnchor) => (day === "2026-03-02" ? [STEP] : []);
    expect(check({ kept: all, stepsOf }).problems).toEqual([]);
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

  it("are taken as they were kept where their steps may have expired", () => {
    const old = kept.map((one, index) =>
      index < 2 ? { ...one, expiresAt: "2026-03-04T13:00:00.000Z" } : one,
    );
    expect(check({ kept: old, stepsOf: () => [] })).toEqual({
      problems: [],
      remade: 1,
      expired: ["2026-03-01", "2026-03-02"],
    });
    // What came before has gone by expiring too.
    expect(check({ kept: old.slice(1), stepsOf: () => [] }).problems).toEqual([]);
  });
});
