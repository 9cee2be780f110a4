import { expect, test } from "vitest";
import { umaOn } from "../../../lib/law/mexico.ts";

test("the UMA holds from 1 February to 31 January, by the local day", () => {
  expect(
    ["2025-01-31", "2025-02-01", "2026-01-31", "2026-02-01", "2027-01-31", "2027-02-01"].map((day) =>
      umaOn(day),
    ),
  ).toEqual([undefined, "113.14", "113.14", "117.31", "117.31", undefined]);
});
