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

test("imports that go down pass", () => {
  expect(check({ "lib/cases/a.ts": 'import { b } from "../risk/b.ts";', "lib/risk/b.ts": "" })).toEqual({
    status: 0,
    stderr: "",
  });
});

test("imports that go up fail, of values, types and modules, as does a folder that the order does not name", () => {
  const { status, stderr } = check({
    "lib/risk/a.ts": 'import { a } from "../cases/a.ts";',
    "lib/risk/b.ts": 'import type { A } from "../cases/a.ts";',
    "lib/risk/c.ts": 'import {\n  a,\n  b,\n} from "../cases/a.ts";',
    "lib/risk/d.ts": 'export { a } from "../cases/a.ts";',
    "lib/risk/e.ts": 'const late = await import("../cases/a.ts");',
    // Folders on one line do not know each other.
    "lib/intake/a.ts": 'import "../scans/b.ts";',
    // Integrity is above cases.
    "lib/cases/c.ts": 'import "./integrity/d.ts";',
    "lib/cases/integrity/d.ts": 'import "../c.ts";',
    "lib/other/a.ts": "",
  });
  expect(status).toBe(1);
  expect(stderr.split("\n").slice(0, -2)).toEqual([
    "lib/cases/c.ts imports ./integrity/d.ts: lib/cases is not above lib/cases/integrity",
    "lib/intake/a.ts imports ../scans/b.ts: lib/intake is not above lib/scans",
    "lib/other/a.ts lies in no folder of the order",
    ...["a", "b", "c", "d", "e"].map(
      (name) => `lib/risk/${name}.ts imports ../cases/a.ts: lib/risk is not above lib/cases`,
    ),
  ]);
});

test("a place without sources fails", () => {
  expect(check({ "src/a.ts": "" }).status).toBe(1);
});
