/** Opens what a file argument names, relative to where the command was called; `-` is standard input. */

import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ProcessContext } from "./command-context.ts";
import { CommandError, WrongUseError } from "./failure.ts";

export interface Input {
  /** As a message names it. */
  name: string;
  stream: Readable;
  /** In bytes; undefined where it is not known before the end. */
  size: number | undefined;
  /** Bytes that were read so far. */
  bytesRead(): number;
}

/** A file argument as a message names it. */
export function nameOfInput(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** @throws {CommandError} when there is no such file, or it cannot be read */
export async function openInput(context: ProcessContext, file: string): Promise<Input> {
  if (file === "-") {
    if (context.stdin.isTTY === true)
      throw new WrongUseError("There is nothing on standard input: pipe a file into it, or name one.");
    return { name: nameOfInput(file), stream: context.stdin, size: undefined, bytesRead: () => 0 };
  }
  const path = resolve(context.cwd, file);
  try {
    const handle = await open(path);
    const status = await handle.stat();
    if (status.isDirectory()) {
      await handle.close();
      throw new CommandError(`${file} is a folder: name a file in it.`);
    }
    const stream = handle.createReadStream();
    return {
      name: file,
      stream,
      size: status.isFile() ? status.size : undefined,
      bytesRead: () => stream.bytesRead,
    };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} cannot be read (${reasonOf(error)}). Check the path ${path}.`);
  }
}

/** The format of a file of records, by its name. */
export function formatOf(file: string): "jsonl" | "csv" {
  return file.toLowerCase().endsWith(".csv") ? "csv" : "jsonl";
}

/** Error if no line of a file fits, which is seldom the lines' fault. */
export function asItWasRead(format: "jsonl" | "csv"): string {
  return format === "csv"
    ? "The file was read as CSV: if it is JSONL (one JSON object a line), add --format jsonl."
    : "The file was read as JSONL (one JSON object a line): if it is CSV, add --format csv.";
}

/** All bytes of a file argument; refused past `max`. */
export async function readInput(context: ProcessContext, file: string, max: number): Promise<Buffer> {
  const input = await openInput(context, file);
  if (input.size !== undefined && input.size > max) {
    input.stream.destroy();
    throw new CommandError(`${input.name} is larger than ${max} bytes.`);
  }
  const bytes = await buffer(input.stream);
  if (bytes.length > max) throw new CommandError(`${input.name} is larger than ${max} bytes.`);
  return bytes;
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return REASONS[code] ?? code;
}
