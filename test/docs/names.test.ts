/** The guides of those who write code name what there is: identifiers in code type, by the sources' own text. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** Words of the sources, and those that are followed by a bracket: functions and methods. */
const SOURCES = globSync(
  ["{functions,infra,lib}/**/*.{js,mjs,ts,tsx}", "test/{infra,lib,support,tools}/**/*.ts", "package.json"],
  { cwd: ROOT, exclude: ["**/dist/**", "**/node_modules/**"] },
)
  .map(textOf)
  .join("\n");
const WORDS = new Set(SOURCES.match(/\w+/g));
const CALLED = new Set(SOURCES.match(/\w+(?=(?:<[\w, ]*>)?\()/g));

/** `camelCase`, `PascalCase`, and any name with a bracket behind it. */
const NAME = /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]\w*|[A-Za-z]\w*(?=\())/g;

it.each([
  "AGENTS.md",
  ".github/CONTRIBUTING.md",
  ...globSync("{functions,infra,lib}/**/README.md", { cwd: ROOT }),
])("%s names what the sources have", (file) => {
  const code = [
    ...textOf(file)
      .replaceAll(/^```[\s\S]*?^```/gm, "")
      .matchAll(/`([^`\n]+)`/g),
  ];
  const names = code.flatMap(([, text = ""]) =>
    [...text.matchAll(NAME)].map(({ 0: name, index }) => ({
      name,
      isCalled: text[index + name.length] === "(",
    })),
  );
  const isKnown = ({ name, isCalled }: (typeof names)[number]) => (isCalled ? CALLED : WORDS).has(name);
  expect(names.filter((name) => !isKnown(name)).map(({ name }) => name)).toEqual([]);
});
