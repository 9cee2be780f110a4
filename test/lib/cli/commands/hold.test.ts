/** `vigia hold` before it asks a stack: whom and why. What it does is in test/e2e/desk/cases.test.ts. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { holdView } from "../../../../lib/cli/commands/hold/hold.ts";
import { makePlace, type Place } from "../support/test-context.ts";

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

it.each([
  ["no reason", ["place", "u-1"], "--reason"],
  ["an empty one", ["place", "u-1", "--reason", " "], "--reason: expected the reason"],
  ["one that is too long", ["release", "u-1", "--reason", "x".repeat(1_001)], "1,000 characters at most"],
  ["one with an address", ["place", "u-1", "--reason", "ask olga@company.example"], "an e-mail address"],
  ["one with a CURP", ["place", "u-1", "--reason", "EEAA880412MDFJLL09"], "a CURP"],
  ["no user", ["place", "", "--reason", "order-7"], "<user>: expected a user's id"],
  [
    "a line end",
    ["place", "u-1\n", "--reason", "order-7"],
    "<user>: u-1 (u-1\\u000a) contains a control character",
  ],
  ["a C1 control", ["place", "u\u0085", "--reason", "order-7"], "contains a control character"],
])("says what is wrong with %s, and places nothing", async (_, words, said) => {
  const { code, out, err } = await place.vigia(["hold", ...words]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(said);
});

it("shows no two ids alike", () => {
  const alike = [
    ["u-a", "u-a"],
    // A Cyrillic letter, a zero-width space, an accent of its own, a blank at the end, one outside the first plane.
    ["u-\u0430", "u-\u0430 (u-\\u0430)"],
    ["u-a\u200b", "u-a (u-a\\u200b)"],
    ["jos\u00e9", "jos\u00e9 (jos\\u00e9)"],
    ["jose\u0301", "jose\u0301 (jose\\u0301)"],
    ["u-a ", "u-a (u-a\\u0020)"],
    ["u-\u{1d41a}", "u-\u{1d41a} (u-\\u{1d41a})"],
  ] as const;
  const [user] = holdView.columns;
  for (const [userId, shown] of alike)
    expect(
      user?.value({ user: userId, userId, state: "placed", since: "", orders: [], order: 1, passes: 1 }),
    ).toBe(shown);
});
