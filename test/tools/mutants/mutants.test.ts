import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_FOLDER as ROOT } from "../../../lib/settings/project-folder.ts";
import { MUTANTS } from "./mutants.ts";

it("each mutant finds its line in the source: change a mutant together with the line that it names", () => {
  const timesIn = (file: string, text: string) =>
    readFileSync(join(ROOT, file), "utf8").split(text).length - 1;
  const outdated = MUTANTS.filter(({ file, old }) => timesIn(file, old) !== 1);
  expect(outdated.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

it("each mistake has a name of its own", () => {
  const names = MUTANTS.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
});
