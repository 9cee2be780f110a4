/** Runs the tests of a role without one of its permissions, and says which noticed. */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod/mini";
import { ROOT } from "../../../infra/local/template/assembly.ts";
import { type Permission, WITHHELD } from "./withheld.ts";

/** Which tests of `test/e2e` use what a role may do; the first that notices ends the search. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  "Vigia-local-GetUserRole": ["pipeline/user-lookup"],
  "Vigia-local-ReceiveWebhookRole": ["pipeline/webhook"],
  "Vigia-local-StoreNotificationsRole": [
    "pipeline/webhook",
    "pipeline/owners",
    "pipeline/outages",
    "pipeline/repeats",
    "desk/cases",
  ],
  "Vigia-local-StartScanRole": ["pipeline/starting", "pipeline/stage-commands", "pipeline/scan"],
  "Vigia-local-ScanWalletsRole": ["pipeline/odd-night", "pipeline/scan", "desk/cases"],
  "Vigia-local-ServeDeskRole": ["desk/pages", "desk/sign-in"],
  "Vigia-local-ScheduleRole": ["pipeline/schedules"],
  "Vigia-local-UserWriter": ["pipeline/user-lookup"],
  "Vigia-local-Reader": ["pipeline/stage-commands"],
  "Vigia-local-Operator": ["pipeline/stage-commands"],
};

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/**
 * The first test that fails without a permission; undefined where none does.
 * @param ofDesk whether only a stack with a desk has it
 * @throws {Error} where no tests are known for the role, or they cannot be run
 */
export async function noticing(withheld: Permission, ofDesk: boolean): Promise<string | undefined> {
  const files = TESTS[withheld.caller];
  if (files === undefined)
    throw new Error(
      `No tests are named for ${withheld.caller}: add them in test/tools/permissions/noticing.ts.`,
    );
  for (const file of files.filter((one) => !ofDesk || one.startsWith("desk/"))) {
    const found = await firstFailure(`test/e2e/${file}.test.ts`, withheld);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function firstFailure(file: string, withheld: Permission): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "vigia-permissions-"));
  try {
    const output = join(folder, "report.json");
    await vitest([file, "--reporter=json", `--outputFile=${output}`], {
      ...process.env,
      [WITHHELD]: JSON.stringify(withheld),
    });
    return failureIn(report.parse(JSON.parse(readFileSync(output, "utf8"))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function failureIn({ testResults }: z.infer<typeof report>): string | undefined {
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((one) => one.status === "failed");
    const where = relative(ROOT, name);
    if (failed !== undefined) return `${where}: ${failed.fullName}`;
    if (status === "failed") return `${where}: its stack does not start`;
  }
  return undefined;
}

/** Runs to its end, whether or not a test fails. */
function vitest(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const program = join(ROOT, "node_modules/vitest/vitest.mjs");
  const line = [program, "run", "--config", "test/tools/permissions/vitest.config.ts", ...parameters];
  return new Promise((done) => {
    execFile(process.execPath, line, { cwd: ROOT, env }, () => done());
  });
}
