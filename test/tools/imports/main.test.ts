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
  expect(check({ "lib/cases/a.ts": 'import { b } from "../law/b.ts";', "lib/law/b.ts": "" })).toEqual({
    status: 0,
    stderr: "",
  });
});

test("an import of a value, a type or a module from a room above fails, and so does a room that the order does not name", () => {
  const { status, stderr } = check({
    "lib/law/a.ts": 'import { a } from "../alerts/a.ts";',
    "lib/law/b.ts": 'import type { A } from "../alerts/a.ts";',
    "lib/law/c.ts": 'import {\n  a,\n  b,\n} from "../alerts/a.ts";',
    "lib/law/d.ts": 'export { a } from "../alerts/a.ts";',
    "lib/law/e.ts": 'const late = await import("../alerts/a.ts");',
    // Rooms on one line do not know each other.
    "lib/users/a.ts": 'import "../screening/b.ts";',
    "lib/other/a.ts": "",
  });
  expect(status).toBe(1);
  expect(stderr.split("\n").slice(0, -2)).toEqual([
    "lib/other/a.ts lies in no room of the order",
    ...["a", "b", "c", "d", "e"].map(
      (name) =>
        `lib/law/${name}.ts imports ../alerts/a.ts: lib/law must not import lib/alerts, which is not below it`,
    ),
    "lib/users/a.ts imports ../screening/b.ts: lib/users must not import lib/screening, which is not below it",
  ]);
});

test("circles of folders fail, also within a room", () => {
  const { status, stderr } = check({
    "lib/cases/a.ts": 'import "./evidence/b.ts";',
    "lib/cases/evidence/b.ts": 'import "../c.ts";',
    "lib/cases/c.ts": "",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("in a circle: lib/cases → lib/cases/evidence → lib/cases\n");
});

test("what a room keeps to itself is imported by the room alone", () => {
  const room = {
    "lib/alerts/README.md": "# alerts\n\n## Door\n\n- `publisher.ts`, `messages/`\n",
    "lib/alerts/publisher.ts": 'import "./publish.ts";',
    "lib/alerts/publish.ts": "",
    "lib/alerts/messages/a.ts": "",
  };
  const user = 'import "../alerts/publisher.ts";\nimport "../alerts/messages/a.ts";';
  expect(check({ ...room, "lib/cases/a.ts": user })).toEqual({ status: 0, stderr: "" });
  const { status, stderr } = check({ ...room, "lib/cases/a.ts": 'import "../alerts/publish.ts";' });
  expect(status).toBe(1);
  expect(stderr).toContain(
    "lib/cases/a.ts imports ../alerts/publish.ts, which is not among the doors of lib/alerts in its README\n",
  );
});

test("a place without sources fails", () => {
  expect(check({ "src/a.ts": "" }).status).toBe(1);
});
