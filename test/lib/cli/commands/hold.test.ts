/** `vigia hold` before it asks a stack: whom and why. What it does is in test/e2e/desk/cases.test.ts. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { makePlace, type Place } from "../support/test-context.ts";

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

it.each([
  ["no reason", ["place", "u-1"], "--reason"],
  ["an empty one", ["place", "u-1", "--reason", " "], "--reason: expected why"],
  ["one that is too long", ["release", "u-1", "--reason", "x".repeat(1_001)], "1,000 characters at most"],
  ["one with an address", ["place", "u-1", "--reason", "ask olga@company.example"], "an e-mail address"],
  ["one with a CURP", ["place", "u-1", "--reason", "EEAA880412MDFJLL09"], "a CURP"],
  ["no user", ["place", "", "--reason", "order-7"], "<user>: expected a user's id"],
])("says what is wrong with %s, and places nothing", async (_, words, said) => {
  const { code, out, err } = await place.vigia(["hold", ...words]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(said);
});
