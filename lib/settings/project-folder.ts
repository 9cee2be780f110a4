/** Folder of the project: its app and its local stack are there, the code may be elsewhere. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** True in an installed package, whose code is built; false in the repository, which runs from its sources. */
export const IS_BUILT = !import.meta.filename.endsWith(".ts");

/** Folder of Vigía itself: the installed package, or the repository. */
export const PACKAGE_FOLDER = join(import.meta.dirname, IS_BUILT ? ".." : "../..");

/**
 * The nearest folder, from `from` upwards, that has an app of CDK; without one it is `from`. The repository works with its own app
 * alone.
 */
export function projectFolder(from: string): string {
  if (!IS_BUILT) return PACKAGE_FOLDER;
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "cdk.json"))) return folder;
    if (dirname(folder) === folder) return from;
  }
}
