/** Runs tests of a role, without one of its permissions or with all of them, and says which failed. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import type { Selection } from "./tests-of-roles.ts";
import { type Permission, WITHHELD } from "./withheld.ts";

const report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof report>;

/**
 * The first test that fails without a permission; undefined where none does.
 * @param selections one after the other, until one notices
 * @throws {Error} where they cannot be run
 */
export async function noticing(
  withheld: Permission,
  selections: readonly Selection[],
): Promise<string | undefined> {
  for (const selection of selections) {
    const found = failureIn(await run(selection, withheld));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Runs tests with all permissions: one that fails even so would seem to notice everything.
 * @throws {Error} that names the first test that fails, or the selection that chooses none
 */
export async function assertPassing(selection: Selection): Promise<void> {
  const found = await run(selection);
  const failure = failureIn(found);
  if (failure !== undefined)
    throw new Error(`This fails with every permission: mend it first, or it says nothing. ${failure}`);
  if (found.numPassedTests === 0)
    throw new Error(
      `No test of ${selection.file} is called ${selection.only?.join(" or ")}: correct test/tools/permissions/tests-of-roles.ts.`,
    );
}

async function run({ file, only = [] }: Selection, withheld?: Permission): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-permissions-"));
  const output = join(folder, "report.json");
  const chosen = only.length === 0 ? [] : [`--testNamePattern=${only.map(literally).join("|")}`];
  const parameters = [`test/e2e/${file}.test.ts`, ...chosen, "--reporter=json", `--outputFile=${output}`];
  const without = withheld === undefined ? {} : { [WITHHELD]: JSON.stringify(withheld) };
  try {
    await vitest(parameters, { ...process.env, ...without });
    return report.parse(JSON.parse(readFileSync(output, "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A text as a pattern that fits it alone. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function failureIn({ testResults }: Report): string | undefined {
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === "failed");
    const where = relative(ROOT, name);
    if (failed !== undefined) return `${where}: ${failed.fullName}`;
    if (status === "failed") return `${where}: its stack does not start`;
  }
  return undefined;
}

/** Runs to its end, whether or not a test fails. */
async function vitest(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const program = join(ROOT, "node_modules/vitest/vitest.mjs");
  const line = [program, "run", "--config", "test/tools/permissions/vitest.config.ts", ...parameters];
  await once(spawn(process.execPath, line, { cwd: ROOT, env, stdio: "ignore" }), "exit");
}
