/** The tests of `test/e2e` that are tagged `anywhere`, each file on a stack of its own that is deployed onto the endpoint. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PACKAGE_FOLDER as ROOT } from "../../../../lib/settings/project-folder.ts";

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const CONFIG = join(import.meta.dirname, "vitest.config.ts");

/** Each file removes its own stack. @throws {Error} where a story fails */
export async function playStories(): Promise<void> {
  const child = spawn(process.execPath, [VITEST, "run", "--config", CONFIG, "--tags-filter", "anywhere"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("A story fails on the endpoint: see above.");
}
