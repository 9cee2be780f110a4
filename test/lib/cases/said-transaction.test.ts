/** Facts and deadlines of a case depend on what the service said and when it signed that, and on nothing else. */

import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { OpenedFacts } from "../../../lib/cases/case-facts.ts";
import {
  changeIn,
  type SaidTransaction,
  saidTransaction,
  saysTheSame,
} from "../../../lib/cases/said-transaction.ts";
import type { Revision } from "../../../lib/cases/step.ts";
import { lfpiorpi } from "../../support/deadlines.ts";

/** What the service says in one call. */
interface Call {
  signedAt: string;
  receivedAt: string;
  timestamp: string | undefined;
  usd: string | undefined;
  laws: string[];
  digest: string;
}

const RULES = ["LFPIORPI", "Ley A", "Ley B"].map((law, index) => ({
  ...lfpiorpi({ kind: "day-of-next-month", day: 17 + index, timeZone: "America/Mexico_City" }),
  law,
}));

const day = (number: number, hour = 12) =>
  `2026-03-${String(number).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`;

const CALLS = fc.array(
  fc.record({
    signed: fc.integer({ min: 1, max: 9 }),
    received: fc.integer({ min: 1, max: 9 }),
    time: fc.option(
      fc.constantFrom("2026-02-20T12:00:00Z", "2026-01-05T12:00:00Z", day(2, 13), day(5), "soon"),
      {
        nil: undefined,
      },
    ),
    usd: fc.option(fc.constantFrom("1", "2.5"), { nil: undefined }),
    laws: fc.subarray(["LFPIORPI", "Ley A", "Ley B"]),
  }),
  { minLength: 2, maxLength: 6 },
);

/** Facts of a case that begins with one call and hears of the others in their order of arrival. */
function after(
  [first, ...others]: readonly Call[],
  isTold: (call: Call) => boolean,
): SaidTransaction & {
  lawsDigest: string | undefined;
} {
  if (first === undefined) throw new Error("A case begins with a call.");
  const [opening = first, ...later] = [first, ...others].sort(
    (a, b) => Number(isTold(b)) - Number(isTold(a)),
  );
  const opened: OpenedFacts = {
    kind: "notification",
    projectId: 1,
    amount: { value: "1", usd: opening.usd },
    receivedAt: opening.receivedAt,
    signedAt: opening.signedAt,
    digest: opening.digest,
    timestamp: opening.timestamp,
    rules: rulesOf(opening),
    laws: namesOf(opening),
    lawsDigest: digestOf(opening),
  };
  const transaction = saidTransaction(opened, later.map(revision));
  return { ...transaction, lawsDigest: (transaction.lawsNow ?? opened).lawsDigest };
}

const rulesOf = ({ laws }: Call) => RULES.filter(({ law }) => laws.includes(law));
const namesOf = ({ laws }: Call) => laws.map((name) => ({ name, countryCode: "MX" }));
const digestOf = ({ laws }: Call) => laws.join();

function revision(call: Call, index: number): Revision {
  return {
    number: index + 2,
    id: `revised#${call.digest}`,
    at: day(20 + index),
    previous: "",
    retentionYears: 10,
    kind: "revised",
    alerted: false,
    content: "1#42",
    signedAt: call.signedAt,
    receivedAt: call.receivedAt,
    digest: call.digest,
    rawSha256: "",
    facts: {
      timestamp: call.timestamp,
      usd: call.usd,
      rules: rulesOf(call),
      laws: namesOf(call),
      lawsDigest: digestOf(call),
    },
  };
}

/** What of a transaction no order of arrival may change. Rules stand in the order in which laws were named. */
const comparable = ({ rules, lawsNow: _, ...facts }: ReturnType<typeof after>) => ({
  ...facts,
  rules: rules.map(({ law }) => law).sort(),
});

