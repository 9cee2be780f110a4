/** Synthesizes the stack that would be deployed, or takes what was synthesized from the same sources before. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { cdkContext, writtenSettings } from "../../../lib/settings/project-file.ts";
import { IS_BUILT } from "../../../lib/settings/project-folder.ts";
import { partsOf } from "../../../lib/settings/setting-keys.ts";
import { readSettings, type Settings } from "../../../lib/settings/settings.ts";
import type { Bundles } from "../../bundles.ts";
import { threadModule } from "../threads.ts";
import { keptBundles } from "./kept-bundles.ts";
import type { SynthesisData } from "./synthesis-thread.ts";
import { type Template, template } from "./template.ts";
import { makeWhole } from "./whole-folder.ts";

/** The project's folder. */
export const ROOT = join(import.meta.dirname, "../../..");

interface Assembly {
  /** Folder of the assets. */
  folder: string;
  template: Template;
}

const STAGE = "local";

/** Folder of assemblies, by the digest of their sources; the bundles are beside those of each context. */
function shelfIn(project: string): string {
  return join(project, ".local/assembly");
}

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
 * The stack with the settings of `vigia.json`, as stage `local`.
 * @param overrides settings by their dotted names, as `-c key=value` gives them; `stage` takes those of another stage
 * @param project folder of that file
 * @throws {Error} that names each setting that does not fit
 */
export async function assemble(
  overrides: Readonly<Record<string, unknown>>,
  project = ROOT,
): Promise<Assembly> {
  const settings = settingsHere(overrides, project);
  const context = cdkContext(project);
  const shelf = shelfIn(project);
  const ofSources = join(shelf, digestOfSources());
  const folder = join(ofSources, digest([JSON.stringify({ settings, context })]));
  await makeWhole(folder, async (outdir) => {
    await synthesizeInThread({ settings, context, outdir, bundles: join(ofSources, BUNDLES) });
    tidy(shelf, ofSources);
  });
  const text = readFileSync(join(folder, `Vigia-${STAGE}.template.json`), "utf8");
  return { folder, template: template.parse(JSON.parse(text)) };
}

/** The bundles of every assembly of the sources as they are. */
export function assembledBundles(): Promise<Bundles> {
  return keptBundles(join(shelfIn(ROOT), digestOfSources(), BUNDLES));
}

/** Settings of the local stack: an account's tables, roles and domains are out of reach, and both kinds of project can be tried. */
function settingsHere(overrides: Readonly<Record<string, unknown>>, project: string): Settings {
  const {
    account: _,
    region: __,
    stackName: ___,
    permissionsBoundary: ____,
    ...given
  } = givenHere(overrides, project);
  const here = added(given.projects, overrides);
  return {
    ...given,
    stage: STAGE,
    tables: {},
    projects: here === undefined ? given.projects : [...given.projects, here],
  };
}

function givenHere(overrides: Readonly<Record<string, unknown>>, project: string): Settings {
  const written = writtenSettings(project) ?? {};
  const stages = { [STAGE]: {}, ...Object(written["stages"]) };
  return readSettings({ stage: STAGE, ...overrides }, { ...written, stages });
}

/** The project that is here and not in a deployment with the same settings; undefined without one. */
export function addedProject(
  overrides: Readonly<Record<string, unknown>>,
  project = ROOT,
): number | undefined {
  return added(givenHere(overrides, project).projects, overrides)?.id;
}

/**
 * One more project with Mexican compliance, where none has it and the command line names none: settings that name projects,
 * `projects` or `projects[1].id`, have exactly those.
 */
function added(
  projects: Settings["projects"],
  overrides: Readonly<Record<string, unknown>>,
): Settings["projects"][number] | undefined {
  const namesProjects = Object.keys(overrides).some((key) => partsOf(key)[0] === "projects");
  if (namesProjects || projects.some(({ mexico }) => mexico)) return undefined;
  return { id: Math.max(...projects.map((one) => one.id)) + 1, mexico: true };
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

function tidy(shelf: string, current: string): void {
  for (const name of readdirSync(shelf)) {
    const folder = join(shelf, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (folder !== current && age > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
