/** Threads: where their modules are, and what has been compiled of these before, where the process keeps that. */

import { extname } from "node:path";

const { NODE_COMPILE_CACHE: folder } = process.env;

/** For the environment of a thread. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };

/** The module of a thread beside the caller's: a source, or built with all others into one folder. */
export function threadModule(name: string, { url, filename }: ImportMeta): URL {
  return new URL(`${name}${extname(filename)}`, url);
}
