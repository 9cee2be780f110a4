import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename } from "node:path";

/** Name of an error for the log: its text may quote a request or a stored record. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

/** Origin of an error: only names of the code itself, and no quotation of a request or a stored record. */
export type ErrorOrigin = {
  error: string;
  /**
   * The first place in the stack that is not Node's own, and of a bundle those of our sources that led to it:
   * `node_modules/a/b.js:1:2 < lib/intake/batch.ts:60:5 < functions/store-notifications.ts:40:9`; absent where the stack names no place.
   */
  at: string | undefined;
};

/** Description of an unexpected error for the log; `errorPlace` also names the fields of a schema's error. */
export function errorOrigin(error: unknown): ErrorOrigin {
  return { error: errorName(error), at: error instanceof Error ? placesOf(error) : undefined };
}

/** A function's name, a file and a position: a line of a stack that is more than that may be of the message. */
const FRAME = /^ +at (?:(?:async |new )?([\w$.#<>]{1,80}) )?.*?([\w.-]{1,80}):(\d+):(\d+)\)?$/;

/** The most places in our sources that are named: whole stacks would fill the log where everything fails. */
const MOST_PLACES = 4;

function placesOf(error: Error): string | undefined {
  const [first, ...others] = framesOf(error).map((frame) => ({ frame, source: sourceOf(frame) }));
  if (first === undefined) return undefined;
  const { frame, source } = first;
  const { name, file, line, column } = frame;
  if (source === undefined) return `${name === undefined ? "" : `${name} `}(${file}:${line}:${column})`;
  const own = others
    .flatMap((place) => place.source ?? [])
    .filter((source) => !source.startsWith("node_modules/"));
  return [source, ...own.slice(0, MOST_PLACES - 1)].join(" < ");
}

interface Frame {
  name: string | undefined;
  file: string;
  line: number;
  column: number;
}

/** The stack has the message before the frames, and the message may itself look like one. */
function framesOf({ stack = "", message }: Error): Frame[] {
  const start = stack.indexOf(message);
  if (start === -1) return [];
  const lines = stack.slice(start + message.length).split("\n");
  return lines.slice(1).flatMap((text) => {
    const [, name, file, line, column] = /\(?node:/.test(text) ? [] : (FRAME.exec(text) ?? []);
    return file === undefined ? [] : [{ name, file, line: Number(line), column: Number(column) }];
  });
}

let sources: SourceMap | "none" | undefined;

/** Maps a place of the bundle to the sources; undefined if the code is not a bundle. */
function sourceOf({ file, line, column }: Frame): string | undefined {
  if (file !== basename(import.meta.filename)) return undefined;
  sources ??= readMap();
  if (sources === "none") return undefined;
  // Counted from 0.
  const origin = sources.findEntry(line - 1, column - 1);
  return "originalSource" in origin
    ? `${origin.originalSource}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
    : undefined;
}

function readMap(): SourceMap | "none" {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${import.meta.filename}.map`, "utf8")));
  } catch {
    return "none";
  }
}
