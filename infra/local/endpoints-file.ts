/** Writes where the local stack listens, and removes it: other programs find the stack by this file alone. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isRunning, type LocalEndpoints, localEndpoints } from "../../lib/settings/local-endpoints.ts";

/** A path as the file has it: from the project's folder, unless it lies elsewhere. */
export function fromProject(project: string, path: string): string {
  const short = relative(project, path);
  return short.startsWith("..") ? path : short;
}

/** Writes the file at once, never a half of it. @returns what removes it again */
export function writeEndpoints(folder: string, endpoints: LocalEndpoints): () => void {
  mkdirSync(folder, { recursive: true });
  const file = endpointsFile(folder);
  const unfinished = `${file}.${process.pid}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(endpoints, null, 2)}\n`);
  renameSync(unfinished, file);
  return () => {
    // Another stack may have taken the folder over.
    if (readEndpoints(folder)?.adapter === endpoints.adapter) rmSync(file, { force: true });
  };
}

/**
 * Reports whether another local stack uses the folder; a file that a crash left behind counts for nothing.
 * @returns the number of its process
 */
export async function runningStack(folder: string): Promise<number | undefined> {
  const endpoints = readEndpoints(folder);
  return endpoints !== undefined && (await isRunning(endpoints)) ? endpoints.pid : undefined;
}

function readEndpoints(folder: string): LocalEndpoints | undefined {
  const file = endpointsFile(folder);
  if (!existsSync(file)) return undefined;
  try {
    return localEndpoints.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

function endpointsFile(folder: string): string {
  return join(folder, "endpoints.json");
}
