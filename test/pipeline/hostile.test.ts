import { expect, it } from "vitest";
import { fuzz } from "../fuzz/round.ts";

it("hostile requests find nothing in the whole stack, a fixed selection of them", async () => {
  expect(await fuzz("whole stack", { runs: 400, seed: 42 })).toMatchObject({ finding: undefined });
});
