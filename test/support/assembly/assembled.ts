/** Stacks for tests, synthesized once of the same sources and properties. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import cdkJson from "../../../cdk.json" with { type: "json" };
import type { Bundles } from "../../../infra/constructs/bundles.ts";
import { type Assembly, readAssembly } from "../../../infra/local/template/assembly.ts";
import type { VigiaProps } from "../../../infra/vigia.ts";
import { keptBundles } from "./kept-bundles.ts";
import type { SynthesisData } from "./synthesis-thread.ts";
import { makeWhole } from "./whole-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Folder of assemblies, by the digest of their sources; the bundles are beside those of each stack. */
const SHELF = join(ROOT, ".local/assembly");
const BUNDLES = "bundles";

/** Everything that the template and the bundles are made of. */
const SOURCES = [
  "infra/*.ts",
  "infra/!(local)/**/*.ts",
  "functions/**/*.ts",
  "lib/**/*.{ts,tsx}",
  "lib/desk/frame/assets/*",
  "lib/cases/evidence/assets/*",
  "package-lock.json",
  "cdk.json",
];
const NOT_SOURCES = ["infra/local/**", "lib/cli/**"];

/** Assemblies of sources that are gone are kept this long, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

/** A stack with these properties. @throws {Error} that names each that does not fit */
export async function assemble(props: VigiaProps = {}): Promise<Assembly> {
  const ofSources = join(SHELF, digestOfSources());
  const folder = join(ofSources, digest([JSON.stringify(props)]));
  await makeWhole(folder, async (outdir) => {
    await synthesizeInThread({ props, context: cdkJson.context, outdir, bundles: join(ofSources, BUNDLES) });
    tidy(ofSources);
  });
  return readAssembly(folder);
}

/** The bundles of the sources as they are. */
export function assembledBundles(): Promise<Bundles> {
  return keptBundles(join(SHELF, digestOfSources(), BUNDLES));
}

async function synthesizeInThread(workerData: SynthesisData): Promise<void> {
  const thread = new Worker(new URL("synthesis-thread.ts", import.meta.url), { workerData, execArgv: [] });
  try {
    const [wrong] = await once(thread, "message");
    if (typeof wrong === "string") throw new Error(wrong);
  } finally {
    await thread.terminate();
  }
}

function digestOfSources(): string {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).sort();
  return digest([process.version, ...files.flatMap((file) => [`${file}\n`, readFileSync(join(ROOT, file))])]);
}

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
}

function tidy(current: string): void {
  for (const name of readdirSync(SHELF)) {
    const folder = join(SHELF, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (folder !== current && age > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
