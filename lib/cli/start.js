#!/usr/bin/env node
/** Start of `npx vigia`: plain JavaScript, since older versions of Node cannot even read TypeScript. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const root = fileURLToPath(new URL("../..", import.meta.url));
const main = fileURLToPath(new URL("main.ts", import.meta.url));
/** Comes with the packages; npm puts it first in the path inside of the project alone. */
const ownNode = fileURLToPath(new URL("../../node_modules/node/bin/node", import.meta.url));

function fail() {
  process.stderr.write(
    `vigia needs Node ${NEEDED} and its packages, which are not installed: run "npm ci" in ${root}\n`,
  );
  process.exitCode = 1;
}

if (!existsSync(new URL("../../node_modules/commander", import.meta.url))) fail();
else if (Number.parseInt(process.versions.node, 10) >= NEEDED) await import("./main.ts");
else if (!existsSync(ownNode)) fail();
else {
  // Ctrl-C reaches both: the command says how it ends.
  process.on("SIGINT", () => {});
  spawn(ownNode, [main, ...process.argv.slice(2)], { stdio: "inherit" }).on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
