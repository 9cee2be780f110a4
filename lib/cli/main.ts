/** Entry of the `vigia` command: gives it this process's streams, folders and clock. */

import { join } from "node:path";
import { confirm, password } from "@inquirer/prompts";
import { run } from "./program.ts";

// A reader that goes away, as `head` does, must not end in a stack trace: the writer is told, and stops.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.exitCode = await run(
  {
    root: join(import.meta.dirname, "..", ".."),
    // npm changes to the project's folder and leaves the one it was called from here.
    cwd: process.env["INIT_CWD"] ?? process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: () => Date.now(),
    askSecret: (message) => password({ message, mask: "*" }, { output: process.stderr }),
    confirm: (message) => confirm({ message, default: false }, { output: process.stderr }),
  },
  process.argv.slice(2),
);
