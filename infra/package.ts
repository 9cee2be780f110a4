/** Builds the npm package: `npm run build` fills `dist/` with the command, the library and the functions' bundles. */

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync } from "esbuild";
import { copyFolder, FUNCTIONS, isFunctionName, writeBundle } from "./constructs/bundles.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: DIST,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  packages: "external",
  charset: "utf8",
} satisfies BuildOptions;

rmSync(DIST, { recursive: true, force: true });
buildSync({ ...OPTIONS, entryPoints: { main: "infra/main.ts", index: "infra/vigia.ts" }, splitting: true });
// A thread of the local stack gets it as a text, which imports no file beside it.
buildSync({ ...OPTIONS, entryPoints: { runtime: "infra/local/lambda/runtime.ts" } });
copyFolder(join(ROOT, "lib/cases/evidence/assets"), join(DIST, "assets"));
for (const name of Object.keys(FUNCTIONS).filter(isFunctionName)) writeBundle(name, join(DIST, "functions"));
execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
