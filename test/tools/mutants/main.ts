/** `npm run mutants`: makes each mistake of the list in a copy of the project, and demands that a test notices. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import * as z from "zod/mini";
import { MUTANTS, type Mutant } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../../..");
const NOT_COPIED = new Set(["node_modules", ".git", ".local", "cdk.out", "dist", "coverage"]);

/** A run of some files takes minutes at most; one that a mistake has made endless was noticed. */
const MOST_MS = 600_000;

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A file of tests that failed, with the first of its tests that did; without one where the file does not load. */
interface FailedFile {
  file: string;
  test: string | undefined;
}

const wanted = process.argv.slice(2);
const chosen = MUTANTS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const copy = mkdtempSync(join(tmpdir(), "vigia-mutants-"));
process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(path.slice(ROOT.length + 1)) });
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

if (chosen.length === 0) stop("Expected parts of names of mutants, or none for all of them.");
const before = failedFiles([...new Set(chosen.flatMap(({ tests }) => tests))]);
const broken = new Set(before.map(({ file }) => file));
for (const file of broken) {
  say(`${file} fails without a mutant, and counts for none`);
  process.exitCode = 1;
}
for (const mutant of chosen) if (!(await isNoticed(mutant))) process.exitCode = 1;

async function isNoticed({ name, file, old, new: changed, tests }: Mutant): Promise<boolean> {
  const sound = tests.filter((test) => !broken.has(test));
  // Without a file Vitest would run all that there are.
  if (sound.length === 0) {
    say(`NOT NOTICED: ${name}: each of its tests fails without it`);
    return false;
  }
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  if (source.split(old).length !== 2) {
    say(`DOES NOT APPLY: ${name}: ${file} has not once: ${old}`);
    return false;
  }
  writeFileSync(
    path,
    source.replace(old, () => changed),
  );
  const startedAt = Date.now();
  const [failed] = failedFiles(sound);
  writeFileSync(path, source);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  if (failed === undefined) say(`NOT NOTICED: ${name}: no test fails in ${sound.join(", ")}`);
  else say(`noticed in ${seconds} s: ${name}: ${failed.file}: ${failed.test ?? "does not load"}`);
  return failed !== undefined;
}

/** Runs files of tests in the copy. @returns those that fail, in the order in which they are named */
function failedFiles(tests: readonly string[]): FailedFile[] {
  const output = join(copy, "report.json");
  rmSync(output, { force: true });
  const words = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=json",
    `--outputFile=${output}`,
    ...tests,
  ];
  const { error } = spawnSync(process.execPath, words, { cwd: copy, stdio: "ignore", timeout: MOST_MS });
  if (error !== undefined) return tests.map((file) => ({ file, test: "ran for more than ten minutes" }));
  const { testResults } = report.parse(JSON.parse(readFileSync(output, "utf8")));
  const ran = testResults.map(({ name, status, assertionResults }) => ({
    file: relative(copy, name).split(sep).join("/"),
    status,
    test: assertionResults.find((result) => result.status === "failed")?.fullName,
  }));
  const missing = tests.filter((test) => !ran.some(({ file }) => file === test));
  if (missing.length > 0) stop(`Was not run: ${missing.join(", ")}`);
  return tests.flatMap((named) => ran.filter(({ file, status }) => file === named && status !== "passed"));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function stop(line: string): never {
  say(line);
  process.exit(1);
}
