/** Runs tests of a role, without one of its permissions or with all of them, and says which failed. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import type { Selection } from "./tests-of-roles.ts";
import { ASKED_FOR, type Permission, WITHHELD } from "./withheld.ts";

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

/** What became of tests without a permission. */
export type Noticing =
  /** A test failed, and the permission had been asked for. */
  | { kind: "noticed"; test: string }
  /** It was asked for, and every test passed. */
  | { kind: "unnoticed" }
  /** Nothing asked for it. */
  | { kind: "unused" };

/**
 * Runs tests without a permission, one selection after the other, until a test notices.
 * A test that fails though nothing asked for the permission fails for another reason: it counts for nothing.
 * @throws {Error} where they cannot be run
 */
export async function noticing(withheld: Permission, selections: readonly Selection[]): Promise<Noticing> {
  let kind: "unnoticed" | "unused" = "unused";
  for (const selection of selections) {
    const { found, wasAskedFor } = await run(selection, withheld);
    const test = failureIn(found);
    if (test !== undefined && wasAskedFor) return { kind: "noticed", test };
    if (wasAskedFor) kind = "unnoticed";
  }
  return { kind };
}

/**
 * Runs tests with all permissions: one that fails even so would seem to notice everything.
 * @throws {Error} that names the first test that fails, or the selection that chooses none
 */
export async function assertPassing(selection: Selection): Promise<void> {
  const { found } = await run(selection);
  const failure = failureIn(found);
  if (failure !== undefined)
    throw new Error(`This fails with every permission: mend it first, or it says nothing. ${failure}`);
  if (found.numPassedTests === 0)
    throw new Error(
      `No test of ${selection.file} is called ${selection.only?.join(" or ")}: correct test/tools/permissions/tests-of-roles.ts.`,
    );
}

async function run({ file, only = [] }: Selection, withheld?: Permission) {
  const folder = mkdtempSync(join(tmpdir(), "vigia-permissions-"));
  const [output, askedFor] = [join(folder, "report.json"), join(folder, "asked-for")];
  const chosen = only.length === 0 ? [] : [`--testNamePattern=${only.map(literally).join("|")}`];
  const parameters = [`test/e2e/${file}.test.ts`, ...chosen, "--reporter=json", `--outputFile=${output}`];
  const without =
    withheld === undefined ? {} : { [WITHHELD]: JSON.stringify(withheld), [ASKED_FOR]: askedFor };
  try {
    await vitest(parameters, { ...process.env, ...without });
    const found = report.parse(JSON.parse(readFileSync(output, "utf8")));
    return { found, wasAskedFor: existsSync(askedFor) };
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
