/** Folders that are there with all that belongs into them, or not at all, however many processes make them. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";

/** Makes a folder unless it is there; `fill` is given the one that becomes it. */
export async function makeWhole(
  folder: string,
  fill: (unfinished: string) => Promise<void> | void,
): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.${process.pid}.${randomUUID()}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process may have put the same there meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
