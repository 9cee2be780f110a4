/**
 * What 1.x keeps, as docs/operate/upgrade.md promises it. `kept.json` says what 1.0.0-rc.2 had: a later version may add to it, and takes
 * nothing away.
 */

import { expect, it } from "vitest";
import kept from "./kept.json" with { type: "json" };
import { keptNow } from "./kept-now.ts";

const now = await keptNow();

it.each([
  ["the properties of a stack", "properties"],
  ["the commands and their options", "commands"],
  ["the outputs of a stack", "outputs"],
  ["the attributes of events to topics", "events"],
  ["the attributes of what is stored", "stored"],
  ["the keys of tables and indexes, and what indexes copy", "tables"],
  ["the logical ids of what a stack retains", "retained"],
] as const)("keeps %s", (_, list) => {
  expect(kept[list].length).toBeGreaterThan(5);
  const all = new Set(now[list]);
  expect(kept[list].filter((name) => !all.has(name))).toEqual([]);
});

it("keeps each list that there is", () => {
  expect(Object.keys(kept).toSorted()).toEqual(Object.keys(now).toSorted());
});
