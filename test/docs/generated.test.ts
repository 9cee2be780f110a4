import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PAGES } from "../tools/docs/pages.ts";

/** What each page shows. */
const SHOWN: Readonly<Record<string, string>> = {
  "docs/reference/commands.md": "commands and options",
  "docs/reference/settings.md": "settings",
  "docs/reference/tables.md": "stored items",
};

it.each(Object.entries(PAGES))("%s shows what the product has", async (file, page) => {
  const shown = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
  const advice = `The product's ${SHOWN[file]} changed, and ${file} shows what they were. Look below whether the change is wanted: a fault shows here too. A wanted one is written by "npm run docs"`;
  expect(await page(), advice).toBe(shown);
});
