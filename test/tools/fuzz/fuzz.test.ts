import { describe, expect, it } from "vitest";
import { fuzz } from "./round.ts";

describe("hostile input, a fixed selection of it", () => {
  it.each([
    ["webhook endpoint", 1_000],
    ["tampering", 600],
    ["user look-up", 600],
    ["queue consumer", 400],
    ["rehearsal proofs", 400],
    ["rehearsal batches", 100],
    ["shown alerts", 120],
    ["unread bodies", 80],
    ["look-ups with bodies", 40],
    ["desk", 1],
    ["scan runs", 8],
    ["commands", 2],
  ] as const)(
    "finds nothing in: %s",
    async (name, runs) => {
      expect(await fuzz(name, { runs, seed: 42 })).toMatchObject({ finding: undefined });
    },
    // What is bounded is each call: how long all of them take says how busy the machine is.
    120_000,
  );
});
