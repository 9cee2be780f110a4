/** Pages that the npm package holds, and what they lead to. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");

/** Beside what its list names, npm packs these. */
const ALWAYS = ["README.md", "LICENSE", "package.json"];

const isPacked = (file: string) =>
  [...packageJson.files, ...ALWAYS].some((entry) => file === entry || file.startsWith(`${entry}/`));

it.each(globSync("docs/**/*.md", { cwd: ROOT }))("%s leads to nothing that the package lacks", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const linked = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = ""]) =>
    relative(ROOT, join(ROOT, dirname(page), link)),
  );
  expect(linked.filter((file) => !isPacked(file) || !existsSync(join(ROOT, file)))).toEqual([]);
});
