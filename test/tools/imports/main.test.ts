/** The order of imports: what goes up is named, and fails. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "vigia-imports-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), root], {
    encoding: "utf8",
  });
  return { status, stderr };
}

test("an import that goes down passes", () => {
  expect(check({ "lib/cases/a.ts": 'import { b } from "../risk/b.ts";', "lib/risk/b.ts": "" })).toEqual({
    status: 0,
    stderr: "",
  });
});

test.each([
  ["a value", 'import { a } from "../cases/a.ts";'],
  ["a type", 'import type { A } from "../cases/a.ts";'],
  ["several names", 'import {\n  a,\n  b,\n} from "../cases/a.ts";'],
  ["what is exported on", 'export { a } from "../cases/a.ts";'],
  ["a late import", 'const late = await import("../cases/a.ts");'],
])("an import that goes up fails: %s", (_, text) => {
  const { status, stderr } = check({ "lib/risk/b.ts": text, "lib/cases/a.ts": "" });
  expect(status).toBe(1);
  expect(stderr).toContain("lib/risk/b.ts imports ../cases/a.ts: lib/risk is not above lib/cases\n");
});

test("folders on one line do not know each other, and integrity is above cases", () => {
  const { stderr } = check({
    "lib/intake/a.ts": 'import "../scans/b.ts";',
    "lib/cases/c.ts": 'import "./integrity/d.ts";',
    "lib/cases/integrity/d.ts": 'import "../c.ts";',
  });
  expect(stderr.split("\n").slice(0, -2)).toEqual([
    "lib/cases/c.ts imports ./integrity/d.ts: lib/cases is not above lib/cases/integrity",
    "lib/intake/a.ts imports ../scans/b.ts: lib/intake is not above lib/scans",
  ]);
});

test("a folder that the order does not name fails, and so does a place without sources", () => {
  expect(check({ "lib/other/a.ts": "" }).stderr).toContain("lib/other/a.ts lies in no folder of the order\n");
  expect(check({ "src/a.ts": "" }).status).toBe(1);
});
