import { describe, expect, it } from "vitest";
import { beginningOf, canonicalJson, digestOf, problemsOfChain } from "../../../lib/cases/chain.ts";

const CASE = { subject: "notification#1#42", opened: "once" };
const OLGA = { subject: "olga", name: "olga.officer@company.example" };

const TAKEN = {
  number: 1,
  id: "0b7e1f5e-0000-4000-8000-000000000001",
  at: "2026-03-02T15:00:00.000Z",
  by: OLGA,
  previous: "a9c14281628a999a4f006b76de21ffc2b29f776e7809b10a571a38cd3fd1f4a8",
  kind: "take",
};
const DECIDED = {
  number: 2,
  id: "0b7e1f5e-0000-4000-8000-000000000002",
  at: "2026-03-02T16:00:00.000Z",
  by: OLGA,
  previous: "57a0506802657357a4da00e1f1dd6fdbb0268f2146f15cecd971b55a369bc0f6",
  kind: "decide",
  outcome: "reported",
  filing: { kind: "monthly", reference: "AVI-2026-3", receivedOn: "2026-03-02" },
  note: 'Ficha señal: «1»\nsegunda línea "x"',
};
const HEAD = "5a632bfa5431ad474e65e01d90e69639e75d02c5d09cd54e8bb1816a9e617a86";

describe("the digest of a step", () => {
  // The digests were made by another program, of Python's json and hashlib.
  it("is of its JSON with names sorted, without white space, in UTF-8", () => {
    expect(canonicalJson(DECIDED)).toBe(
      '{"at":"2026-03-02T16:00:00.000Z","by":{"name":"olga.officer@company.example","subject":"olga"},"filing":{"kind":"monthly","receivedOn":"2026-03-02","reference":"AVI-2026-3"},"id":"0b7e1f5e-0000-4000-8000-000000000002","kind":"decide","note":"Ficha señal: «1»\\nsegunda línea \\"x\\"","number":2,"outcome":"reported","previous":"57a0506802657357a4da00e1f1dd6fdbb0268f2146f15cecd971b55a369bc0f6"}',
    );
    expect(digestOf(DECIDED)).toBe(HEAD);
  });

  it("begins with that of the case itself", () => {
    expect(beginningOf(CASE)).toBe("a9c14281628a999a4f006b76de21ffc2b29f776e7809b10a571a38cd3fd1f4a8");
  });

  it("is the same for what was absent and what is undefined", () => {
    expect(canonicalJson({ b: [1, { d: undefined, c: "x" }], a: undefined })).toBe('{"b":[1,{"c":"x"}]}');
  });
});

describe("a chain", () => {
  it("holds as it was made, and where nothing has been done yet", () => {
    expect(problemsOfChain({ ...CASE, steps: [TAKEN, DECIDED], head: HEAD })).toEqual([]);
    expect(problemsOfChain(CASE)).toEqual([]);
  });

  it.each([
    ["changed", [{ ...TAKEN, at: "2026-03-01T15:00:00.000Z" }, DECIDED], [{ kind: "previous", at: 2 }]],
    ["changed, the last one", [TAKEN, { ...DECIDED, outcome: "false-positive" }], [{ kind: "head" }]],
    ["extended by something", [TAKEN, { ...DECIDED, seen: true }], [{ kind: "head" }]],
    [
      "removed",
      [DECIDED],
      [
        { kind: "number", at: 1, found: 2 },
        { kind: "previous", at: 1 },
      ],
    ],
    ["removed, the last one", [TAKEN], [{ kind: "head" }]],
    ["removed, all of them", [], [{ kind: "head" }]],
    [
      "reordered",
      [DECIDED, TAKEN],
      [
        { kind: "number", at: 1, found: 2 },
        { kind: "previous", at: 1 },
        { kind: "number", at: 2, found: 1 },
        { kind: "previous", at: 2 },
        { kind: "head" },
      ],
    ],
  ])("does not hold where a step was %s", (_, steps, problems) => {
    expect(problemsOfChain({ ...CASE, steps, head: HEAD })).toEqual(problems);
  });

  it("does not hold in another case", () => {
    const moved = { ...CASE, subject: "notification#1#43", steps: [TAKEN, DECIDED], head: HEAD };
    expect(problemsOfChain(moved)).toEqual([{ kind: "previous", at: 1 }]);
  });
});
