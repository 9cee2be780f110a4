/** Folder of the project: its settings and its local stack are there, the code may be elsewhere. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** True in an installed package, whose code is built; false in the repository, which runs from its sources. */
export const IS_BUILT = !import.meta.filename.endsWith(".ts");

/** Files of a company's folder, the surest sign first. */
const MARKS = ["vigia.json", "cdk.json"];

/**
 * The nearest folder, from `from` upwards, that has settings, and for an installed package also one that has an app. Without one it is
 * the repository, or for a package `from`: a package never works with what lies in its own folder.
 */
export function projectFolder(from: string): string {
  for (const mark of IS_BUILT ? MARKS : MARKS.slice(0, 1)) {
    for (let folder = from; ; folder = dirname(folder)) {
      if (existsSync(join(folder, mark))) return folder;
      if (dirname(folder) === folder) break;
    }
  }
  return IS_BUILT ? from : join(import.meta.dirname, "../..");
}
