import { describe, expect, it } from "vitest";
import { type ClaimingContent, wrongAlerts } from "./claim-order.ts";

function content(name: string, claims: string, changes: Partial<ClaimingContent> = {}): ClaimingContent {
  return { name, claims: [...claims], alerted: true, phase: 0, first: false, ...changes };
}

const FIRST = content("first", "a", { first: true });

describe("the contents of an id", () => {
  it.each<[string, ClaimingContent[], string]>([
    [
      "a claim that nobody heard of",
      [FIRST, content("worse", "ab", { alerted: false, phase: 1 })],
      "worse says something illegal that no alert went out of",
    ],
    [
      "an alert of what is not illegal",
      [FIRST, content("warned", "", { phase: 1 })],
      "warned says nothing flagged and owes an alert",
    ],
    [
      "an alert of what was said before",
      [FIRST, content("reworded", "a", { phase: 1 })],
      "of 2 contents of one id first, reworded owe alerts: in no order is each of these new",
    ],
    [
      "an alert of what was said before by two others",
      [FIRST, content("other", "b", { phase: 1 }), content("both", "ab", { phase: 2 })],
      "of 3 contents of one id first, other, both owe alerts: in no order is each of these new",
    ],
    [
      "no alert of the first, whose claim another had to make good",
      [content("first", "a", { first: true, alerted: false }), content("reworded", "a")],
      "of 2 contents of one id reworded owe alerts: in no order is each of these new",
    ],
  ])("were not alerted as they should be: %s", (_, contents, wrong) => {
    expect(wrongAlerts(contents)).toEqual([wrong]);
  });
});
