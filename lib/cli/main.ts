/** Entry of the `vigia` command: gives it this process's streams, folders and clock. */

import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { confirm, input, password } from "@inquirer/prompts";
import { escapeForTerminal } from "../text/escaping.ts";
import { commandErrorFor, EXIT } from "./core/failure.ts";
import { writeNow } from "./output/print.ts";
import { run } from "./program.ts";

let broken: unknown;
process.stdout.on("error", (error) => {
  broken = error;
});
// There is nowhere left to say it.
process.stderr.on("error", () => {});

const code = await run(
  {
    root: join(import.meta.dirname, "..", ".."),
    // npm changes to the project's folder and leaves the one it was called from here.
    cwd: process.env["INIT_CWD"] ?? process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    askSecret: (message) =>
      password({ message: escapeForTerminal(message), mask: "*" }, { output: process.stderr }),
    ask: (message) => input({ message: escapeForTerminal(message) }, { output: process.stderr }),
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
