/**
 * Builds the npm package: `npm run build` fills `dist/` with all that is installed beside `infra/start.js`. Everything is bundled, so
 * that a company installs CDK and, for the local run, its emulators alone.
 */

import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, buildSync, type Metafile } from "esbuild";
import packageJson from "../package.json" with { type: "json" };
import { BUNDLE_OPTIONS, FUNCTIONS, type FunctionName, writeBundle } from "./bundles.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

/** Modules that are loaded by name: the command, and those of the local stack's threads. */
const ENTRIES = {
  main: "infra/main.ts",
  "dynamodb-thread": "infra/local/aws/dynamodb-thread.ts",
  runtime: "infra/local/lambda/runtime.ts",
  "synthesis-thread": "infra/local/template/synthesis-thread.ts",
};

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  splitting: true,
  mainFields: ["module", "main"],
  // Packages that are installed beside this one.
  external: Object.keys(packageJson.peerDependencies),
  // Bundled packages in CommonJS load Node's own modules with it.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  minifySyntax: true,
  minifyWhitespace: true,
  charset: "utf8",
  legalComments: "none",
  metafile: true,
} satisfies BuildOptions;

rmSync(DIST, { recursive: true, force: true });
const program = buildSync({ ...OPTIONS, entryPoints: ENTRIES, outdir: DIST });
cpSync(join(ROOT, "lib/evidence/assets"), join(DIST, "assets"), { recursive: true });
// Names of functions are keys of a constant.
for (const name of Object.keys(FUNCTIONS) as FunctionName[]) writeBundle(name, join(DIST, "functions"));
const functions = buildSync({
  ...BUNDLE_OPTIONS,
  entryPoints: { ...FUNCTIONS },
  outdir: ROOT,
  metafile: true,
});
writeFileSync(join(DIST, "LICENSES.txt"), licensesOf([program.metafile, functions.metafile]));

/** Licenses of the packages that are bundled, each text once, under the names of its packages. */
function licensesOf(metafiles: readonly Metafile[]): string {
  const folders = new Set(
    metafiles.flatMap(({ inputs }) =>
      Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
    ),
  );
  const packages = new Map<string, string[]>();
  for (const folder of [...folders].toSorted()) {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const [file] = globSync("LICEN[CS]E*", { cwd: join(ROOT, folder) });
    const text =
      file === undefined ? `License: ${license}` : readFileSync(join(ROOT, folder, file), "utf8").trim();
    packages.set(text, [...(packages.get(text) ?? []), `${name} ${version}`]);
  }
  return [...packages]
    .map(([text, names]) => `${names.join("\n")}\n\n${text}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}
