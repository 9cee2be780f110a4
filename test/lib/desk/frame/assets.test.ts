import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it.each([
  ["desk.js", 14],
  ["sums.js", 3],
])("has at most so many KiB of script of its own in %s, which puts no markup together: %i", (name, most) => {
  const script = readFileSync(join(import.meta.dirname, "../../../../lib/desk/frame/assets", name));
  expect(script.length).toBeLessThanOrEqual(most * 1_024);
  expect(script.toString()).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
});
