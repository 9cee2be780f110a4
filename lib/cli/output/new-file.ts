/** Writes a file that is whole or not there. */

import { randomUUID } from "node:crypto";
import type { WriteStream } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { finished } from "node:stream/promises";
import { CommandError, WrongUseError } from "../core/failure.ts";

export interface NewFile {
  /** Base of relative names. */
  cwd: string;
  /** As the command was given it. */
  out: string;
  /** True to overwrite an existing file. */
  force: boolean;
  /** Command that prints instead of writing a file, for a name that is not a file's. */
  instead?: string;
}

/** User ids and amounts are confidential. */
const OWNER_ONLY = 0o600;

/** @returns what `write` does @throws {CommandError} where there is something already, or nothing can be written there */
export async function writeNewFile<Written>(
  { cwd, out, force, instead }: NewFile,
  write: (file: WriteStream) => Promise<Written>,
): Promise<Written> {
  if (out === "-")
    throw new WrongUseError(
      `--out: expected the name of a file; nothing is written to standard output${instead === undefined ? "" : `: to print, use "${instead}"`}. For a file named -, write ./-.`,
    );
  const path = resolve(cwd, out);
  await checkWritable(path, { out, force, instead });
  // Under another name until it is complete: half an export must not be taken for one. That name cannot be guessed, and a
  // file or link that has it all the same is refused and not followed.
  const part = `${path}.${randomUUID()}.part`;
  const handle = await open(part, "wx", OWNER_ONLY).catch((error: unknown) => {
    throw cannotWrite(error, out);
  });
  const file = handle.createWriteStream();
  // A waiting caller gets the stream's failure; unheard, while no caller waits, it would end the process.
  file.on("error", () => {});
  try {
    const written = await write(file);
    file.end();
    await finished(file);
    await rename(part, path);
    return written;
  } catch (error) {
    file.destroy();
    await rm(part, { force: true });
    throw cannotWrite(error, out);
  }
}

/** An existing file is replaced only with --force; a link or a folder never is. */
async function checkWritable(
  path: string,
  { out, force, instead }: { out: string; force: boolean; instead: string | undefined },
): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined) return;
  if (!there.isFile())
    throw new CommandError(
      `${out} already exists and is not a file: name a file${instead === undefined ? "" : `; to print, use "${instead}"`}.`,
    );
  if (!force)
    throw new CommandError(`${out} already exists: name another file, or overwrite it with --force.`);
}

const UNWRITABLE = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "ENAMETOOLONG",
]);

function cannotWrite(error: unknown, out: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string" && UNWRITABLE.has(code))
    return new CommandError(
      `${out} cannot be written (${code}): name a file in an existing folder that you may write to.`,
    );
  return error;
}
