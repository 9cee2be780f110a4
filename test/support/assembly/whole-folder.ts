/** Folders that are there with all that belongs into them, or not at all, however many processes want them. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Longest wait for another maker of a folder, in milliseconds. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

type Fill = (unfinished: string) => Promise<void> | void;

/** Makes a folder unless it is there, or waits for who makes it; `fill` is given the one that becomes it. */
export async function makeWhole(folder: string, fill: Fill): Promise<void> {
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    if (isFree(lock)) await make(folder, fill).finally(() => rmSync(lock, { force: true }));
    else await sleep(LOOK_AGAIN_MS);
  }
}

/** Takes a lock that is free, or whose holder has died. @returns whether it did */
function isFree(lock: string): boolean {
  if (existsSync(lock) && !isHeld(lock)) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function isHeld(lock: string): boolean {
  try {
    const isNew = Date.now() - statSync(lock).mtimeMs < PATIENCE_MS;
    return isNew && process.kill(Number(readFileSync(lock, "utf8")), 0);
  } catch {
    return false;
  }
}

async function make(folder: string, fill: Fill): Promise<void> {
  const unfinished = `${folder}.${process.pid}.${randomUUID()}.unfinished`;
  mkdirSync(unfinished);
  try {
    await fill(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process, which had waited long enough, may have put the same there meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
