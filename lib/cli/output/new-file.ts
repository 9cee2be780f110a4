/** Writes a file that is whole or not there. */

import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../core/failure.ts";

/** @param force true overwrites an existing file; undefined of a command without `--force` @throws {CommandError} where there is one already, or none can be written */
export async function writeNewFile(
  { cwd, out, force }: { cwd: string; out: string; force?: boolean | undefined },
  content: Readable,
): Promise<void> {
  const path = resolve(cwd, out);
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !(force === true && existing.isFile()))
    throw new CommandError(
      `${out} already exists: name another file${force === undefined ? "" : ", or overwrite it with --force"}.`,
    );
  const folder = dirname(path);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new CommandError(
      `${out} cannot be written: there is no folder ${folder}. Create it, or name another.`,
    );
  // Under another name until it is complete; user ids and amounts are confidential, so only its owner may read it.
  const part = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: "wx", mode: 0o600 }));
    await rename(part, path);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) {
      await rm(part, { force: true });
      throw error;
    }
    throw new CommandError(
      `${out} cannot be written (${error.message.replaceAll(part, path)}): name a file in another folder.`,
    );
  }
}
