/** Synthesizes the stack that would be deployed, or takes what was synthesized from the same sources before. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { projectContext } from "../../../lib/settings/project-file.ts";
import { IS_BUILT, projectFolder } from "../../../lib/settings/project-folder.ts";
import { partsOf } from "../../../lib/settings/setting-keys.ts";
import { readSettings, type Settings } from "../../../lib/settings/settings.ts";
import type { Bundles } from "../../bundles.ts";
import { threadModule } from "../threads.ts";
import { keptBundles } from "./kept-bundles.ts";
import type { SynthesisData } from "./synthesis-thread.ts";
import { type Template, template } from "./template.ts";
import { makeWhole } from "./whole-folder.ts";

/** The project's folder. */
export const ROOT = projectFolder(process.cwd());

export interface Assembly {
  /** Folder of the assets. */
  folder: string;
  template: Template;
}

const STAGE = "local";

/** Folder of assemblies, by the digest of their sources; the bundles are beside those of each context. */
const SHELF = join(ROOT, ".local/assembly");
const BUNDLES = "bundles";

/** Everything that the template and the bundles are made of, in an installed package and in the repository. */
const BUILT = { cwd: import.meta.dirname, patterns: ["**/*.{js,css}"], exclude: [] };
const SOURCES = [
  "infra/*.ts",
  "infra/!(local)/**/*.ts",
  "functions/**/*.ts",
  "lib/**/*.{ts,tsx}",
  "lib/desk/assets/*",
  "lib/evidence/assets/*",
  "package-lock.json",
];

const NOT_SOURCES = ["infra/local/**", "lib/cli/**"];

/** Assemblies of sources that are gone are kept this long, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * The stack with the context of `cdk.json`, as stage `local`.
 * @param overrides settings by their dotted names, as `-c key=value` gives them
 * @throws {Error} that names each setting that does not fit
 */
export async function assemble(overrides: Readonly<Record<string, unknown>>): Promise<Assembly> {
  const own = projectContext(ROOT);
  const context = { ...withoutTables(own), ...added(own, overrides), ...overrides, stage: STAGE };
  const ofSources = join(SHELF, digestOfSources());
  const folder = join(ofSources, digest([JSON.stringify(context)]));
  await makeWhole(folder, async (outdir) => {
    await synthesizeInThread({ context, outdir, bundles: join(ofSources, BUNDLES) });
    tidy(ofSources);
  });
  const text = readFileSync(join(folder, `Vigia-${STAGE}.template.json`), "utf8");
  return { folder, template: template.parse(JSON.parse(text)) };
}

/** The bundles of every assembly of the sources as they are. */
export function assembledBundles(): Promise<Bundles> {
  return keptBundles(join(SHELF, digestOfSources(), BUNDLES));
}

/** The tables of an account are out of reach here: the local stack makes all of its own. */
function withoutTables(own: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(own).filter(([key]) => !/^tables(\.|$)/.test(key)));
}

/** The project that is here and not in a deployment with the same settings; undefined without one. */
export function addedProject(overrides: Readonly<Record<string, unknown>>): number | undefined {
  return added(projectContext(ROOT), overrides).projects?.at(-1)?.id;
}

/** Settings that name projects, `projects` or `projects[1].id`, have exactly those. */
function added(own: Record<string, unknown>, overrides: Readonly<Record<string, unknown>>) {
  const namesProjects = Object.keys(overrides).some((key) => partsOf(key)[0] === "projects");
  return namesProjects ? {} : withMexico(own);
}

/** The projects of `cdk.json`, and one more with Mexican compliance where none has it: both can be tried. */
function withMexico(own: Record<string, unknown>): { projects?: Settings["projects"] } {
  const { projects } = readSettings({ ...own, stage: STAGE }, own);
  if (projects.some(({ mexico }) => mexico)) return {};
  const id = Math.max(...projects.map((project) => project.id)) + 1;
  return { projects: [...projects, { id, mexico: true }] };
}

async function synthesizeInThread(workerData: SynthesisData): Promise<void> {
  const thread = new Worker(threadModule("synthesis-thread", import.meta), { workerData, execArgv: [] });
  try {
    const [wrong] = await once(thread, "message");
    if (typeof wrong === "string") throw new Error(wrong);
  } finally {
    await thread.terminate();
  }
}

function digestOfSources(): string {
  const { cwd, patterns, exclude } = IS_BUILT
    ? BUILT
    : { cwd: ROOT, patterns: SOURCES, exclude: NOT_SOURCES };
  const files = globSync(patterns, { cwd, exclude }).sort();
  return digest([process.version, ...files.flatMap((file) => [`${file}\n`, readFileSync(join(cwd, file))])]);
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
