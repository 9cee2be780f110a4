import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../.github/workflows");

it("pins every action of the workflows by its digest, with the version that it is", () => {
  const used = globSync("*.{yml,yaml}", { cwd: FOLDER }).flatMap((file) =>
    [...readFileSync(join(FOLDER, file), "utf8").matchAll(/uses:\s*(.*)$/gm)].map(([, action]) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
