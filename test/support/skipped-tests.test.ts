import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = join(createRequire(import.meta.url).resolve("vitest/package.json"), "../vitest.mjs");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, "node_modules/.cache/skipped-"));
  const reporter = JSON.stringify(join(import.meta.dirname, "skipped-tests.ts"));
  const config = `
    import { SkippedTests } from ${reporter};
    export default { test: { reporters: ["default", new SkippedTests()] } };`;
  writeFileSync(join(folder, "vitest.config.ts"), config);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a file of tests. @returns the last line of its output */
function lastLineOf(tests: string, ...options: string[]): string | undefined {
  writeFileSync(join(folder, "some.test.ts"), `import { beforeAll, describe, it } from "vitest";\n${tests}`);
  const { stdout } = spawnSync(process.execPath, [VITEST, "run", ...options], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return stdout.trimEnd().split("\n").at(-1)?.trim();
}

const TESTS = `
  it("runs", () => {});
  for (const number of [1, 2]) it("a page " + number, ({ skip }) => skip(true, "there is no Chrome"));
  it("a pipe", ({ skip }) => skip(true, "there is no /dev/full"));
  describe("behind a hook that fails", () => {
    beforeAll(() => { throw new Error("no"); });
    it("does not run", () => {});
  });`;

it("ends the output with what was skipped, and why", () => {
  expect(lastLineOf(TESTS)).toBe("Skipped tests: 2: there is no Chrome; 1: there is no /dev/full.");
});

it("says nothing where the tests to run are named", () => {
  expect(lastLineOf(TESTS, "-t", "runs")).toMatch(/^Duration /);
});
