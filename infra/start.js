#!/usr/bin/env node
/** Start of the `vigia` command: plain JavaScript, since older versions of Node cannot even read TypeScript. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as module from "node:module";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
/** An installed package holds what is built, and the repository its sources. */
const IS_BUILT = !existsSync(new URL("main.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Comes with the repository's packages; npm puts it first in the path inside of the project alone. */
const OWN_NODE = fileURLToPath(
  new URL(`../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url),
);
/** Below the nearest node_modules: what is compiled once is not compiled again. */
const COMPILED = fileURLToPath(
  new URL(IS_BUILT ? "../../.cache/vigia" : "../node_modules/.cache/node-compile", import.meta.url),
);

function fail(words) {
  process.stderr.write(`vigia needs Node ${NEEDED}${words}\n`);
  process.exitCode = 1;
}

async function start() {
  // The zip in which Yarn keeps a package has no folder beside it.
  if (process.versions.pnp === undefined) {
    process.env.NODE_COMPILE_CACHE ??= COMPILED;
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  }
  await import(IS_BUILT ? "../dist/main.js" : "./main.ts");
}

function startOnOwnNode() {
  // Ctrl-C reaches both: the command says how it ends.
  process.on("SIGINT", () => {});
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  spawn(OWN_NODE, words, { stdio: "inherit" }).on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

const isOld = Number.parseInt(process.versions.node, 10) < NEEDED;
if (isOld && IS_BUILT)
  fail(`, and this is Node ${process.versions.node}: install Node ${NEEDED} and run it again.`);
else if (!IS_BUILT && !existsSync(new URL("../node_modules/commander", import.meta.url)))
  fail(` and its packages, which are not installed: run "npm ci" in ${ROOT}`);
else if (!isOld) await start();
else if (existsSync(OWN_NODE)) startOnOwnNode();
else
  fail(
    `, and this is Node ${process.versions.node}: run npm ci without --ignore-scripts, which installs the right one for this project alone.`,
  );
