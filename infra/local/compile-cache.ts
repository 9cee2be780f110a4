/** Lets threads with an environment of their own take what has been compiled before, where the process keeps that. */

const { NODE_COMPILE_CACHE: folder } = process.env;

/** For the environment of a thread. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
