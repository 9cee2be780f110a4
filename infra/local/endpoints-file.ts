/** Writes where the local stack listens, and removes it: other programs find the stack by this file alone. */

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  isRunning,
  LOCAL_ENDPOINTS_FILE,
  type LocalEndpoints,
  localEndpoints,
} from "../../lib/settings/local-endpoints.ts";

/** Writes the file of a project at once, never a half of it. @returns what removes it again */
export function writeEndpoints(project: string, endpoints: LocalEndpoints): () => void {
  const file = join(project, LOCAL_ENDPOINTS_FILE);
  const unfinished = `${file}.${process.pid}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(endpoints, null, 2)}\n`);
  renameSync(unfinished, file);
  return () => {
    // Another stack may have taken the folder over.
    if (readEndpoints(project)?.adapter === endpoints.adapter) rmSync(file, { force: true });
  };
}

/**
 * Reports whether another local stack uses the folder; a file that a crash left behind counts for nothing.
 * @returns the number of its process
 */
export async function runningStack(project: string): Promise<number | undefined> {
  const endpoints = readEndpoints(project);
  return endpoints !== undefined && (await isRunning(endpoints)) ? endpoints.pid : undefined;
}

/** Undefined where there is no file, or none that can be read. */
function readEndpoints(project: string): LocalEndpoints | undefined {
  try {
    return localEndpoints.parse(JSON.parse(readFileSync(join(project, LOCAL_ENDPOINTS_FILE), "utf8")));
  } catch {
    return undefined;
  }
}
