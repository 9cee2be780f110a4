import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf, digestOfKey, problemsOfChain } from "../../../lib/cases/chain.ts";

const CASE = { subject: "notification#1#42", opened: "once" };
const OLGA = { subject: "olga", name: "olga.officer@company.example" };

const OPENED = {
  number: 1,
  id: "opened",
  at: "2026-03-02T14:00:00.000Z",
  previous: "a9c14281628a999a4f006b76de21ffc2b29f776e7809b10a571a38cd3fd1f4a8",
  retentionYears: 10,
  kind: "opened",
  facts: { kind: "notification", projectId: 1, receivedAt: "2026-03-02T13:00:00.000Z", deadlines: [] },
};
const DECIDED = {
  number: 2,
  id: "0b7e1f5e-0000-4000-8000-000000000002",
  at: "2026-03-02T16:00:00.000Z",
  by: OLGA,
  previous: "6d61ab5403d160ea4e5d2caba26072769f0c5e93d6d5082ec8cb85b678b47374",
  retentionYears: 10,
  kind: "decide",
  outcome: "reported",
  filing: { kind: "monthly", reference: "AVI-2026-3", receivedOn: "2026-03-02" },
  note: 'Ficha señal: «1»\nsegunda línea "x"',
};
const LAST = "ab3f6a2b2ccf90ff35925398230557d3feb302190d66ef6578e3903cc63bc888";

describe("the digest of an event", () => {
  // The digests were made by another program, of Python's json and hashlib.
  it("is of its JSON with names sorted, without white space, in UTF-8", () => {
    expect(canonicalJson(DECIDED)).toBe(
      '{"at":"2026-03-02T16:00:00.000Z","by":{"name":"olga.officer@company.example","subject":"olga"},"filing":{"kind":"monthly","receivedOn":"2026-03-02","reference":"AVI-2026-3"},"id":"0b7e1f5e-0000-4000-8000-000000000002","kind":"decide","note":"Ficha señal: «1»\\nsegunda línea \\"x\\"","number":2,"outcome":"reported","previous":"6d61ab5403d160ea4e5d2caba26072769f0c5e93d6d5082ec8cb85b678b47374","retentionYears":10}',
    );
    expect(digestOf(DECIDED)).toBe(LAST);
  });

  it("begins with that of the case's key", () => {
    expect(digestOfKey(CASE)).toBe("a9c14281628a999a4f006b76de21ffc2b29f776e7809b10a571a38cd3fd1f4a8");
  });

  it("is the same for what was absent and what is undefined", () => {
    expect(canonicalJson({ b: [1, { d: undefined, c: "x" }], a: undefined })).toBe('{"b":[1,{"c":"x"}]}');
  });
});

describe("a chain", () => {
  it("holds as it was made", () => {
    expect(problemsOfChain({ ...CASE, events: [OPENED, DECIDED], lastDigest: LAST })).toEqual([]);
  });

  it.each([
    ["changed", [{ ...OPENED, at: "2026-03-01T15:00:00.000Z" }, DECIDED], [{ kind: "previous", at: 2 }]],
    ["changed, the last one", [OPENED, { ...DECIDED, outcome: "false-positive" }], [{ kind: "last" }]],
    ["extended by something", [OPENED, { ...DECIDED, seen: true }], [{ kind: "last" }]],
    [
      "removed",
      [DECIDED],
      [
        { kind: "number", at: 1, actual: 2 },
        { kind: "previous", at: 1 },
      ],
    ],
    ["removed, the last one", [OPENED], [{ kind: "last" }]],
    ["removed, all of them", [], [{ kind: "last" }]],
    [
      "reordered",
      [DECIDED, OPENED],
      [
        { kind: "number", at: 1, actual: 2 },
        { kind: "previous", at: 1 },
        { kind: "number", at: 2, actual: 1 },
        { kind: "previous", at: 2 },
        { kind: "last" },
      ],
    ],
  ])("does not hold where an event was %s", (_, events, problems) => {
    expect(problemsOfChain({ ...CASE, events, lastDigest: LAST })).toEqual(problems);
  });

  it("does not hold in another case", () => {
    const moved = { ...CASE, subject: "notification#1#43", events: [OPENED, DECIDED], lastDigest: LAST };
    expect(problemsOfChain(moved)).toEqual([{ kind: "previous", at: 1 }]);
  });
});
