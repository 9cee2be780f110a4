import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALARMS } from "../../infra/monitoring.ts";

it("has a heading for each alarm, and for no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operate/alarms.md"), "utf8");
  const headings = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(headings.toSorted()).toEqual(Object.keys(ALARMS).toSorted());
});
