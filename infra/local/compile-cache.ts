/** Lets threads with their own environment use the compile cache of the process, if it has one. */

const { NODE_COMPILE_CACHE: folder } = process.env;

/** Variable of a thread's environment that names the cache. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
