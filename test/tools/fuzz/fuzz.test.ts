import { describe, expect, it } from "vitest";
import { fuzz } from "./round.ts";

describe("hostile input, a fixed selection of it", () => {
  it.each([
    ["webhook endpoint", 150],
    ["tampering", 120],
    ["user look-up", 100],
    ["queue consumer", 60],
    ["rehearsal proofs", 100],
    ["rehearsal batches", 30],
    ["shown alerts", 40],
    ["unread bodies", 80],
    ["sized webhooks", 20],
    ["sized messages", 12],
    ["sized requests", 4],
    ["sized answers", 4],
    ["sized files", 8],
    ["look-ups with bodies", 40],
    ["desk", 1],
    ["scan runs", 2],
    ["commands", 1],
  ] as const)(
    "finds nothing in: %s",
    async (name, runs) => {
      expect(await fuzz(name, { runs, seed: 42 })).toMatchObject({ finding: undefined });
    },
    // What is bounded is each call: how long all of them take says how busy the machine is.
    120_000,
  );
});
