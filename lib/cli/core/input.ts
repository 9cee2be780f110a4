/** Opens what a file argument names, relative to where the command was called; `-` is standard input. */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { ProcessContext } from "./command-context.ts";
import { CommandError, WrongUseError } from "./failure.ts";
import type { NamedStream } from "./text-lines.ts";

/** @throws {CommandError} when there is no such file, or it cannot be read */
export async function openInput({ stdin, cwd }: ProcessContext, file: string): Promise<NamedStream> {
  if (file === "-") {
    if (stdin.isTTY === true)
      throw new WrongUseError("There is nothing on standard input: pipe a file into it, or name one.");
    return { name: "standard input", stream: stdin };
  }
  const path = resolve(cwd, file);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) {
    const why = stats === undefined ? "there is no such file" : "it is a folder";
    throw new CommandError(`${file} cannot be read: ${why}. The path is ${path}.`);
  }
  return { name: file, stream: createReadStream(path) };
}

/** All bytes of a file argument. @throws {CommandError} past `max` */
export async function readInput(context: ProcessContext, file: string, max: number): Promise<Buffer> {
  const { name, stream } = await openInput(context, file);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > max) throw new CommandError(`${name} is larger than ${max} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** The format of a file of records, by its name: spreadsheets save tables as `.csv`, `.tsv` and `.txt`. */
export function formatOf(file: string): "jsonl" | "csv" {
  return /\.(csv|tsv|txt)$/i.test(file) ? "csv" : "jsonl";
}
