/** Builds the npm package: `npm run build` fills `dist/` with the command, the library and the functions' bundles. */

import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { FUNCTIONS, type FunctionName, writeBundle } from "./constructs/bundles.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

/** Modules that are loaded by name: the command, the library, and those of the local stack's threads. */
const ENTRIES = {
  main: "infra/main.ts",
  index: "infra/vigia.ts",
  runtime: "infra/local/lambda/runtime.ts",
};

rmSync(DIST, { recursive: true, force: true });
buildSync({
  absWorkingDir: ROOT,
  entryPoints: ENTRIES,
  outdir: DIST,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  splitting: true,
  packages: "external",
  charset: "utf8",
});
cpSync(join(ROOT, "lib/cases/evidence/assets"), join(DIST, "assets"), { recursive: true });
// Names of functions are keys of a constant.
for (const name of Object.keys(FUNCTIONS) as FunctionName[]) writeBundle(name, join(DIST, "functions"));
execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
