/** Files that a checkout, a package and a program have on every system. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Folders that are no part of the repository. */
const NOT_OURS = new Set([".git", ".local", "node_modules", "cdk.out", "coverage", "dist", "reports"]);

/** What Windows refuses in a name: characters, a dot or a space at its end, and the names of devices. */
const REFUSED = /[<>:"|?*\\\p{Cc}]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu;

/** Windows opens no longer path by default, and a company's own folders are before these: 260 in all. */
const MOST_CHARACTERS = 120;

/** Names of files with the sources of the product and its tests. */
const SOURCE = /\.(ts|tsx|js|mjs)$/;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    return [relative(ROOT, path).split(sep).join("/")];
  });
}

const files = filesIn(ROOT);
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("has no file whose name Windows refuses, or that is one with another where case does not count", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => file.split("/").some((name) => REFUSED.test(name)))).toEqual([]);
  expect(files.filter((file) => file.length > MOST_CHARACTERS)).toEqual([]);
  const spellings = Map.groupBy(files, (file) => file.normalize("NFC").toLowerCase());
  expect([...spellings.values()].filter((spellingsOfName) => spellingsOfName.length > 1)).toEqual([]);
});

test("knows the names that Windows refuses", () => {
  for (const name of ["a:b", "what?.md", "end.", "end ", "con", "NUL.txt", "com1.ts"])
    expect(name).toMatch(REFUSED);
  for (const name of ["console.ts", "null.ts", ".gitignore", "a b.md", "comment.ts"])
    expect(name).not.toMatch(REFUSED);
});

test("is checked out with the same bytes everywhere: git changes no line end, and no file has another", () => {
  expect(read(".gitattributes").split("\n")).toContain("* text=auto eol=lf");
  const texts = files.filter((file) => SOURCE.test(file) || /\.(md|json|ya?ml|css|html)$/.test(file));
  expect(texts.filter((file) => read(file).includes("\r\n"))).toEqual([]);
});

test("starts no program by a name that is a script on Windows, but through a shell", () => {
  const product = files.filter((file) => /^(functions|infra|lib)\//.test(file) && SOURCE.test(file));
  const starts = product.flatMap((file) =>
    [...read(file).matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync|fork)\((.+)/g)].map(
      ([, words = ""]) => `${file}: ${words.split(",")[0]}`,
    ),
  );
  expect(starts.toSorted()).toEqual([
    // With `shell: true`.
    "infra/local/template/assembly.ts: app",
    "infra/package.ts: process.execPath",
    // `node.exe` there.
    "infra/start.js: OWN_NODE",
  ]);
  expect(read("infra/local/template/assembly.ts")).toMatch(/spawn\(app, \{\n\s+shell: true,/);
});
