import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const CATALOGUE = globSync("lib/i18n/catalogue/**/*.ts", { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n")
  .toLowerCase();

it.each([
  ["es", "docs/es/oficial/!(mensajes).md"],
  ["en", "docs/officer/*.md"],
])("names pages, buttons and views as the desk shows them: %s", (language, pages) => {
  const labels = globSync(pages, { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(
      ([, label]) => label,
    ),
  );
  expect(labels.length).toBeGreaterThan(5);
  const isShown = (label = "") => CATALOGUE.includes(`${language}: "${label}"`.toLowerCase());
  expect(labels.filter((label) => !isShown(label))).toEqual([]);
});
