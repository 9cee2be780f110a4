import { expect, it } from "vitest";
import { isSameStep } from "../../../lib/cases/rules.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { NOT_REPORTABLE, REPORTED, stepsOf } from "../../support/case-steps.ts";

const NOW = "2026-03-02T16:00:00.000Z";
const operation = (name: string, rawSha256: string) => ({
  name,
  receivedAt: "2026-03-02T09:00:00.000Z",
  rawSha256,
});
const ABOUT = [operation("1#42#T", "4f1c")];
const SUSPECT = { kind: "suspect", knownSince: "2026-03-02T10:00:00.000Z", note: "By its pattern." } as const;

it.each<[string, boolean, StepRequest, StepRequest]>([
  ["the same decision", true, REPORTED, REPORTED],
  ["another outcome", false, REPORTED, NOT_REPORTABLE],
  ["another note", false, REPORTED, { ...REPORTED, note: "Below it." }],
  ["another reference", false, REPORTED, { ...REPORTED, filing: { ...REPORTED.filing, reference: "AVI-2" } }],
  ["the same act", true, { ...REPORTED, batch: { id: "b", size: 3 } }, REPORTED],
  ["the same suspicion", true, SUSPECT, SUSPECT],
  ["another time", false, SUSPECT, { ...SUSPECT, knownSince: "2026-03-01T10:00:00.000Z" }],
  ["a time that was taken out", false, SUSPECT, { ...SUSPECT, knownSince: NOW }],
  ["a note that was taken out", false, SUSPECT, { kind: "suspect", knownSince: SUSPECT.knownSince }],
  [
    "an operation of which the service says something else by now",
    true,
    { ...SUSPECT, operations: ABOUT },
    { ...SUSPECT, operations: [operation("1#42#T", "8a0b")] },
  ],
  ["an operation more", false, SUSPECT, { ...SUSPECT, operations: ABOUT }],
  [
    "no time, as before",
    true,
    { ...SUSPECT, knownSince: "2026-03-02T15:00:00.000Z" },
    { ...SUSPECT, knownSince: NOW },
  ],
])("a form that is sent again with %s says the same: %s", (_, isSame, before, request) => {
  const [step] = stepsOf(before);
  expect(step && isSameStep(step, request, NOW)).toBe(isSame);
});
