/** The code of each function as one file: the same bundles are deployed, run locally and measured. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import type { BuildOptions } from "esbuild";
import { IS_BUILT, PACKAGE_FOLDER } from "../../lib/settings/project-folder.ts";

/** The functions, by the names of their constructs, and the files they start from. */
export const FUNCTIONS = {
  ReceiveWebhook: "functions/receive-webhook.ts",
  StoreNotifications: "functions/store-notifications.ts",
  GetUser: "functions/get-user.ts",
  StartScan: "functions/start-scan.ts",
  ScanWallets: "functions/scan-wallets.ts",
  SendBrief: "functions/send-brief.ts",
  ServeDesk: "functions/serve-desk.ts",
} as const;
export type FunctionName = keyof typeof FUNCTIONS;

/** Reports whether a name is that of a function. */
export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Files beside a function's bundle, as beside its source. */
const ASSETS: Partial<Record<FunctionName, readonly string[]>> = {
  ServeDesk: ["lib/desk/frame/assets", "lib/cases/evidence/assets"],
};

/**
 * Ways to get credentials that no Lambda function takes: they are in its environment. The SDK loads these only if
 * there are none, and they are a third of a bundle.
 */
const CREDENTIALS_FROM_ELSEWHERE = [
  "@aws-sdk/credential-provider-cognito-identity",
  "@aws-sdk/credential-provider-http",
  "@aws-sdk/credential-provider-ini",
  "@aws-sdk/credential-provider-login",
  "@aws-sdk/credential-provider-process",
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-web-identity",
  "@smithy/credential-provider-imds",
];

/**
 * Options of a function's bundle. CommonJS, from the packages' ES modules, loads about a quarter faster than ESM; the SDK is
 * bundled because only the commands in use then have to be loaded.
 */
export const BUNDLE_OPTIONS = {
  absWorkingDir: PACKAGE_FOLDER,
  bundle: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  mainFields: ["module", "main"],
  external: CREDENTIALS_FROM_ELSEWHERE,
  // CommonJS's names for them: files are read from beside the bundle, and threads run the bundle itself.
  define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  minify: true,
  // As an escape, each accent of the texts would take four bytes.
  charset: "utf8",
  legalComments: "none",
  write: false,
} satisfies BuildOptions;

/**
 * The functions for which a caller waits are ready before their first call: they export `ready`, which is called and
 * awaited while they load. Only an ES module can await there, and Lambda prefers `index.js` to it.
 */
const AWAITED: ReadonlySet<FunctionName> = new Set(["ReceiveWebhook", "GetUser"]);
const AWAITING = `import bundle from "./bundle.cjs";
await bundle.ready();
export const handler = bundle.handler;
`;

/** The code of each function by its name, and its source map by the name with `.map` behind it. */
export type Bundles = ReadonlyMap<string, Uint8Array>;

let bundles: Bundles | undefined;

/** Uses bundles that an earlier run built from the same sources. */
export function takeBundles(builtBundles: Bundles): void {
  bundles = builtBundles;
}

/** Folder of an installed package with a folder for each function, as {@link writeBundle} writes it. */
const BUILT_FUNCTIONS = join(import.meta.dirname, "functions");

/**
 * Writes a function's bundle into a folder of its own in `parent`: `index.js`, or `bundle.cjs` with an `index.mjs` that
 * awaits it. The first call builds the bundles of all functions. @returns the folder
 */
export function writeBundle(name: FunctionName, parent: string): string {
  const folder = join(parent, name);
  if (IS_BUILT) {
    copyFolder(join(BUILT_FUNCTIONS, name), folder);
    return folder;
  }
  bundles ??= makeBundles();
  const [code, map] = [bundles.get(name), bundles.get(`${name}.map`)];
  if (code === undefined || map === undefined) throw new Error(`The bundle of ${name} was not made.`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, AWAITED.has(name) ? "bundle.cjs" : "index.js");
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
  if (AWAITED.has(name)) {
    writeFileSync(join(folder, "index.mjs"), AWAITING);
    return folder;
  }
  // Under this project's own package.json, which says "module", Node would load the file as an empty module.
  writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
  mergeAssets(
    (ASSETS[name] ?? []).map((assets) => join(PACKAGE_FOLDER, assets)),
    join(folder, "assets"),
  );
  return folder;
}

/**
 * Copies folders into one.
 * @throws {Error} where two of them have a file of one name: the function would get one of the two
 */
export function mergeAssets(folders: readonly string[], into: string): void {
  const from = new Map<string, string>();
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const name = relative(folder, join(file.parentPath, file.name));
      const other = from.get(name);
      if (other !== undefined)
        throw new Error(`Both ${other} and ${folder} have an asset ${name}: rename one of them.`);
      from.set(name, folder);
    }
  for (const folder of folders) copyFolder(folder, into);
}

/**
 * Copies a folder file by file. Node's own copy of a folder looks past the file system's functions that Yarn replaces to read a
 * package in its zip, and fails on Windows where a path has an accent.
 */
export function copyFolder(from: string, into: string): void {
  mkdirSync(into, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const copy = join(into, entry.name);
    if (entry.isDirectory()) copyFolder(source, copy);
    else writeFileSync(copy, readFileSync(source));
  }
}

/**
 * Builds all bundles. Each source map is a separate file with positions alone: Node reads none at the start, and
 * `lib/aws/error-name.ts` reads it with the first error that it names.
 */
export function makeBundles(): Bundles {
  // An installed package neither needs nor has it.
  const { buildSync }: typeof import("esbuild") = createRequire(import.meta.url)("esbuild");
  const { outputFiles } = buildSync({
    ...BUNDLE_OPTIONS,
    entryPoints: { ...FUNCTIONS },
    outdir: PACKAGE_FOLDER,
    sourcemap: "external",
    sourcesContent: false,
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path).replace(".js", ""), contents]));
}
