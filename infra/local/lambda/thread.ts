/** Runs in a thread that a function started: loads what its workers preload, then the module that the function named. */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";

delete process.env["NODE_COMPILE_CACHE"];
const { preload, file }: { preload: string; file: string } = workerData;
await import(pathToFileURL(preload).href);
createRequire(file)(file);
