/** What the portal's receipt says, against what the notice would cover. */

import { expect, it } from "vitest";
import { refusalsOfTotals } from "../../../lib/cases/receipt-totals.ts";

const COVERED = { operations: 3, total: "50635.105", isBound: false };

it.each([
  ["the same", { operations: 3, total: "50635.11" }, COVERED, []],
  ["another total", { operations: 3, total: "50635.10" }, COVERED, ["totalDiffers"]],
  ["another number", { operations: 2, total: undefined }, COVERED, ["countDiffers"]],
  ["more than a lower bound", { operations: 3, total: "60000" }, { ...COVERED, isBound: true }, []],
  [
    "less than a lower bound",
    { operations: 3, total: "50635" },
    { ...COVERED, isBound: true },
    ["totalDiffers"],
  ],
])("a receipt with %s is refused for what differs alone", (_, typed, covered, refusals) => {
  expect(refusalsOfTotals(typed, covered)).toEqual(refusals);
});
