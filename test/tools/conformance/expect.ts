/** Comparisons, printed in a line each; a difference ends the program. */

import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

class UnexpectedError extends Error {
  override name = "UnexpectedError";
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const MAX_SHOWN = 1_000;

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, MAX_SHOWN) ?? "nothing";
}

/** @throws {UnexpectedError} where the two differ */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new UnexpectedError(`${what}: found ${shown(found)} in place of ${shown(expected)}`);
  say(`  ${what}: ${shown(found)}`);
}

const PATIENCE_MS = 60_000;

/** Waits until something holds. @throws {Error} after a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const began = Date.now();
  while (!(await holds())) {
    if (Date.now() - began > PATIENCE_MS) throw new Error(`Waited for ${what} for a minute.`);
    await sleep(250);
  }
}
