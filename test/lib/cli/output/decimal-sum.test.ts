/** Adding decimals exactly. */

import { expect, test } from "vitest";
import { DecimalSum } from "../../../../lib/cli/commands/notifications/export.ts";

function sumOf(...texts: string[]): string {
  const sum = new DecimalSum();
  for (const text of texts) sum.add(text);
  return sum.toString();
}

test.each([
  [["0.1", "0.2"], "0.3"],
  [["9007199254740993", "0.01"], "9007199254740993.01"],
  [["1e3", "2.5e-2"], "1000.025"],
  [["-5", "2.25"], "-2.75"],
  [["1.50", "0.50"], "2"],
  [["1e999999999", "3"], "3"],
  [[], "0"],
])("adds %j", (texts, sum) => {
  expect(sumOf(...texts)).toBe(sum);
});
