/** The function that a bundle exports. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Loads a bundle as Lambda does, and waits for what it awaits while it loads.
 * @param path as in the template: `index.handler`
 * @throws {Error} named as Lambda names it, where there is no such function
 */
export async function loadHandler({
  folder,
  handler: path,
}: {
  folder: string;
  handler: string;
}): Promise<Handler> {
  const [file = "", name = ""] = path.split(".");
  const module = join(folder, `${file}.mjs`);
  const exported: unknown = existsSync(module)
    ? await import(pathToFileURL(module).href)
    : createRequire(join(folder, "/"))(join(folder, `${file}.js`));
  const found: unknown = Reflect.get(Object(exported), name);
  if (typeof found !== "function")
    throw Object.assign(new Error(`${path} is undefined or not exported`), {
      name: "Runtime.HandlerNotFound",
    });
  if (found.length > 2)
    throw Object.assign(new Error(`${path} takes a callback, which Node 24 on Lambda has not`), {
      name: "Runtime.CallbackHandlerDeprecated",
    });
  return (event, context) => found(event, context);
}
