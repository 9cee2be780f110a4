/**
 * Builds the npm package: `npm run build` fills `dist/` with all that is installed beside `infra/start.js`. Everything is bundled, so
 * that a company installs CDK and, for the local run, its emulators alone.
 */

import { execFileSync } from "node:child_process";
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, buildSync, type Metafile } from "esbuild";
import packageJson from "../package.json" with { type: "json" };
import { BUNDLE_OPTIONS, FUNCTIONS, type FunctionName, writeBundle } from "./bundles.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

/** Module that an app of a company imports. */
const LIBRARY = "infra/vigia.ts";

/** Modules that are loaded by name: the command, the library, and those of the local stack's threads. */
const ENTRIES = {
  main: "infra/main.ts",
  index: LIBRARY,
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
execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: ROOT,
  stdio: "inherit",
});
keepDeclarations();

/**
 * Removes declarations that those of the library do not lead to.
 * @throws {Error} where one of those left imports a package that is not installed beside this one
 */
function keepDeclarations(): void {
  const folder = join(DIST, "types");
  const kept = new Set<string>();
  const keep = (file: string): void => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport\() ?"([^"]+)"/g)) {
      if (name.startsWith(".")) keep(join(dirname(file), name.replace(/\.tsx?$/, ".d.ts")));
      else if (!OPTIONS.external.some((peer) => name === peer || name.startsWith(`${peer}/`)))
        throw new Error(`${file} imports ${name}: a company that imports the library does not have it.`);
    }
  };
  keep(join(folder, LIBRARY.replace(".ts", ".d.ts")));
  for (const file of globSync("**/*.d.ts", { cwd: folder }))
    if (!kept.has(join(folder, file))) rmSync(join(folder, file));
}

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
