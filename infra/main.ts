/** Entry of the `vigia` command: gives it this process's streams, folders and clock, the local stack, and CDK. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { confirm, input, password } from "@inquirer/prompts";
import { CommandError, commandErrorFor, EXIT } from "../lib/cli/core/failure.ts";
import { writeNow } from "../lib/cli/output/print.ts";
import { run } from "../lib/cli/program.ts";
import { projectFolder } from "../lib/settings/project-folder.ts";
import { escapeForTerminal } from "../lib/text/escaping.ts";

let broken: unknown;
process.stdout.on("error", (error) => {
  broken = error;
});
// There is nowhere left to say it.
process.stderr.on("error", () => {});

const root = projectFolder(process.cwd());
const code = await run(
  {
    root,
    // npm changes to the project's folder and leaves the one it was called from here.
    cwd: process.env["INIT_CWD"] ?? process.cwd(),
    // No other command loads it.
    startLocal: async (options) => (await import("./local/main.ts")).startHere(options, root),
    cdk: runCdk,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    askSecret: (message) =>
      password({ message: escapeForTerminal(message), mask: "*" }, { output: process.stderr }),
    ask: (message, check) =>
      input(
        { message: escapeForTerminal(message), validate: (answer) => check(answer) ?? true },
        { output: process.stderr },
      ),
    confirm: (message) =>
      confirm({ message: escapeForTerminal(message), default: false }, { output: process.stderr }),
  },
  process.argv.slice(2),
);
// The last write may fail after it was taken: a full disk must not look like a whole output.
await nextTurn();
const failure = broken === undefined ? undefined : commandErrorFor(broken, undefined);
if (code === EXIT.done && failure !== undefined && failure.exitCode !== EXIT.done)
  writeNow(process.stderr, `${failure.message}\n`);
process.exitCode = code === EXIT.done ? (failure?.exitCode ?? code) : code;

async function runCdk(args: readonly string[]): Promise<number> {
  const cdk = join(root, "node_modules/aws-cdk/bin/cdk");
  if (!existsSync(cdk))
    throw new CommandError(`cdk is not installed in ${root}: run "npm install aws-cdk" there first.`);
  const [ended] = await once(
    spawn(process.execPath, [cdk, ...args], { cwd: root, stdio: "inherit" }),
    "close",
  );
  return typeof ended === "number" ? ended : EXIT.failed;
}
