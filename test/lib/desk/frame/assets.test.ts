import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("has at most fourteen KiB of script of its own, which puts no markup together", () => {
  const script = readFileSync(join(import.meta.dirname, "../../../../lib/desk/frame/assets/desk.js"));
  expect(script.length).toBeLessThanOrEqual(14 * 1_024);
  expect(script.toString()).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
});
