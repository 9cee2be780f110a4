/** Folder of the project: its settings and its local stack are there, the code may be elsewhere. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** True in an installed package, whose code is built; false in the repository, which runs from its sources. */
export const IS_BUILT = !import.meta.filename.endsWith(".ts");

/** Files of a company's folder, the surest sign first. */
const MARKS = ["vigia.json", "cdk.json"];

/**
 * The repository's own folder; for an installed package the nearest folder, from `from` upwards, that has settings or an app, or
 * `from`. A package never works with what lies in its own folder.
 */
export function projectFolder(from: string): string {
  if (!IS_BUILT) return join(import.meta.dirname, "../..");
  for (const mark of MARKS) {
    for (let folder = from; ; folder = dirname(folder)) {
      if (existsSync(join(folder, mark))) return folder;
      if (dirname(folder) === folder) break;
    }
  }
  return from;
}
