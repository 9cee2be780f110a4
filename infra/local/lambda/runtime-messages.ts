/** Threads of functions: how one is started, and what its pool and the runtime in it say to each other. */

import { readFileSync } from "node:fs";
import { extname } from "node:path";

const { NODE_COMPILE_CACHE: folder } = process.env;

/** For the environment of a thread: what has been compiled of its modules before, where the process keeps that. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };

/**
 * The module of a thread beside the caller's: a source, or the text of one that is built. Yarn may keep the package in a zip, into
 * which a thread with an environment of its own does not see.
 */
export function threadModule(name: string, { url, filename }: ImportMeta): URL {
  const extension = extname(filename);
  const module = new URL(`${name}${extension}`, url);
  if (extension === ".ts") return module;
  return new URL(`data:text/javascript,${encodeURIComponent(readFileSync(module, "utf8"))}`);
}

/** Start data of a worker. */
export interface BootData {
  /** The folder of the bundle. */
  folder: string;
  /** As in the template: `index.handler`. */
  handler: string;
  /** A module that is loaded before the bundle. */
  preload?: string | undefined;
  /** For the preloaded module, from `workerData.preloadData`. */
  preloadData?: unknown;
}

/** A call of the function. */
export interface Call {
  id: string;
  /** JSON. */
  event: string;
  /** The fields of Lambda's context that are plain values. */
  context: Record<string, unknown>;
  /** Time-out, in milliseconds since 1970. */
  deadline: number;
}

/** An error as Lambda reports it. */
export interface LambdaError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

export type RuntimeMessage =
  | { type: "ready" }
  | { type: "failed"; error: LambdaError }
  | { type: "output"; text: string }
  | { type: "result"; id: string; payload: string }
  | { type: "error"; id: string; error: LambdaError };
