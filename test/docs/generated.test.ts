import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PAGES } from "../tools/docs/pages.ts";

it.each(Object.entries(PAGES))("%s says what the code says (else: npm run docs)", async (file, page) => {
  expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8")).toBe(await page());
});
