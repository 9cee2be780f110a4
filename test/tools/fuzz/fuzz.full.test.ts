import { afterAll, describe, expect, it } from "vitest";
import { Bench, fuzz } from "./targets.ts";

describe("hostile input, a fixed selection of it", () => {
  const bench = new Bench();
  afterAll(() => bench.close());

  it.each([
    ["webhooks", 120],
    ["look-ups", 50],
    ["messages", 40],
    ["sized webhooks", 8],
    ["sized messages", 4],
    ["sized requests", 2],
    ["sized answers", 2],
    ["sized files", 4],
    ["desk", 1],
    ["scan runs", 3],
    ["commands", 1],
  ] as const)("finds nothing in: %s", async (name, runs) => {
    expect(await fuzz(name, { runs, seed: 42 }, bench)).toBeUndefined();
  });
});
