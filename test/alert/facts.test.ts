import { expect, it } from "vitest";
import { worstFirst } from "../../lib/alert/facts.ts";

it("laws that say illegal stand first, and otherwise all as they came", () => {
  const risks = ["warn", "illegal", "warn", "illegal", "warn"] as const;
  const laws = risks.map((risk, at) => ({ risk, at }));
  expect(worstFirst(laws).map(({ at }) => at)).toEqual([1, 3, 0, 2, 4]);
});
