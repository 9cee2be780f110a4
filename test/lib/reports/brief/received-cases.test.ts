import { expect, it } from "vitest";
import type { ListedCase } from "../../../../lib/cases/case.ts";
import { type CountedCase, receivedIn } from "../../../../lib/reports/brief/received-cases.ts";

const receivedAt = "2026-03-01T12:00:00.000Z";
const LFPIORPI = { name: "LFPIORPI", countryCode: "MX" };

async function* cases(...changes: Partial<CountedCase>[]): AsyncGenerator<CountedCase> {
  for (const change of changes) yield { kind: "notification", risk: "illegal", receivedAt, ...change };
}

const decided = (decidedAt: string, outcome: ListedCase["outcome"] = "reported") => ({ outcome, decidedAt });

it("counts the cases of a day by what opened them", async () => {
  const { kinds } = await receivedIn(
    cases(
      {},
      {},
      { kind: "quarantine" as const },
      { kind: "wallet" as const },
      // Officers opened these, about a transaction that is not flagged and about a user.
      { risk: "warn" as const },
      { kind: "user" as const },
    ),
  );
  expect(kinds).toEqual({ flagged: 2, unreadable: 1, wallet: 1, other: 2 });
});

it("counts a law once for a case, in any spelling, and the laws that a case does not name", async () => {
  const { laws, otherLaws } = await receivedIn(
    cases(
      { laws: [{ name: "AML", countryCode: "GT" }, LFPIORPI, { ...LFPIORPI, name: "lfpiorpi" }] },
      { laws: [LFPIORPI], lawCount: 4 },
    ),
  );
  expect(laws).toEqual([
    { ...LFPIORPI, count: 2 },
    { name: "AML", countryCode: "GT", count: 1 },
  ]);
  expect(otherLaws).toBe(3);
});

it("knows within which time half of the decided cases, and the last of them, were decided", async () => {
  const { toDecision } = await receivedIn(
    cases(
      {},
      decided("2026-03-01T13:00:00.000Z"),
      decided("2026-03-03T12:00:00.000Z", "false-positive"),
      decided("2026-03-01T12:00:10.000Z"),
      decided("2026-03-01T14:00:00.000Z"),
    ),
  );
  expect(toDecision).toEqual({ count: 4, medianMs: 3_600_000, longestMs: 172_800_000 });
  expect((await receivedIn(cases({}))).toDecision).toEqual({
    count: 0,
    medianMs: undefined,
    longestMs: undefined,
  });
});
