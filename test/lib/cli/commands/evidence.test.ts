/** `vigia evidence` and where it writes. What a pack holds is in test/e2e/desk/cases.test.ts. */

import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";

let place: PlaceWithTables;
beforeAll(async () => {
  place = await placeWithTables({ cases: "cases" });
});
afterAll(() => place.remove());

const take = (out: string) => place.vigia(["evidence", "--since", "1d", "--out", out]);

it("writes no file named - where standard output was meant, and does where a file is named", async () => {
  expect(await take("-")).toEqual({
    code: 2,
    out: "",
    err: expect.stringContaining(
      "--out: expected the name of a file; nothing is written to standard output. For a file named -, write ./-.",
    ),
  });
  expect(await readdir(place.root)).not.toContain("-");
  expect(await take("./-")).toMatchObject({ code: 0, err: "" });
  expect(await readdir(place.root)).toContain("-");
});
