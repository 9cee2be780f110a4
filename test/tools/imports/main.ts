/**
 * Holds the order of imports: `node test/tools/imports/main.ts [folder]`. Exit 1 names each import that goes up. Imports of types
 * count. Cycles between files are Biome's to find; an order leaves none between folders.
 */

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** From top to bottom. A folder imports those on lines below its own; folders on one line don't know each other. */
const ORDER = [
  ["infra"],
  ["functions", "lib/cli"],
  ["lib/desk"],
  ["lib/daily-brief", "lib/reminders", "lib/evidence"],
  ["lib/health", "lib/cases/integrity"],
  ["lib/intake", "lib/scans"],
  ["lib/alerts"],
  ["lib/cases"],
  ["lib/notifications", "lib/users", "lib/rates"],
  ["lib/wallets", "lib/chains", "lib/risk-service", "lib/inbound"],
  ["lib/secrets"],
  ["lib/settings"],
  ["lib/i18n"],
  ["lib/risk"],
  ["lib/text"],
  ["lib/tables", "lib/platform", "lib/time"],
  ["lib/contract"],
];

/** By folder: its line. `lib/cases/integrity` is a folder of its own inside another, so the longest name counts. */
const LINES = ORDER.flatMap((folders, line) => folders.map((folder) => ({ folder, line }))).toSorted(
  (a, b) => b.folder.length - a.folder.length,
);

/** A relative path behind `from`, `import` or `import(`. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*["'](\.{1,2}\/[^"']+)["']/g;

function placeOf(file: string) {
  return LINES.find(({ folder }) => file.startsWith(`${folder}/`));
}

function violationsIn(root: string): string[] {
  const files = globSync("{infra,functions,lib}/**/*.{ts,tsx,js}", { cwd: root }).filter(
    (file) => !file.includes("/cdk.out/"),
  );
  if (files.length === 0) return [`${root} has no source in infra, functions or lib`];
  return files.toSorted().flatMap((file) => {
    const from = placeOf(file);
    if (from === undefined) return [`${file} lies in no folder of the order`];
    const imported = readFileSync(join(root, file), "utf8").matchAll(IMPORTED);
    return [...imported].flatMap(([, path = ""]) => {
      const to = placeOf(join(dirname(file), path));
      if (to === undefined || to.folder === from.folder || from.line < to.line) return [];
      return [`${file} imports ${path}: ${from.folder} is not above ${to.folder}`];
    });
  });
}

const violations = violationsIn(process.argv[2] ?? ".");
for (const violation of violations) process.stderr.write(`${violation}\n`);
if (violations.length > 0) {
  process.stderr.write("Imports go down: see the order in .github/CONTRIBUTING.md.\n");
  process.exitCode = 1;
}