it("is the same in every order of arrival, whichever call opens the case", () => {
  const distinct = new Set<string>();
  fc.assert(
    fc.property(CALLS, fc.infiniteStream(fc.nat()), (drawn, stream) => {
      const calls = drawn.map(({ signed, received, time, usd, laws }, index) => ({
        signedAt: day(signed),
        receivedAt: day(received, 13),
        timestamp: time,
        usd,
        laws,
        digest: `${index}`,
      }));
      const shuffled = calls
        .map((call) => ({ call, place: stream.next().value ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ call }) => call);
      distinct.add(JSON.stringify([calls, shuffled]));
      const isFirst = (call: Call) => call === calls[0];
      const isAnother = (call: Call) => call === shuffled.at(-1);
      expect(comparable(after(shuffled, isAnother)), "in another order").toEqual(
        comparable(after(calls, isFirst)),
      );
    }),
    { numRuns: 10_000 },
  );
  expect(distinct.size).toBeGreaterThan(9_000);
});

const OPENED: OpenedFacts = {
  kind: "notification",
  projectId: 1,
  receivedAt: day(10),
  signedAt: day(10, 11),
  timestamp: "2026-01-20T12:00:00Z",
  amount: { value: "1", usd: "10" },
  rules: [lfpiorpi()],
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  lawsDigest: "LFPIORPI",
};
const SILENT: Call = {
  signedAt: day(11),
  receivedAt: day(11, 13),
  timestamp: undefined,
  usd: undefined,
  laws: ["LFPIORPI"],
  digest: "a",
};

it("does not change by what a revision does not say", () => {
  expect(saysTheSame({ opened: OPENED, before: [], after: [revision(SILENT, 0)] })).toBe(true);
  expect(saidTransaction(OPENED, [revision(SILENT, 0)])).toMatchObject({
    usd: "10",
    happenedAt: "2026-01-20T12:00:00.000Z",
  });
});

it("keeps the last possible time, and says which one it refused", () => {
  const early = { ...SILENT, signedAt: day(9), timestamp: "2026-02-20T12:00:00Z" };
  const impossible = { ...SILENT, timestamp: day(11) };
  const facts = saidTransaction(OPENED, [early, impossible].map(revision));
  expect(facts).toMatchObject({ happenedAt: "2026-01-20T12:00:00.000Z", refusedTime: day(11) });
  expect(facts.deadlines.map(({ dueAt }) => dueAt)).toEqual(["2026-02-18T05:59:59.999Z"]);
});

it("keeps the time from before its case was opened when a revision in between names none", () => {
  const earlier = [
    { signedAt: day(8), digest: "a", rawSha256: "", timestamp: "2026-02-20T12:00:00Z" },
    { signedAt: day(9), digest: "b", rawSha256: "" },
  ];
  const { happenedAt, deadlines } = saidTransaction({ ...OPENED, timestamp: undefined, earlier }, []);
  expect(happenedAt).toBe("2026-02-20T12:00:00.000Z");
  expect(deadlines.map(({ dueAt }) => dueAt)).toEqual(["2026-03-18T05:59:59.999Z"]);
});

it("counts a law that is named later from the time that was said last", () => {
  const october = {
    ...SILENT,
    signedAt: day(9),
    timestamp: "2025-10-20T12:00:00Z",
    laws: ["LFPIORPI", "Ley A"],
  };
  const { deadlines } = saidTransaction(OPENED, [revision(october, 0)]);
  expect(deadlines.map(({ law, dueAt }) => [law, dueAt])).toEqual([
    ["LFPIORPI", "2026-02-18T05:59:59.999Z"],
    ["Ley A", "2026-02-19T05:59:59.999Z"],
  ]);
});

it("keeps the rule that a law had when it was first named", () => {
  const changed = { ...lfpiorpi({ kind: "hours", hours: 1 }) };
  const { kind, ...facts } = revision(SILENT, 0);
  const { deadlines } = saidTransaction(OPENED, [{ kind, ...facts, facts: { rules: [changed] } }]);
  expect(deadlines.map(({ dueAt }) => dueAt)).toEqual(["2026-02-18T05:59:59.999Z"]);
});

it("takes the earlier of two revisions of one millisecond for what was said before the later", () => {
  const first = { ...SILENT, digest: "a", laws: ["LFPIORPI", "Ley A"] };
  const second = { ...SILENT, digest: "b", laws: ["LFPIORPI"] };
  const steps = [second, first].map(revision);
  const [later, earlier] = steps;
  if (later === undefined || earlier === undefined) throw new Error("A revision is missing.");
  expect(changeIn(OPENED, steps, later).gone.map(({ name }) => name)).toEqual(["Ley A"]);
  expect(changeIn(OPENED, steps, earlier).gone).toEqual([]);
});
