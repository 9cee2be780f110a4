import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { drawDigest, drawSample, newSeed, SEED } from "../../../../lib/cases/integrity/sample.ts";

const CASES = Array.from({ length: 40 }, (_, id) => ({
  subject: `notification#1#${id + 1}`,
  opened: "once",
  kind: id % 10 === 0 ? "wallet" : "notification",
  ...(id % 10 === 0 ? {} : { risk: "illegal" }),
  ...(id < 30 ? { outcome: "reported" } : {}),
}));

async function* listed(cases: typeof CASES) {
  yield* cases;
}

const subjects = async (cases: typeof CASES, seed: string, size: number) =>
  (await drawSample(listed(cases), { seed, size })).drawn.map(({ item: drawnCase }) => drawnCase.subject);

describe("a sample", () => {
  it("is the same for the same seed, from every command and for any order of the cases", async () => {
    expect(await subjects(CASES, "q1-2026", 5)).toEqual([
      "notification#1#40",
      "notification#1#9",
      "notification#1#6",
      "notification#1#23",
      "notification#1#36",
    ]);
    expect(await subjects(CASES.toReversed(), "q1-2026", 5)).toEqual(await subjects(CASES, "q1-2026", 5));
    expect(await subjects(CASES, "q2-2026", 5)).not.toEqual(await subjects(CASES, "q1-2026", 5));
  });

  it("can be drawn with sha256sum alone", () => {
    const line = "printf '%s\\n%s\\n%s' q1-2026 'notification#1#42' once | sha256sum";
    const [digest] = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split(" ");
    expect(drawDigest("q1-2026", { subject: "notification#1#42", opened: "once" })).toBe(digest);
  });

  it("grows by its size alone: a larger one begins with the smaller one", async () => {
    const large = await subjects(CASES, "q1-2026", 20);
    expect(large.slice(0, 5)).toEqual(await subjects(CASES, "q1-2026", 5));
    expect(await subjects(CASES, "q1-2026", 100)).toHaveLength(40);
  });

  it("is of all cases, however many there are, and keeps no more than it needs", async () => {
    async function* many() {
      for (let id = 0; id < 5_000; id++)
        yield { subject: `notification#1#${id}`, opened: "once", kind: "notification" };
    }
    const { drawn, total } = await drawSample(many(), { seed: "q1-2026", size: 3 });
    expect(total).toBe(5_000);
    const manyCases = Array.from({ length: 5_000 }, (_, id) =>
      drawDigest("q1-2026", { subject: `notification#1#${id}`, opened: "once" }),
    );
    expect(drawn.map(({ digest }) => digest)).toEqual(manyCases.toSorted().slice(0, 3));
  });

  it("is refused if there are more cases than may be read", async () => {
    expect(await drawSample(listed(CASES), { seed: "a", size: 1, most: 39 })).toMatchObject({
      drawn: [],
      isCut: true,
    });
    expect(await drawSample(listed(CASES), { seed: "a", size: 1, most: 40 })).toMatchObject({ isCut: false });
  });
});

it("a new seed is one that can be said again", () => {
  expect(newSeed()).toMatch(SEED);
  expect(newSeed()).not.toBe(newSeed());
});
