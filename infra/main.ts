/** Entry of the `vigia` command: gives it this process's streams, folders and clock, the local stack, and CDK. */

import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Network } from "../lib/aws/network.ts";
import { commandErrorFor, EXIT } from "../lib/cli/core/failure.ts";
import { writeNow } from "../lib/cli/output/print.ts";
import { run } from "../lib/cli/program.ts";
import { escapeForTerminal } from "../lib/i18n/text/escaping.ts";
import { projectFolder } from "../lib/settings/project-folder.ts";

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
    cwd: calledFrom(),
    // No other command loads it.
    startLocal: async (options) => (await import("./local/main.ts")).startHere(options, root),
    setRegion: (region) => {
      process.env["AWS_REGION"] = region;
    },
    network,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    askSecret: async (message) =>
      (await prompts()).password(
        { message: escapeForTerminal(message), mask: "*" },
        { output: process.stderr },
      ),
    confirm: async (message) =>
      (await prompts()).confirm(
        { message: escapeForTerminal(message), default: false },
        { output: process.stderr },
      ),
  },
  process.argv.slice(2),
);
// The last write may fail after it was taken: a full disk must not look like a whole output.
await nextTurn();
const failure = broken === undefined ? undefined : commandErrorFor(broken, undefined);
if (code === EXIT.done && failure !== undefined && failure.exitCode !== EXIT.done)
  writeNow(process.stderr, `${failure.message}\n`);
process.exitCode = code === EXIT.done ? (failure?.exitCode ?? code) : code;

/** Few commands call anything. */
async function network(): Promise<Network> {
  const { bundleInProfiles, networkFrom } = await import("../lib/cli/core/network.ts");
  return networkFrom(process.env, bundleInProfiles);
}

/** Few commands ask. */
function prompts() {
  return import("@inquirer/prompts");
}

/** `npm run` changes to the folder of package.json, and leaves the one that it was called from in INIT_CWD. */
function calledFrom(): string {
  const { INIT_CWD: from, npm_package_json: ofScript = "" } = process.env;
  return from !== undefined && process.cwd() === dirname(ofScript) ? from : process.cwd();
}
