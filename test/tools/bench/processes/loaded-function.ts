/** Loads a function's bundle as Lambda's runtime does: `index.js` where there is one, else `index.mjs`. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function loadedFrom(folder: string): Promise<(event: unknown, context: unknown) => unknown> {
  const file = join(folder, "index.js");
  const { handler } = existsSync(file)
    ? createRequire(file)(file)
    : await import(pathToFileURL(join(folder, "index.mjs")).href);
  return handler;
}
