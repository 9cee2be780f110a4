import { afterAll, describe, expect, it } from "vitest";
import { Bench, fuzz } from "./targets.ts";

describe("hostile input, a fixed selection of it", () => {
  const bench = new Bench();
  afterAll(() => bench.close());

  it.each([
    ["webhooks", 400],
    ["look-ups", 120],
    ["messages", 130],
    ["sized webhooks", 20],
    ["sized messages", 12],
    ["sized requests", 4],
    ["sized answers", 4],
    ["sized files", 8],
    ["desk", 1],
    ["scan runs", 2],
    ["commands", 1],
  ] as const)(
    "finds nothing in: %s",
    async (name, runs) => {
      expect(await fuzz(name, { runs, seed: 42 }, bench)).toBeUndefined();
    },
    // What is bounded is each call: how long all of them take says how busy the machine is.
    120_000,
  );
});
