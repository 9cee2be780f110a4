import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../.github/workflows");

it("pins every action of others by its digest, with the version that it is", () => {
  const used = globSync("*.{yml,yaml}", { cwd: FOLDER }).flatMap((file) =>
    [...readFileSync(join(FOLDER, file), "utf8").matchAll(/uses:\s*(.*)$/gm)].map(([, action]) => action),
  );
  // A workflow of this repository is of the same commit.
  const ofOthers = used.filter((action) => !action?.startsWith("./"));
  expect(ofOthers.length).toBeGreaterThan(0);
  for (const action of ofOthers) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
