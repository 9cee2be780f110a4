/**
 * `npm run check`: the linter, the type checker and the order of imports at once. Prints what those that fail say, whole and one
 * after another, and ends with 1.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const { resolve } = createRequire(import.meta.url);

/** Programs that Node runs, each with its arguments. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  linter: [resolve("@biomejs/biome/bin/biome"), "check", "."],
  types: [join(resolve("typescript/package.json"), "../bin/tsc"), "-p", "."],
  imports: [join(import.meta.dirname, "../imports/main.ts")],
};

/** @returns whether it passes */
async function check(name: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) process.stdout.write(`The check of ${name} fails:\n${output}${errors}\n`);
  return code === 0;
}

const passes = await Promise.all(Object.entries(CHECKS).map(([name, words]) => check(name, words)));
if (passes.includes(false)) process.exitCode = 1;
else process.stdout.write(`Passed: ${Object.keys(CHECKS).join(", ")}.\n`);
